import type { Deps } from "./deps.ts";
import type { StaffRights } from "./http/scope.ts";

/** What someone may do now as staff besides their role. Read from the database each time. */
export async function findStaffRights(
  { contributed, db }: Pick<Deps, "contributed" | "db">,
  userId: number,
): Promise<StaffRights> {
  const [find] = contributed("findStaffRights");
  return find === undefined ? { grants: [], mayAct: false } : find(db, userId);
}
