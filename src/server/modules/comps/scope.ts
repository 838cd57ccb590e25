import type { Scope } from "#server/platform/http/scope.ts";

/** What a scope has of comps: those of its events, and those of its hosts. */
export type CompScope = Pick<Scope, "hostIds"> & { eventIds: number[] };

/** The scope of a list of comps; undefined for all. */
export const compScopeOf = ({ eventIds, hostIds }: Scope): CompScope | undefined =>
  eventIds === null ? undefined : { eventIds, hostIds };
