import { OrderNote } from "#contract/admin/order.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

const toNote = shownAs(OrderNote);

interface Noting {
  staff: Principal;
  orderId: string;
  text: string;
  idempotency: IdempotencyClaim;
}

/**
 * Adds a staff note to an order. The same Idempotency-Key adds it once.
 *
 * @throws AppError `not_found` | `idempotency_key_reused`
 */
export function addNote({ db }: Deps, { staff, orderId, text, idempotency }: Noting): Promise<PreparedReply> {
  return inTransaction(db, (tx) =>
    answerOnce(tx, idempotency, async () => {
      const row = requireFound(await store.insertNote(tx, { orderId, text, staff }));
      const target = { kind: "order" as const, id: orderId };
      await recordAction(tx, { staff, action: "order.noted", target, after: { note: row.id } });
      return toNote(row);
    }),
  );
}

/**
 * Deletes a note (soft). It stays readable, with who deleted it; deleting it again changes nothing.
 *
 * @throws AppError `not_found`
 */
export function deleteNote({ db }: Deps, staff: Principal, noteId: number): Promise<OrderNote> {
  return inTransaction(db, async (tx) => {
    const isNew = await store.deleteNote(tx, noteId, staff.displayName);
    const row = requireFound(await store.findNote(tx, noteId));
    const target = { kind: "order" as const, id: row.orderId };
    if (isNew) await recordAction(tx, { staff, action: "order.note_deleted", target, before: { note: noteId } });
    return toNote(row);
  });
}

/** The notes on an order, latest first, including deleted ones. */
export async function listNotes(db: Queryable, orderId: string): Promise<OrderNote[]> {
  return (await store.findNotes(db, orderId)).map(toNote);
}
