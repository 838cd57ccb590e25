import type { AdminDispute, AdminRefund } from "#contract/admin-order.ts";
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

const paymentStatuses: Record<string, BadgeLabel> = {
  starting: { label: "Starting", tone: "soon" },
  open: { label: "In checkout", tone: "soon" },
  processing: { label: "Processing", tone: "soon" },
  declined: { label: "Declined", tone: "gone" },
  canceled: { label: "Abandoned", tone: "plain" },
  expired: { label: "Expired", tone: "plain" },
  captured: { label: "Succeeded", tone: "good" },
  refunding: { label: "Refunding", tone: "soon" },
  refunded: { label: "Refunded", tone: "gone" },
};

/** The status of a payment attempt. */
export const paymentBadge = (status: string): BadgeLabel => paymentStatuses[status] ?? { label: status, tone: "plain" };

export const refundStatuses: Record<AdminRefund["status"], BadgeLabel> = {
  pending: { label: "Pending", tone: "soon" },
  done: { label: "Sent", tone: "good" },
  failed: { label: "Failed", tone: "gone" },
};

export const disputeStatuses: Record<AdminDispute["status"], BadgeLabel> = {
  open: { label: "Open", tone: "soon" },
  won: { label: "Won", tone: "good" },
  lost: { label: "Lost", tone: "gone" },
};

const refundReasons: Record<string, string> = {
  sold_out_meanwhile: "Paid too late; already sold out",
  event_canceled: "Event canceled",
  paid_twice: "Paid twice",
  requested: "Refunded by request",
  event_postponed: "Event postponed",
  amount_mismatch: "Wrong amount paid",
  provider: "Refunded at the payment provider",
  not_delivered: "Couldn't be delivered",
};

/** The reason for a refund. */
export const refundReason = (reason: string) =>
  refundReasons[reason] ?? reason.charAt(0).toUpperCase() + reason.slice(1).replace(/_/g, " ");
