import { sql } from "kysely";
import type { AuditAction, AuditEntry, AuditTarget } from "#contract/audit.ts";
import type { Queryable, RowOf, Tx } from "#server/platform/db/database.ts";
import type { ListQuery, ListSource } from "#server/platform/db/list.ts";
import { momentAt, type TimelineCursor } from "#server/platform/timeline.ts";
import { allRows, firstRow, run } from "#server/platform/db/rows.ts";
import { storedAction, storedTarget } from "./stored-names.ts";

/** A staff action to record in the transaction that performs it. */
interface NewEntry {
  staff: { id: number; displayName: string };
  action: AuditAction;
  target: { kind: AuditTarget; id: string | number };
  /** What the action changed, before and after; only fields worth recording. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
}

/** An entry as stored. */
export interface EntryRow extends RowOf<Omit<AuditEntry, "staff" | "target">, "at"> {
  staffId: number;
  staffName: string;
  targetKind: string;
  targetId: string;
}

const columns = sql<EntryRow>`
  id, at, staff_id as "staffId", staff_name as "staffName", action, target_kind as "targetKind", target_id as "targetId",
  before, after, reason`;

/**
 * Records a staff action, in the transaction that performs it: either both are stored or neither. Nobody can change or
 * delete it afterward.
 */
export async function recordAction(tx: Tx, entry: NewEntry): Promise<void> {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await run(tx)`
    insert into audit_log (staff_id, staff_name, action, target_kind, target_id, before, after, reason)
    values (${entry.staff.id}, ${entry.staff.displayName}, ${storedAction(entry.action)}, ${storedTarget(entry.target.kind)},
      ${String(entry.target.id)}, ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb,
      ${entry.reason ?? null})`;
}

/** The filter of the activity log. */
export interface EntryQuery extends ListQuery {
  kind?: AuditTarget | undefined;
  id?: string | undefined;
  action?: AuditAction | undefined;
  staffId?: number | undefined;
  /** From the first time, and before the second. */
  from?: string | undefined;
  until?: string | undefined;
}

/** The activity log, newest first. */
export const entries: ListSource<EntryQuery, EntryRow> = {
  columns,
  from: sql`audit_log`,
  order: { name: "-id", keys: [{ by: sql`id`, type: "bigint" }], descending: true },
  filters: {
    kind: (kind) => sql`target_kind = ${storedTarget(kind)}`,
    id: (id) => sql`target_id = ${id}`,
    action: (action) => sql`action = ${storedAction(action)}`,
    staffId: (id) => sql`staff_id = ${id}`,
    from: (from) => sql`at >= ${from}::timestamptz`,
    until: (until) => sql`at < ${until}::timestamptz`,
  },
};

/** Entries about one target before a timeline position, newest first. */
export function findEntriesAbout(
  db: Queryable,
  { kind, id }: { kind: AuditTarget; id: string },
  before: TimelineCursor | undefined,
  limit: number,
): Promise<EntryRow[]> {
  const at = momentAt(sql`at`);
  const earlier = before === undefined ? sql`true` : sql`(${at}, id::text collate "C") < (${before.at}, ${before.id})`;
  return allRows(db)`
    select ${columns}, ${at} as at from audit_log where target_kind = ${storedTarget(kind)} and target_id = ${id} and ${earlier}
    order by ${at} desc, id::text collate "C" desc limit ${limit}`;
}

/** Everyone who did something, by the name they had when they last did. */
export function findStaff(db: Queryable): Promise<{ id: number; name: string }[]> {
  return allRows(db)`
    with recursive staff as (
      (select staff_id, staff_name from audit_log order by staff_id, id desc limit 1)
      union all
      select n.* from staff s cross join lateral (
        select staff_id, staff_name from audit_log where staff_id > s.staff_id order by staff_id, id desc limit 1) n)
    select staff_id as id, staff_name as name from staff order by plain_letters(staff_name), staff_id`;
}

/** The latest staff action on a target: who, and when. */
export function findLastAction(
  db: Queryable,
  { kind, id }: { kind: AuditTarget; id: string | number },
): Promise<{ staffName: string; at: Date } | undefined> {
  return firstRow(db)`
    select staff_name as "staffName", at from audit_log
    where target_kind = ${storedTarget(kind)} and target_id = ${String(id)} order by id desc limit 1`;
}
