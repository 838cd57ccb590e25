import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** A note about an order, as it is kept. */
export interface NoteRow {
  id: number;
  orderId: string;
  text: string;
  by: string;
  at: Date;
  struckAt: Date | null;
  struckBy: string | null;
}

const columns = sql`
  id, order_id as "orderId", text, author_name as by, created_at as at, struck_at as "struckAt", striker_name as "struckBy"`;

/** Adds a note; undefined for an order that does not exist. */
export async function insertNote(
  tx: Tx,
  note: { orderId: string; text: string; staff: { id: number; displayName: string } },
): Promise<NoteRow | undefined> {
  const { rows } = await sql<NoteRow>`
    insert into order_notes (order_id, text, author_id, author_name)
    select id, ${note.text}, ${note.staff.id}::bigint, ${note.staff.displayName} from orders
    where id = ${note.orderId}::uuid
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Strikes a note out, once: who comes second changes nothing. */
export async function strikeNote(tx: Tx, noteId: number, by: string): Promise<boolean> {
  const { rows } = await sql`
    update order_notes set struck_at = clock_now(), striker_name = ${by}
    where id = ${noteId} and struck_at is null returning id`.execute(tx);
  return rows.length > 0;
}

/** The notes about an order, latest first. */
export async function findNotes(db: Queryable, orderId: string): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select ${columns} from order_notes where order_id = ${orderId}::uuid order by id desc`.execute(db);
  return rows;
}

/** One note. */
export async function findNote(db: Queryable, id: number): Promise<NoteRow | undefined> {
  const { rows } = await sql<NoteRow>`select ${columns} from order_notes where id = ${id}`.execute(db);
  return rows[0];
}
