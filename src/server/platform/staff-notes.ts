import { sql, type RawBuilder } from "kysely";
import { OrderNote } from "#contract/admin/order.ts";
import { requireFound } from "./app-error.ts";
import { columnsOf, text, type RowFrom } from "./db/columns.ts";
import { inTransaction, type Queryable, type Tx } from "./db/database.ts";
import { allRows, firstRow, hasRows } from "./db/rows.ts";
import type { Deps } from "./deps.ts";
import type { Principal } from "./http/principal.ts";
import type { IdempotencyClaim } from "./idempotency.ts";
import { shownAs } from "./shown.ts";

const storedNote = { ...columnsOf(OrderNote.shape), subject: text };
type NoteRow = RowFrom<typeof storedNote>;

/** A note that staff write about an order or its customer, once per key. */
export interface NewNote {
  staff: Principal;
  orderId: string;
  text: string;
  idempotency: IdempotencyClaim;
}

/** A note as the contract shows it. */
export const toNote: (row: NoteRow) => OrderNote = shownAs(OrderNote);

/**
 * The staff notes in a table of its own: about an order, for example. A deleted note (soft) stays readable, with who
 * deleted it.
 *
 * @param table has the columns of notes, and any that say what a note is about
 * @param subject what a note is about, as text
 */
export function createStaffNotes(table: RawBuilder<unknown>, subject: RawBuilder<unknown>) {
  const columns = sql`id, ${subject} as subject, text, author_name as by, created_at as at,
    case when deleted_at is not null then json_build_object('at', deleted_at, 'by', deleted_by_name) end as deleted`;

  return {
    /**
     * Adds a note.
     *
     * @param about the columns that say what it is about, and a query's select list and source for their values
     * @returns undefined if the source has no row
     */
    insert: (
      tx: Tx,
      about: { columns: RawBuilder<unknown>; values: RawBuilder<unknown>; from?: RawBuilder<unknown> },
      note: Pick<NewNote, "staff" | "text">,
    ): Promise<NoteRow | undefined> =>
      firstRow(tx, storedNote)`
        insert into ${table} (${about.columns}, text, author_id, author_name)
        select ${about.values}, ${note.text}, ${note.staff.id}::bigint, ${note.staff.displayName} ${about.from ?? sql``}
        returning ${columns}`,

    /** Those that meet a condition, latest first, including deleted ones. */
    list: async (db: Queryable, where: RawBuilder<unknown>): Promise<OrderNote[]> =>
      (await allRows(db, storedNote)`select ${columns} from ${table} where ${where} order by id desc`).map(toNote),

    /**
     * Deletes a note, once: deleting it again changes nothing.
     *
     * @param record records the deletion, in its transaction
     * @throws AppError `not_found`
     */
    delete: (
      { db }: Pick<Deps, "db">,
      staff: Principal,
      id: number,
      record: (tx: Tx, subject: string) => Promise<unknown>,
    ): Promise<OrderNote> =>
      inTransaction(db, async (tx) => {
        const isNew = await hasRows(tx)`
          update ${table} set deleted_at = clock_now(), deleted_by_name = ${staff.displayName}
          where id = ${id} and deleted_at is null returning id`;
        const row = requireFound(await firstRow(tx, storedNote)`select ${columns} from ${table} where id = ${id}`);
        if (isNew) await record(tx, row.subject);
        return toNote(row);
      }),
  };
}
