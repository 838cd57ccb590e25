import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { CallError } from "./call.ts";
import type { SessionUser } from "./session-user.ts";

/** What a page's `load` gets: the URL, who is signed in, and `read`, which fills the query cache on the server and in the browser. */
export type PageRequest = {
  params: Record<string, string | undefined>;
  search: URLSearchParams;
  user: SessionUser | null;
  read: <T>(query: FetchQueryOptions<T, Error, T, readonly [string]>, lastKnown?: LastKnown<T>) => Promise<T>;
};

/** What this device last knew, for a page that must open without the server; the page itself asks for what is new. */
type LastKnown<T> = () => { data: T; at: number } | undefined;

/** Each page file exports one of these as `page`. */
export type PageModule = {
  Component: ComponentType;
  /** What a visitor who must sign in first sees, instead of the general message. It opens the sign-in dialog. */
  Gate?: ComponentType<{ redirect: string }>;
  /** Loads the scripts of the view that the URL names. The browser waits for it before it continues the server's page. */
  prepare?: (search: URLSearchParams) => Promise<unknown>;
  /** Runs before the page is shown, on the server and on every later visit. It can throw notFound() or redirectTo(). */
  load?: (request: PageRequest) => Promise<void>;
};

/** Thrown by `load` to show Page Not Found with HTTP 404. */
export const notFound = () => new Response(null, { status: 404, statusText: "Not Found" });

/** Thrown by `load` to redirect: 301 from the server; in the browser the other page opens in its place. */
export const redirectTo = (path: string) => new Response(null, { status: 301, headers: { location: path } });

export const createRead =
  (queryClient: QueryClient): PageRequest["read"] =>
  async (query, lastKnown) => {
    const known = queryClient.getQueryData(query.queryKey) === undefined ? lastKnown?.() : undefined;
    if (known) queryClient.setQueryData(query.queryKey, known.data, { updatedAt: known.at });
    try {
      return await queryClient.ensureQueryData(query);
    } catch (error) {
      // Unknown ids (404) and malformed ids (400) both show Page Not Found.
      if (error instanceof CallError && (error.status === 404 || error.status === 400)) throw notFound();
      throw error;
    }
  };
