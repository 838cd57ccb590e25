import { keepPreviousData, queryOptions } from "@tanstack/react-query";

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
 * Admin data refetches on every visit, unlike the public pages; the previous rows stay while the next ones load.
 * `everyMs` is for lists that change by themselves.
 */
export const adminQuery = <Reply>(path: string, everyMs?: number) =>
  queryOptions<Reply, Error, Reply, readonly [string]>({
    queryKey: [path],
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 10_000,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
