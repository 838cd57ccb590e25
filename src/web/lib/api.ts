import { queryOptions } from "@tanstack/react-query";
import type { CallBodyOf, EndpointName, NameOf, ParamsOf, QueryOf, RefusalOf, ReplyOf } from "#contract/calls.ts";
import { call, callJson, CallError, type CallOptions } from "./call.ts";
import { pathOf } from "./paths.ts";

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

/** The arguments after an endpoint's name: none if it needs nothing. */
type PathArgs<Name extends EndpointName> =
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

/** @returns method, path and options of a call */
function requestOf(name: string, input: AnyInput = {}): [method: string, path: string, options: CallOptions] {
  const { params, query, key, ...options } = input;
  if (key !== undefined) options.headers = { ...options.headers, "idempotency-key": key };
  return [name.slice(0, name.indexOf(" ")), pathOf(name, { params, query }), options];
}

/**
 * Calls an endpoint and returns the response itself, for what isn't JSON.
 *
 * @throws CallError if the server refuses; TypeError when the network fails
 */
export const fetchApi = <Name extends EndpointName>(name: Name, ...[input]: CallArgs<Name>): Promise<Response> =>
  call(...requestOf(name, input));

/**
 * Calls an endpoint and returns what it answers.
 *
 * @throws CallError if the server refuses; TypeError when the network fails
 */
export const callApi = <Name extends EndpointName>(name: Name, ...[input]: CallArgs<Name>): Promise<ReplyOf<Name>> =>
  callJson(...requestOf(name, input)) as Promise<ReplyOf<Name>>;

/** A query for what a GET endpoint answers: the path, with its query string, is the whole key. */
export const apiQuery = <Name extends NameOf<"GET">>(name: Name, ...args: PathArgs<Name>) =>
  queryOptions<ReplyOf<Name>, Error, ReplyOf<Name>, readonly [string]>({ queryKey: [pathOf(name, args[0])] });

/** The code that an endpoint refused a call with; undefined if the call failed in another way, or in none. */
export const refusalOf = <Name extends EndpointName>(_name: Name, error: unknown): RefusalOf<Name> | undefined =>
  error instanceof CallError ? (error.answer.code as RefusalOf<Name> | undefined) : undefined;
