import { queryOptions } from "@tanstack/react-query";
import type { NameOf, ReplyOf } from "#contract/calls.ts";
import { apiPath, type PathInput } from "#web/lib/api.ts";
import { placeholderFrom } from "#web/lib/placeholder-from.ts";

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
export function adminQuery<Name extends NameOf<"GET">>(name: Name, ...args: QueryArgs<Name>): AdminQuery<ReplyOf<Name>>;
export function adminQuery<Reply, Path extends string = string>(
  path: OldPath<Path>,
  everyMs?: number,
  list?: string,
): AdminQuery<Reply>;
export function adminQuery(name: string, at?: unknown, everyMs?: unknown): AdminQuery<unknown> {
  if (name.startsWith("/")) return queryAt(name, at as number | undefined, everyMs as string | undefined);
  return queryAt((apiPath as (name: string, at: unknown) => string)(name, at), everyMs as number | undefined);
}

/** The same for one thing's own list, such as an event's hosts: nothing stays from the one before. */
export function adminQueryOf<Name extends NameOf<"GET">>(
  name: Name,
  ...args: QueryArgs<Name>
): AdminQuery<ReplyOf<Name>>;
export function adminQueryOf<Reply, Path extends string = string>(
  path: OldPath<Path>,
  everyMs?: number,
): AdminQuery<Reply>;
export function adminQueryOf(name: string, at?: unknown, everyMs?: unknown): AdminQuery<unknown> {
  if (name.startsWith("/")) return queryAt(name, at as number | undefined, name);
  const path = (apiPath as (name: string, at: unknown) => string)(name, at);
  return queryAt(path, everyMs as number | undefined, path);
}

/** What the endpoint's path needs, and how often it is read again, for lists that change by themselves. */
type QueryArgs<Name extends NameOf<"GET">> =
  object extends PathInput<Name> ? [at?: PathInput<Name>, everyMs?: number] : [at: PathInput<Name>, everyMs?: number];

type AdminQuery<Reply> = ReturnType<typeof queryAt<Reply>>;

/** @param list what is listed, however it is sorted, filtered and paged; without it, the path alone decides */
export const queryAt = <Reply, Path extends string = string>(
  path: OldPath<Path>,
  everyMs?: number,
  list = path.replace(/\?.*/, ""),
) =>
  queryOptions<Reply, Error, Reply, readonly [string]>({
    queryKey: [path],
    ...placeholderFrom(list),
    staleTime: 0,
    gcTime: 10_000,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });

type OldPath<Path extends string> = Path extends `${string} ${string}` ? never : Path;
