import { sql } from "kysely";
import { columnsOf, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, hasRows } from "#server/platform/db/rows.ts";
import { OrderNote } from "#contract/admin/order.ts";

const storedNote = { ...columnsOf(OrderNote.shape), orderId: uuid };
type NoteRow = RowFrom<typeof storedNote>;

const columns = sql`
  id, order_id as "orderId", text, author_name as by, created_at as at,
  case when deleted_at is not null then json_build_object('at', deleted_at, 'by', coalesce(deleted_by_name, '')) end as deleted`;

/** Adds a note; undefined for an order that doesn't exist. */
export async function insertNote(
  tx: Tx,
  note: { orderId: string; text: string; staff: { id: number; displayName: string } },
): Promise<NoteRow | undefined> {
  return firstRow(tx, storedNote)`
    insert into order_notes (order_id, text, author_id, author_name)
    select id, ${note.text}, ${note.staff.id}::bigint, ${note.staff.displayName} from orders
    where id = ${note.orderId}::uuid
    returning ${columns}`;
}

/** Marks a note deleted, once: a second call changes nothing. */
export function deleteNote(tx: Tx, noteId: number, by: string): Promise<boolean> {
  return hasRows(tx)`
    update order_notes set deleted_at = clock_now(), deleted_by_name = ${by}
    where id = ${noteId} and deleted_at is null returning id`;
}

/** The notes on an order, latest first. */
export function findNotes(db: Queryable, orderId: string): Promise<NoteRow[]> {
  return allRows(db, storedNote)`
    select ${columns} from order_notes where order_id = ${orderId}::uuid order by id desc`;
}

export function findNote(db: Queryable, id: number): Promise<NoteRow | undefined> {
  return firstRow(db, storedNote)`select ${columns} from order_notes where id = ${id}`;
}
