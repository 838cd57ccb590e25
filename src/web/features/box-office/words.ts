import type { OrderStatus } from "#contract/orders.ts";
import type { BadgeWords } from "#web/ui/badge.tsx";

export const orderStates: Record<OrderStatus, BadgeWords> = {
  awaiting_payment: { label: "Held", tone: "soon" },
  paying: { label: "Paying", tone: "soon" },
  paid: { label: "Paid", tone: "good" },
  partially_refunded: { label: "Part refunded", tone: "soon" },
  refunded: { label: "Refunded", tone: "gone" },
  expired: { label: "Expired", tone: "plain" },
  cancelled: { label: "Cancelled", tone: "plain" },
};

/** A comp that was taken back had nothing to refund. */
export function orderState(status: OrderStatus, isComp: boolean): BadgeWords {
  if (!isComp) return orderStates[status];
  return status === "paid" ? { label: "Comp", tone: "gold" } : { label: "Comp revoked", tone: "gone" };
}
