import type { EndpointName, ParamsOf, QueryOf } from "#contract/calls.ts";
import { withQuery } from "./paths.ts";

/** What the path of an endpoint needs, and what may follow it. */
export type PrefixArgs<Name extends EndpointName> = [ParamsOf<Name>] extends [undefined]
  ? [input?: { query?: Partial<QueryOf<Name>> | undefined }]
  : [input: { params: ParamsOf<Name>; query?: Partial<QueryOf<Name>> | undefined }];

/** The path of a call: "/api/events/7?from=2026-11-28". Empty values of the query are left out. */
export const apiPath = <Name extends EndpointName>(name: Name, ...[input]: PrefixArgs<Name>): string =>
  pathOf(name, input);

/** The same for a name that isn't known to be one. */
export function pathOf(name: string, { params, query }: { params?: object; query?: object } = {}): string {
  const values = Object(params) as Record<string, unknown>;
  const path = name
    .slice(name.indexOf(" ") + 1)
    .replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(values[field])));
  return query ? withQuery(path, query as Parameters<typeof withQuery>[1]) : path;
}
