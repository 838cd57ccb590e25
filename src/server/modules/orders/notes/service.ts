import type { OrderNote } from "#contract/office-order.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { PreparedReply } from "#server/platform/http/route.ts";
import { findReplies, storeReplies, type IdempotencyClaim } from "#server/platform/idempotency.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import * as store from "./store.ts";

interface Noting {
  staff: Principal;
  orderId: string;
  text: string;
  idempotency: IdempotencyClaim;
}

/**
 * Writes down what one of the staff wants the others to know of an order. The same Idempotency-Key writes it once.
 *
 * @throws AppError `not_found` | `idempotency_key_reused`
 */
export function addNote({ db }: Deps, { staff, orderId, text, idempotency }: Noting): Promise<PreparedReply> {
  return inTransaction(db, async (tx) => {
    const [stored] = await findReplies(tx, [idempotency]);
    if (stored instanceof AppError) throw stored;
    if (stored !== undefined) return new PreparedReply(stored.reply, stored.status);
    const row = await store.insertNote(tx, { orderId, text, staff });
    if (row === undefined) throw new AppError("not_found");
    const target = { kind: "order" as const, id: orderId };
    await recordAction(tx, { staff, action: "order.noted", target, after: { note: row.id } });
    const reply = JSON.stringify(toNote(row));
    await storeReplies(tx, [{ ...idempotency, status: 201, reply }]);
    return new PreparedReply(reply, 201);
  });
}

/**
 * Strikes a note out. It stays readable, with who struck it; striking it again changes nothing.
 *
 * @throws AppError `not_found`
 */
export function strikeNote({ db }: Deps, staff: Principal, noteId: number): Promise<OrderNote> {
  return inTransaction(db, async (tx) => {
    const isNew = await store.strikeNote(tx, noteId, staff.displayName);
    const row = await store.findNote(tx, noteId);
    if (row === undefined) throw new AppError("not_found");
    const target = { kind: "order" as const, id: row.orderId };
    if (isNew) await recordAction(tx, { staff, action: "order.note_struck", target, before: { note: noteId } });
    return toNote(row);
  });
}

/** The notes about an order, latest first; struck out ones too. */
export async function listNotes(db: Queryable, orderId: string): Promise<OrderNote[]> {
  return (await store.findNotes(db, orderId)).map(toNote);
}

function toNote({ id, text, by, at, struckAt, struckBy }: store.NoteRow): OrderNote {
  const struck = struckAt === null ? null : { at: struckAt.toISOString(), by: struckBy ?? "" };
  return { id, text, by, at: at.toISOString(), struck };
}
