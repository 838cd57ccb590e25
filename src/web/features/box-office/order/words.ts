import type { OfficeDispute, OfficeRefund } from "#contract/office-order.ts";
import type { BadgeWords } from "#web/ui/badge.tsx";

const paymentStates: Record<string, BadgeWords> = {
  starting: { label: "Starting", tone: "soon" },
  open: { label: "At the provider", tone: "soon" },
  processing: { label: "Under way", tone: "soon" },
  declined: { label: "Declined", tone: "gone" },
  cancelled: { label: "Left", tone: "plain" },
  expired: { label: "Expired", tone: "plain" },
  captured: { label: "Captured", tone: "good" },
  refunding: { label: "Going back", tone: "soon" },
  refunded: { label: "Gone back", tone: "gone" },
};

/** How an attempt to pay stands. */
export const paymentState = (status: string): BadgeWords => paymentStates[status] ?? { label: status, tone: "plain" };

export const refundStates: Record<OfficeRefund["status"], BadgeWords> = {
  pending: { label: "On its way", tone: "soon" },
  done: { label: "Done", tone: "good" },
  failed: { label: "Failed", tone: "gone" },
};

export const disputeStates: Record<OfficeDispute["status"], BadgeWords> = {
  open: { label: "Open", tone: "soon" },
  won: { label: "Won", tone: "good" },
  lost: { label: "Lost", tone: "gone" },
};

const refundReasons: Record<string, string> = {
  sold_out_meanwhile: "Paid too late: sold out meanwhile",
  night_cancelled: "The night was cancelled",
  paid_twice: "Paid twice",
  requested: "Given back",
  night_postponed: "Returned: the night was put off",
  amount_mismatch: "Another amount than asked",
  provider: "Sent at the provider",
  not_delivered: "It could not be delivered",
};

/** Why money went back. */
export const refundReason = (reason: string) =>
  refundReasons[reason] ?? reason.charAt(0).toUpperCase() + reason.slice(1).replace(/_/g, " ");
