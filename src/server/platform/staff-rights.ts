import type { Endpoint } from "#contract/endpoint.ts";
import { rightOf } from "#contract/grants/rights.ts";
import type { Deps } from "./deps.ts";
import type { Principal } from "./http/principal.ts";
import { scopeOf, type StaffRights } from "./http/scope.ts";

/** What someone may do now as staff besides their role. Read from the database each time. */
export async function findStaffRights(
  { contributed, db }: Pick<Deps, "contributed" | "db">,
  userId: number,
): Promise<StaffRights> {
  const [find] = contributed("findStaffRights");
  return find === undefined ? { grants: [], mayAct: false } : find(db, userId);
}

/** Whether someone's grants open an endpoint for an event. */
export async function coversEvent(
  deps: Pick<Deps, "contributed" | "db">,
  endpoint: Endpoint,
  person: Principal | undefined,
  eventId: number,
): Promise<boolean> {
  const right = rightOf(endpoint);
  if (person === undefined || person.role === "guest" || right === undefined) return false;
  const { grants, mayAct } = await findStaffRights(deps, person.id);
  const scope = mayAct ? scopeOf(right, grants) : undefined;
  return scope !== undefined && (scope.eventIds?.includes(eventId) ?? true);
}
