import type { Endpoint } from "#contract/endpoint.ts";
import type { ActiveGrant } from "#contract/grants/kinds.ts";
import { rightOf, type Right, type ScopedNoun } from "#contract/grants/rights.ts";
import { AppError } from "../app-error.ts";
import type { Queryable } from "../db/database.ts";
import { hasRole, holdsRole, type Principal } from "./principal.ts";

/** Which rows of an endpoint a caller may see and change. */
export interface Scope {
  /** Rows of these events; null for all rows, whatever event they are of. */
  eventIds: number[] | null;
  /** Comps of these hosts, besides. */
  hostIds: number[];
  /** Results of these promoters, besides. */
  promoterIds: number[];
}

/** The scope of a role: it isn't limited to events. */
export const everything: Scope = { eventIds: null, hostIds: [], promoterIds: [] };

/** The scope of callers without any staff right. */
export const nothing: Scope = { eventIds: [], hostIds: [], promoterIds: [] };

/** What someone may do as staff besides their role. */
export interface StaffRights {
  grants: ActiveGrant[];
  /** False while the site requires a second factor of staff that this person lacks. */
  mayAct: boolean;
}

/** Whether all that a call names is in a scope that isn't everything. What doesn't exist is in none. */
export type ScopeCheck = (db: Queryable, named: unknown[], scope: Scope) => Promise<boolean>;

/** How the platform finds what a caller may do besides their role, and whether a call stays within it. */
export interface ScopeContext {
  db: Queryable;
  findStaffRights: (userId: number) => Promise<StaffRights>;
  /** Asked once the app is built. */
  findScopeCheck: (noun: ScopedNoun) => ScopeCheck | undefined;
}

/** What grants open of an endpoint; undefined if they don't open it. */
export function scopeOf({ grants, scope }: Right, held: ActiveGrant[]): Scope | undefined {
  const fitting = held.filter(({ kind }) => grants.includes(kind));
  const hostIds = fitting.flatMap(({ kind, hostId }) => (kind === "host" && hostId !== null ? [hostId] : []));
  const promoterIds = fitting.flatMap(({ promoterId }) => promoterId ?? []);
  const events = fitting.filter(({ kind }) => kind !== "host" && kind !== "promoter");
  if (events.some(({ eventId }) => eventId === null)) return { ...everything, hostIds, promoterIds };
  if (scope === "site" || fitting.length === 0) return undefined;
  return { eventIds: events.flatMap(({ eventId }) => eventId ?? []), hostIds, promoterIds };
}

/**
 * Rejects a caller who has neither the role nor a grant for an endpoint, and finds what of it is theirs: everything by
 * role, or what their grants cover. Grants are read for each request, so that ending one counts at once on every node.
 *
 * @throws AppError `not_signed_in` | `not_allowed` | `second_factor_missing`
 */
export async function requireAccess(
  context: ScopeContext,
  endpoint: Endpoint,
  principal: Principal | undefined,
): Promise<Scope> {
  const { access } = endpoint;
  if (access === "signed") return nothing;
  const right = rightOf(endpoint);
  if (access === "public") {
    if (right === undefined || principal === undefined) return nothing;
    if (hasRole(principal, "admin")) return everything;
    const { grants, mayAct } = await findRights(context, principal);
    return (mayAct ? scopeOf(right, grants) : undefined) ?? nothing;
  }
  if (principal === undefined) throw new AppError("not_signed_in");
  const least = access === "member" ? "user" : access;
  if (hasRole(principal, least)) return everything;
  if (holdsRole(principal, least)) throw new AppError("second_factor_missing");
  const rights = right && (await findRights(context, principal));
  const scope = right && rights && scopeOf(right, rights.grants);
  if (rights === undefined || scope === undefined) throw new AppError("not_allowed");
  if (!rights.mayAct) throw new AppError("second_factor_missing");
  return scope;
}

/** Guests have no grants. */
const findRights = async ({ findStaffRights }: ScopeContext, { id, role }: Principal): Promise<StaffRights> =>
  role === "guest" ? { grants: [], mayAct: false } : findStaffRights(id);

/**
 * Narrows a scope to a call that names a row, by a query on that row: for whoever may not see it, it doesn't exist. Lists
 * narrow themselves.
 *
 * @returns the scope; for endpoints that anyone may call, `nothing` if the row isn't in it
 * @throws AppError `not_found`
 */
export async function narrowScope(
  context: ScopeContext,
  endpoint: Endpoint,
  scope: Scope,
  call: Record<"params" | "query" | "body", unknown>,
): Promise<Scope> {
  const right = rightOf(endpoint);
  if (right === undefined || typeof right.scope === "string" || scope.eventIds === null || scope === nothing)
    return scope;
  const { noun, at } = right.scope;
  const named = at.split(".").reduce<unknown[]>(valuesOf, [call]);
  if (named.length > 0 && (await isInScope(context, noun, named, scope))) return scope;
  if (endpoint.access === "public") return nothing;
  throw new AppError("not_found");
}

/** The values of a field in each of some objects; those of a list are values of their own. */
const valuesOf = (objects: unknown[], field: string): unknown[] =>
  objects.flatMap((each) => ((each ?? {}) as Record<string, unknown>)[field] ?? []);

async function isInScope(context: ScopeContext, noun: ScopedNoun, named: unknown[], scope: Scope): Promise<boolean> {
  if (noun === "event") return named.every((id) => scope.eventIds!.includes(id as number));
  if (noun === "promoter") return named.every((id) => scope.promoterIds.includes(id as number));
  const check = context.findScopeCheck(noun);
  if (check === undefined) throw new Error(`There is no check of the scope of ${noun}`);
  return check(context.db, named, scope);
}

/** A list's filter for a scope: the events whose rows it has. Undefined for all rows. */
export const eventsOf = ({ eventIds }: Scope): { eventIds?: number[] } => (eventIds === null ? {} : { eventIds });

/** Whether a scope has any rows. */
export const isAnything = ({ eventIds }: Scope): boolean => eventIds === null || eventIds.length > 0;
