import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";

/** Whether staff must have a second factor; false until someone sets it. */
export async function isStaffFactorRequired(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select required from policies where name = 'staff_second_factor'`.execute(db);
  return rows[0]?.required ?? false;
}

/** Sets whether staff must have a second factor. */
export async function putStaffFactorPolicy(db: Queryable, required: boolean, changedBy: number): Promise<void> {
  await sql`
    insert into policies (name, required, changed_by) values ('staff_second_factor', ${required}, ${changedBy})
    on conflict (name) do update
      set required = excluded.required, changed_by = excluded.changed_by, changed_at = clock_now()`.execute(db);
}
