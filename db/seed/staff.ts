import { sql } from "kysely";
import type { Principal } from "#server/platform/http/principal.ts";
import type { TimeMachine } from "./time-machine.ts";

/** The admin who performs the demo's staff actions; undefined on a site that has none. */
export async function findAdmin({ db }: TimeMachine): Promise<Principal | undefined> {
  const { rows } = await sql<Principal>`
    select id, username, display_name as "displayName", avatar, role, email from users
    where role = 'admin' order by id limit 1`.execute(db);
  return rows[0];
}
