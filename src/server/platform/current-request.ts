import { AsyncLocalStorage } from "node:async_hooks";

/** The request that the current work is done for. */
export interface CurrentRequest {
  /** In its response, in every line of the log and in error reports; undefined once the request has ended. */
  id: string | undefined;
  /** The account that it was sent from, once that is known. */
  accountId: number | undefined;
  /** Set for a response that stays open: how long it took says nothing about the site's speed. */
  isStream?: true;
}

const storage = new AsyncLocalStorage<CurrentRequest | undefined>();

/** The request that this work is done for; undefined in jobs and at start. Work that outlives its request keeps it, without its ID. */
export const currentRequest = (): CurrentRequest | undefined => storage.getStore();

/** Does work for a request, and everything that follows from it. */
export const withinRequest = <Result>(request: CurrentRequest, work: () => Result): Result =>
  storage.run(request, work);

/** Does work that belongs to no request, whoever started it. */
export const outsideRequests = <Result>(work: () => Result): Result => storage.run(undefined, work);
