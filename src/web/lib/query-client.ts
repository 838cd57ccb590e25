import { QueryClient, type QueryFunction, type QueryKey } from "@tanstack/react-query";
import { callJson, CallError } from "./call.ts";

/** How a query loads JSON: the browser over the network, the server's renderer from its own API in memory. */
type ReadJson = (path: string, signal?: AbortSignal) => Promise<unknown>;

const readOverNetwork: ReadJson = (path, signal) => callJson("GET", path, signal ? { signal } : {});

/** The specification's query function: GET on the first element of the key. A 401 throws unless `on401` is "null". */
export const readKey =
  (read: ReadJson, on401: "throw" | "null" = "throw"): QueryFunction =>
  async ({ queryKey, signal }) => {
    try {
      return await read(String(queryKey[0]), signal);
    } catch (error) {
      if (on401 === "null" && error instanceof CallError && error.status === 401) return null;
      throw error;
    }
  };

/**
 * The specification's cache rules: never stale, no retry, no refetch. A page that must poll sets that on its own query.
 *
 * Offline, a call fails at once, as with any other failure. If calls waited for the network instead, a page would hang
 * without a message, and a button press could take effect long after the user expects it.
 */
export function createQueryClient(read: ReadJson = readOverNetwork): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readKey(read),
        networkMode: "always",
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * Puts what a write answered in the place of what was read before. A read that is still on its way was asked for before
 * the write and may answer after it: it is given up.
 */
export async function applyReply(queryClient: QueryClient, queryKey: QueryKey, answer: unknown): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, answer);
}

/**
 * While a query loads, shows what was read last, but never of another list or thing.
 *
 * @param list what the query is about, however it is filtered, sorted and paged
 */
export const placeholderFrom = (list: string) => ({
  meta: { list },
  placeholderData: <Reply>(previous: Reply | undefined, query?: { meta?: Record<string, unknown> | undefined }) =>
    query?.meta?.["list"] === list ? previous : undefined,
});
