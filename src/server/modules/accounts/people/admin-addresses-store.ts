import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";

/** An admin who can be emailed: the address is confirmed. */
export interface ReachableAdmin {
  id: number;
  name: string;
  email: string;
}

/** Admins who can sign in and have a confirmed address, oldest first. */
export async function findReachableAdmins(db: Queryable): Promise<ReachableAdmin[]> {
  const { rows } = await sql<ReachableAdmin>`
    select id, display_name as name, email from users
    where role = 'admin' and email is not null and suspended_at is null order by id`.execute(db);
  return rows;
}

/** How many admins could approve something. */
export async function countAdmins(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users
    where role = 'admin' and suspended_at is null and deleted_at is null`.execute(db);
  return rows[0]!.count;
}
