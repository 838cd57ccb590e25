import type { OrderRefund } from "#contract/order-refunds.ts";
import type { OrderRefundRow } from "./store.ts";

/** A refund as its buyer sees it: the reason that staff gave stays with staff. */
export function showRefund(row: OrderRefundRow): OrderRefund {
  return {
    id: row.id,
    amountCents: row.amountCents,
    feeCents: row.feeCents,
    status: row.status,
    madeBy: row.madeBy,
    ticketIds: row.ticketIds,
    keepsTickets: row.keepsTickets,
    note: row.note,
    byHand: row.byHand,
    createdAt: row.createdAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}
