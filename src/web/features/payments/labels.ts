import type { AdminDispute } from "#contract/admin/order.ts";
import { type BadgeLabel, gone, good, plain, soon } from "#web/ui/badge.tsx";

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

export const disputeStatuses: Record<AdminDispute["status"], BadgeLabel> = {
  open: soon("Open"),
  won: good("Won"),
  lost: gone("Lost"),
};
