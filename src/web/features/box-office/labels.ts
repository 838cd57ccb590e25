import type { AdminEvent } from "#contract/admin/orders.ts";
import { formatDay } from "#web/lib/dates.ts";
import type { AdminDispute, AdminRefund } from "#contract/admin/order.ts";
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

const paymentStatuses: Record<string, BadgeLabel> = {
  starting: soon("Starting"),
  open: soon("In checkout"),
  processing: soon("Processing"),
  declined: gone("Declined"),
  canceled: plain("Abandoned"),
  expired: plain("Expired"),
  captured: good("Succeeded"),
  refunding: soon("Refunding"),
  refunded: gone("Refunded"),
};

/** The status of a payment attempt. */
export const paymentBadge = (status: string): BadgeLabel => paymentStatuses[status] ?? plain(status);

export const refundStatuses: Record<AdminRefund["status"], BadgeLabel> = {
  pending: soon("Pending"),
  done: good("Sent"),
  failed: gone("Failed"),
};

export const disputeStatuses: Record<AdminDispute["status"], BadgeLabel> = {
  open: soon("Open"),
  won: good("Won"),
  lost: gone("Lost"),
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

export const refundReason = (reason: string) =>
  refundReasons[reason] ?? reason.charAt(0).toUpperCase() + reason.slice(1).replace(/_/g, " ");

/** An event as an option: "Sat, Dec 5 · Soca Brunch". */
export const eventOption = (event: Pick<AdminEvent, "id" | "startsAt" | "timeZone" | "title">) =>
  [event.id, `${formatDay(event.startsAt, event.timeZone)} · ${event.title}`] as const;
