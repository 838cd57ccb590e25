import { keepPreviousData, queryOptions } from "@tanstack/react-query";

/** The one shape of a list. */
export type ListReply<Row> = {
  items: Row[];
  total: number;
  page: number;
  pageSize: number;
  /** True where there are more than the total says; lists that are counted to their end do not say. */
  isMore?: boolean;
  /** Where the list goes on, however deep; lists that stay short have none. */
  nextCursor?: string | null;
};

/**
 * What staff look at is read anew on every visit, unlike anything visitors see; while the next rows come the former ones
 * stay. `everyMs` for lists that move by themselves.
 */
export const deskQuery = <Reply>(path: string, everyMs?: number) =>
  queryOptions<Reply, Error, Reply, readonly [string]>({
    queryKey: [path],
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 10_000,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
