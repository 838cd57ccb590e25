import { QueryClient, type QueryFunction, type QueryKey, queryOptions } from "@tanstack/react-query";
import { callJson, CallError } from "./call.ts";

/** How a query loads JSON: the browser over the network, the server's renderer from its own API in memory. */
type ReadJson = (path: string, signal?: AbortSignal) => Promise<unknown>;

const readOverNetwork: ReadJson = (path, signal) => callJson("GET", path, signal ? { signal } : {});

/** A query for what GET answers at a path: the path, with its query string, is the whole key. */
export const pathQuery = <Reply>(path: string) =>
  queryOptions<Reply, Error, Reply, readonly [string]>({ queryKey: [path] });

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

const staffWrite = /^\/api\/(admin|door|scans|community\/(review|content|actions))\b/;
const staffRead = /^\/api\/(admin|door|community\/(review|actions))\b/;

/**
 * After a write of staff, nothing that was read before it shows again: what no screen shows now is forgotten if it is
 * for staff, and read again on the next visit if it is public. The screen that wrote refreshes what it shows itself.
 * Any write may change any list: a refund changes orders, tickets, customers, emails, the ledger and the log.
 */
export function forgetAfterWrite(queryClient: QueryClient, path: string): void {
  if (!staffWrite.test(path)) return;
  const isForStaff = ({ queryKey }: { queryKey: QueryKey }) => staffRead.test(String(queryKey[0]));
  queryClient.removeQueries({ type: "inactive", predicate: isForStaff });
  void queryClient.invalidateQueries({ predicate: (query) => !isForStaff(query), refetchType: "none" });
}

/**
 * Puts what a write answered in the place of what was read before. A read that is still on its way was asked for before
 * the write and may answer after it: it is given up.
 */
export async function applyReply(queryClient: QueryClient, queryKey: QueryKey, answer: unknown): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, answer);
}
