import { sql } from "kysely";
import type { OrderNote } from "#contract/admin/order.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { createStaffNotes, type NewNote } from "#server/platform/staff-notes.ts";

export const notes = createStaffNotes(sql`order_notes`, sql`order_id::text`);

/** Adds a note; undefined for an order that doesn't exist. */
export const insertNote = (tx: Tx, note: NewNote) =>
  notes.insert(
    tx,
    { columns: sql`order_id`, values: sql`id`, from: sql`from orders where id = ${note.orderId}::uuid` },
    note,
  );

/** The notes on an order, latest first, including deleted ones. */
export const listNotes = (db: Queryable, orderId: string): Promise<OrderNote[]> =>
  notes.list(db, sql`order_id = ${orderId}::uuid`);
