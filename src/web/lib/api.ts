import { queryOptions } from "@tanstack/react-query";
import type { CallBodyOf, EndpointName, NameOf, ParamsOf, QueryOf, RefusalOf, ReplyOf } from "#contract/calls.ts";
import { call, CallError, type CallOptions } from "./call.ts";
import { withQuery } from "./paths.ts";

// The client that the contract types. A call names its endpoint, "GET /api/events/{id}", and everything else follows
// from it: parameters, query, body, reply and what it can refuse with. The names are text; nothing is looked up.

/** What an endpoint's path needs, and what its query can ask. */
export type PathInput<Name extends EndpointName> = ([ParamsOf<Name>] extends [undefined]
  ? { params?: undefined }
  : { params: ParamsOf<Name> }) &
  ([QueryOf<Name>] extends [undefined]
    ? { query?: undefined }
    : object extends QueryOf<Name>
      ? { query?: QueryOf<Name> | undefined }
      : { query: QueryOf<Name> });

/** What a call of an endpoint sends. */
export type CallInput<Name extends EndpointName> = PathInput<Name> &
  (undefined extends CallBodyOf<Name> ? { body?: CallBodyOf<Name> } : { body: CallBodyOf<Name> }) &
  Omit<CallOptions, "body"> & {
    /** The Idempotency-Key: calls with the same one take effect once. */
    key?: string | undefined;
  };

/** The same for a path that only begins with what is asked, such as that of a list whatever its filters are. */
export type PrefixArgs<Name extends EndpointName> = [ParamsOf<Name>] extends [undefined]
  ? [input?: { query?: Partial<QueryOf<Name>> | undefined }]
  : [input: { params: ParamsOf<Name>; query?: Partial<QueryOf<Name>> | undefined }];
/** The arguments after an endpoint's name: none if it needs nothing. */
export type PathArgs<Name extends EndpointName> =
  object extends PathInput<Name> ? [input?: PathInput<Name>] : [input: PathInput<Name>];
/** The arguments after an endpoint's name: none if it needs nothing. */
export type CallArgs<Name extends EndpointName> =
  object extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

type AnyInput = Omit<CallOptions, "body"> & {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  key?: string | undefined;
};

/** The path of a call: "/api/events/7?from=2026-11-28". Empty values of the query are left out. */
export const apiPath = <Name extends EndpointName>(name: Name, ...[input]: PrefixArgs<Name>): string =>
  pathOf(name, input);

function pathOf(name: string, { params, query }: AnyInput = {}): string {
  const values = Object(params) as Record<string, unknown>;
  const path = name
    .slice(name.indexOf(" ") + 1)
    .replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(values[field])));
  return query ? withQuery(path, query as Parameters<typeof withQuery>[1]) : path;
}

/**
 * Calls an endpoint and returns the response itself, for what isn't JSON.
 *
 * @throws CallError if the server refuses; TypeError when the network fails
 */
export function fetchApi<Name extends EndpointName>(name: Name, ...[input]: CallArgs<Name>): Promise<Response> {
  const { params, query, key, ...options }: AnyInput = input ?? {};
  const [method = ""] = name.split(" ");
  if (key !== undefined) options.headers = { ...options.headers, "idempotency-key": key };
  return call(method, pathOf(name, { params, query }), options);
}

/**
 * Calls an endpoint and returns what it answers.
 *
 * @throws CallError if the server refuses; TypeError when the network fails
 */
export async function callApi<Name extends EndpointName>(name: Name, ...args: CallArgs<Name>): Promise<ReplyOf<Name>> {
  const response = await fetchApi(name, ...args);
  return (response.status === 204 ? undefined : await response.json()) as ReplyOf<Name>;
}

/** A query for what a GET endpoint answers: the path, with its query string, is the whole key. */
export const apiQuery = <Name extends NameOf<"GET">>(name: Name, ...args: PathArgs<Name>) =>
  queryOptions<ReplyOf<Name>, Error, ReplyOf<Name>, readonly [string]>({ queryKey: [pathOf(name, args[0])] });

/** The code that an endpoint refused a call with; undefined if the call failed in another way, or in none. */
export const refusalOf = <Name extends EndpointName>(_name: Name, error: unknown): RefusalOf<Name> | undefined =>
  error instanceof CallError ? (error.answer.code as RefusalOf<Name> | undefined) : undefined;
