import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";

/** An administrator who can be written to: the address is confirmed. */
export interface ReachableAdmin {
  id: number;
  name: string;
  email: string;
}

/** Administrators who may sign in and have confirmed an address, by when they came. */
export async function findReachableAdmins(db: Queryable): Promise<ReachableAdmin[]> {
  const { rows } = await sql<ReachableAdmin>`
    select id, display_name as name, email from users
    where role = 'admin' and email is not null and suspended_at is null order by id`.execute(db);
  return rows;
}
