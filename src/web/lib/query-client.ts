import { QueryClient, type QueryFunction, type QueryKey } from "@tanstack/react-query";
import { callJson, CallError } from "./call.ts";

/** How a query reads: the browser asks the network, the server's renderer asks its own API in memory. */
export type ReadJson = (path: string, signal?: AbortSignal) => Promise<unknown>;

const readOverNetwork: ReadJson = (path, signal) => callJson("GET", path, signal ? { signal } : {});

/** Makes the query function of the specification: GET on the first element of the key. A 401 throws unless told to yield null. */
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
 * The cache rules of the specification: never stale, no retry, no refetch. A page that must poll says so itself.
 *
 * Without a network a call fails at once, as any other failure does: held back until the line returns, a page would wait
 * without a word, and a press of a button would do its work when nobody expects it any more.
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
export async function takeAnswer(queryClient: QueryClient, queryKey: QueryKey, answer: unknown): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, answer);
}
