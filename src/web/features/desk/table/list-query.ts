import { keepPreviousData, queryOptions } from "@tanstack/react-query";

/** The one shape of a list. */
export type ListReply<Row> = { items: Row[]; total: number; page: number; pageSize: number };

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
