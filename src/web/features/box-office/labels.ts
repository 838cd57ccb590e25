import type { OrderStatus } from "#contract/orders.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";

export const orderStatuses: Record<OrderStatus, BadgeLabel> = {
  awaiting_payment: { label: "On hold", tone: "soon" },
  paying: { label: "Paying", tone: "soon" },
  paid: { label: "Paid", tone: "good" },
  partially_refunded: { label: "Partially refunded", tone: "soon" },
  refunded: { label: "Refunded", tone: "gone" },
  expired: { label: "Expired", tone: "plain" },
  canceled: { label: "Canceled", tone: "plain" },
};

/** A revoked comp had nothing to refund. */
export function orderBadge(status: OrderStatus, isComp: boolean): BadgeLabel {
  if (!isComp) return orderStatuses[status];
  return status === "paid" ? { label: "Comp", tone: "gold" } : { label: "Comp revoked", tone: "gone" };
}
