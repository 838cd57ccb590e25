import { placeholderFrom } from "#web/lib/query-client.ts";
import { queryOptions } from "@tanstack/react-query";

/** The response of every list endpoint. */
export type ListReply<Row> = {
  items: Row[];
  total: number;
  page: number;
  pageSize: number;
  /** True if there are more rows than `total` says; lists with an exact total omit it. */
  isMore?: boolean;
  /** The cursor of the next page, at any depth; short lists have none. */
  nextCursor?: string | null;
};

/** Where in a list a page is: its number, or the cursor of a long list, which takes precedence. */
export type ListAt = { page?: number | undefined; cursor?: string | undefined };

/**
 * Admin data refetches on every visit, unlike the public pages; the previous rows stay while the next ones load, but
 * never those of another list: rows of another kind lack what this one shows.
 *
 * @param everyMs for lists that change by themselves
 * @param list what is listed, however it is sorted, filtered and paged; without it, the path alone decides
 */
export const adminQuery = <Reply>(path: string, everyMs?: number, list = path.replace(/\?.*/, "")) =>
  queryOptions<Reply, Error, Reply, readonly [string]>({
    queryKey: [path],
    ...placeholderFrom(list),
    staleTime: 0,
    gcTime: 10_000,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });

/** The same for one thing's own list, such as an event's hosts: nothing stays from the one before. */
export const adminQueryOf = <Reply>(path: string, everyMs?: number) => adminQuery<Reply>(path, everyMs, path);
