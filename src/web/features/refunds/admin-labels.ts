import type { AdminRefund } from "#contract/admin/order.ts";
import { type BadgeLabel, gone, good, soon } from "#web/ui/badge.tsx";

export const refundStatuses: Record<AdminRefund["status"], BadgeLabel> = {
  pending: soon("Pending"),
  done: good("Sent"),
  failed: gone("Failed"),
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
