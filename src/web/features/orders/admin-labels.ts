import type { OrderStatus } from "#contract/orders/orders.ts";
import { gold, gone, good, plain, soon } from "#web/admin-kit/badge-labels.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";

export const orderStatuses: Record<OrderStatus, BadgeLabel> = {
  awaiting_payment: soon("On hold"),
  paying: soon("Paying"),
  paid: good("Paid"),
  partially_refunded: soon("Partially refunded"),
  refunded: gone("Refunded"),
  expired: plain("Expired"),
  canceled: plain("Canceled"),
};

/** A revoked comp had nothing to refund. */
export function orderBadge(status: OrderStatus, isComp: boolean): BadgeLabel {
  if (!isComp) return orderStatuses[status];
  return status === "paid" ? gold("Comp") : gone("Comp revoked");
}
