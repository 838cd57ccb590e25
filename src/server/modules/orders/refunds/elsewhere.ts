import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { giveBack } from "./give-back.ts";
import { noteRefund } from "./note-refund.ts";

/** A refund that was made at the provider, and the tickets that staff say it is for: all that are left unless named. */
export interface RefundMadeElsewhere {
  staff: Principal;
  orderId: string;
  refundId: string;
  amountCents: number;
  ticketIds?: number[] | undefined;
  reason: string;
}

/**
 * Lets the tickets die for which money went back past us, in the caller's transaction: their places are for sale again,
 * the books get what was taken back of the sale, and the buyer is told. Nothing is sent: the money is there. Of two who
 * say it at once one does.
 *
 * @throws AppError as `giveBack()` does: `refund_too_high` when the tickets are worth less than what went back,
 *   `already_refunded` when it was said before
 */
export async function voidForRefund(deps: Deps, tx: Tx, said: RefundMadeElsewhere): Promise<void> {
  const { staff, orderId, refundId, amountCents, ticketIds, reason } = said;
  const { order, plan } = await giveBack(deps, tx, {
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
