import { AsyncLocalStorage } from "node:async_hooks";
import { Socket } from "node:net";

/**
 * Ends a site as far as anyone outside can tell, without ending its process: in one synchronous step all its
 * connections close, in both directions, and no code of it reaches the database, a provider or a client again. What it
 * had not sent is lost, what it had begun in the database is rolled back, and its locks are released, as after a kill.
 * Its code waits forever for its next statement or response, and its process can take the next site.
 *
 * What runs on behalf of a site, timers and callbacks included, is known by its asynchronous context.
 */
const sites = new AsyncLocalStorage<number>();
const nobody = 0;
let current = nobody;
let onCutOff: () => void = () => undefined;

const siteOf = new WeakMap<object, number>();
const sockets = new Set<Socket>();

/**
 * Runs something on behalf of a new site, which becomes the current one.
 *
 * @param whenCutOff runs once everything of the site has been cut off
 */
export function onBehalfOfSite<Result>(work: () => Result, whenCutOff: () => void): Result {
  current++;
  onCutOff = whenCutOff;
  return sites.run(current, work);
}

/** Runs something on behalf of the current site. */
export const onItsBehalf = <Result>(work: () => Result): Result => sites.run(current, work);

/** Runs something that is no site's, so that no cut ends its connections. */
export const onNobodysBehalf = <Result>(work: () => Result): Result => sites.run(nobody, work);

/** Counts a connection as one of the site that uses it now. */
export function follow(connection: object): void {
  const site = sites.getStore() ?? current;
  if (site === nobody) return;
  siteOf.set(connection, site);
  if (!(connection instanceof Socket)) return;
  sockets.add(connection);
  connection.once("close", () => sockets.delete(connection));
}

/** True for connections of sites that were cut off. */
export const isCutOff = (connection: object): boolean => (siteOf.get(connection) ?? current) !== current;

/** Cuts the current site off. */
export function cutOff(): void {
  current++;
  for (const socket of sockets) {
    // Nobody hears that it closed.
    socket.removeAllListeners();
    socket.on("error", () => undefined);
    socket.destroy();
  }
  sockets.clear();
  onCutOff();
}
