import type { OrderNote } from "#contract/admin/order.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import { toNote, type NewNote } from "#server/platform/staff-notes.ts";
import { insertNote, notes } from "./store.ts";

/**
 * Adds a staff note to an order. The same Idempotency-Key adds it once.
 *
 * @throws AppError `not_found` | `idempotency_key_reused`
 */
export function addNote({ db }: Deps, note: NewNote): Promise<PreparedReply> {
  const { staff, orderId, idempotency } = note;
  return inTransaction(db, (tx) =>
    answerOnce(tx, idempotency, async () => {
      const row = requireFound(await insertNote(tx, note));
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
export const deleteNote = (deps: Deps, staff: Principal, noteId: number): Promise<OrderNote> =>
  notes.delete(deps, staff, noteId, (tx, orderId) => {
    const target = { kind: "order" as const, id: orderId };
    return recordAction(tx, { staff, action: "order.note_deleted", target, before: { note: noteId } });
  });
