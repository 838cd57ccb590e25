import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { CallError } from "./call.ts";

/** What a page may ask for before it is shown: the address, and `read`, which fills the query cache on both sides. */
export type PageRequest = {
  params: Record<string, string | undefined>;
  search: URLSearchParams;
  read: <T>(query: FetchQueryOptions<T, Error, T, readonly [string]>) => Promise<T>;
};

/** One file per address exports one of these as `page`. */
export type PageModule = {
  Component: ComponentType;
  /** Runs before the page is shown, on the server and on every later visit; may throw notFound() or redirectTo(). */
  load?: (request: PageRequest) => Promise<void>;
};

/** Thrown by `load` to show Page Not Found with HTTP 404. */
export const notFound = () => new Response(null, { status: 404, statusText: "Not Found" });

/** Thrown by `load` to move on: 301 in the server's answer, a replaced address in the browser. */
export const redirectTo = (path: string) =>
  new Response(null, { status: 301, headers: { location: path, "x-remix-replace": "true" } });

export const makeRead =
  (queryClient: QueryClient): PageRequest["read"] =>
  async (query) => {
    try {
      return await queryClient.ensureQueryData(query);
    } catch (error) {
      // A thing the API does not know has no page, and neither has an address whose id cannot be one.
      if (error instanceof CallError && (error.status === 404 || error.status === 400)) throw notFound();
      throw error;
    }
  };
