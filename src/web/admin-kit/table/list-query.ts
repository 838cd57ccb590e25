import { placeholderFrom } from "#web/lib/query-client.ts";
import { queryOptions } from "@tanstack/react-query";
import type { NameOf, ReplyOf } from "#contract/calls.ts";
import type { PathInput } from "#web/lib/api.ts";
import { pathOf } from "#web/lib/paths.ts";

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
 */
export const adminQuery = <Name extends NameOf<"GET">>(name: Name, ...[at, everyMs]: QueryArgs<Name>) =>
  queryAt<ReplyOf<Name>>(pathOf(name, at), everyMs);

/** The same for one thing's own list, such as an event's hosts: nothing stays from the one before. */
export function adminQueryOf<Name extends NameOf<"GET">>(name: Name, ...[at, everyMs]: QueryArgs<Name>) {
  const path = pathOf(name, at);
  return queryAt<ReplyOf<Name>>(path, everyMs, path);
}

/** What the endpoint's path needs, and how often it is read again, for lists that change by themselves. */
type QueryArgs<Name extends NameOf<"GET">> =
  object extends PathInput<Name> ? [at?: PathInput<Name>, everyMs?: number] : [at: PathInput<Name>, everyMs?: number];

/** @param list what is listed, however it is sorted, filtered and paged; without it, the path alone decides */
export const queryAt = <Reply>(path: string, everyMs?: number, list = path.replace(/\?.*/, "")) =>
  queryOptions<Reply, Error, Reply, readonly [string]>({
    queryKey: [path],
    ...placeholderFrom(list),
    staleTime: 0,
    gcTime: 10_000,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });

/** Whether a query's key is the path of admin data. */
export const isAdminPath = (path: unknown) => /^\/api\/admin\/\w/.test(String(path));
