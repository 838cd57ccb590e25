import { sql } from "kysely";
import type { AuditTarget } from "#contract/audit.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { storedTarget } from "./stored-names.ts";

/** The latest staff action on a target: who, and when. */
export async function findLastAction(
  db: Queryable,
  { kind, id }: { kind: AuditTarget; id: string | number },
): Promise<{ staffName: string; at: Date } | undefined> {
  const { rows } = await sql<{ staffName: string; at: Date }>`
    select staff_name as "staffName", at from audit_log
    where target_kind = ${storedTarget(kind)} and target_id = ${String(id)} order by id desc limit 1`.execute(db);
  return rows[0];
}
