import { recordAction } from "#server/modules/audit/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { OrderRow } from "../store.ts";
import type { RefundPlan } from "./plan.ts";

/** Records a staff refund of an order in the activity log: its status before and after. `more` adds details. */
export async function noteRefund(
  tx: Tx,
  staff: Principal,
  { order, plan, reason, more }: { order: OrderRow; plan: RefundPlan; reason: string; more: Record<string, unknown> },
): Promise<void> {
  await recordAction(tx, {
    staff,
    action: "order.refunded",
    target: { kind: "order", id: order.id },
    before: { status: order.status, remainingCents: order.totalCents - order.refundedCents },
    after: {
      status: plan.statusAfter,
      remainingCents: plan.leftCents,
      number: order.number,
      tickets: plan.chosen.length,
      amountCents: plan.amountCents,
      ...more,
    },
    reason,
  });
}
