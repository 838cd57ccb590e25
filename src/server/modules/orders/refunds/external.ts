import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { refundTickets } from "./refund-tickets.ts";
import { noteRefund } from "./note-refund.ts";

/** A refund made at the payment provider, and the tickets that staff match to it: all that are left unless named. */
export interface ExternalRefund {
  staff: Principal;
  orderId: string;
  refundId: string;
  amountCents: number;
  ticketIds?: number[] | undefined;
  reason: string;
}

/**
 * Voids the tickets that an external refund paid back, in the caller's transaction: their spots are back on sale, the
 * ledger reverses that part of the sale, and the buyer is notified. No money is sent: the refund already happened. If
 * two staff do this at once, one succeeds.
 *
 * @throws AppError as `refundTickets()` does: `refund_too_high` when the tickets are worth less than the refund,
 *   `already_refunded` when it was matched before
 */
export async function voidForRefund(deps: Deps, tx: Tx, said: ExternalRefund): Promise<void> {
  const { staff, orderId, refundId, amountCents, ticketIds, reason } = said;
  const { order, plan } = await refundTickets(deps, tx, {
    orderId,
    ticketIds,
    withFee: true,
    returnsStock: true,
    includesAdmitted: true,
    madeBy: "staff",
    decidedBy: staff.id,
    reason,
    note: null,
    why: "provider",
    sent: { refundId, amountCents },
  });
  await noteRefund(tx, staff, { order, plan, reason, more: { madeAt: "provider" } });
}
