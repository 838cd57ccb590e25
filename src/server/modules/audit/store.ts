import { sql } from "kysely";
import type { AuditAction, AuditTarget } from "#contract/audit.ts";
import type { PageOf } from "#server/platform/db/paging.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** Something that one of the staff did, to be noted in the transaction that does it. */
export interface NewEntry {
  staff: { id: number; displayName: string };
  action: AuditAction;
  target: { kind: AuditTarget; id: string | number };
  /** What the act changed, as it was and as it is; only fields that tell something. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
}

/** An entry as it is kept. */
export interface EntryRow {
  id: number;
  at: Date;
  staffId: number;
  staffName: string;
  action: AuditAction;
  targetKind: AuditTarget;
  targetId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
}

/** Adds an entry; the table refuses every later change. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    insert into audit_log (staff_id, staff_name, action, target_kind, target_id, before, after, reason)
    values (${entry.staff.id}, ${entry.staff.displayName}, ${entry.action}, ${entry.target.kind},
      ${String(entry.target.id)}, ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb,
      ${entry.reason ?? null})`.execute(tx);
}

/** One page of entries, newest first. */
export async function findEntries(
  db: Queryable,
  { kind, id }: { kind?: AuditTarget | undefined; id?: string | undefined },
  page: PageOf,
): Promise<{ rows: EntryRow[]; total: number }> {
  const about = sql`(${kind ?? null}::text is null or target_kind = ${kind ?? null})
    and (${id ?? null}::text is null or target_id = ${id ?? null})`;
  const { rows } = await sql<EntryRow>`
    select id, at, staff_id as "staffId", staff_name as "staffName", action, target_kind as "targetKind",
      target_id as "targetId", before, after, reason
    from audit_log where ${about} order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from audit_log where ${about}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}
