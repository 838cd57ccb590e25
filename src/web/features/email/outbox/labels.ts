import type { MailStatus } from "#contract/email/outbox.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";

/** The label, color and meaning of each email status. */
export const mailStatuses: Record<MailStatus, BadgeLabel & { meaning: string }> = {
  queued: { label: "Queued", tone: "soon", meaning: "Waiting to be sent." },
  sending: { label: "Sending", tone: "soon", meaning: "On its way to the email server." },
  sent: { label: "Sent", tone: "good", meaning: "The email server accepted it." },
  not_sent: { label: "Not sent", tone: "plain", meaning: "Saved here, because no email server is connected." },
  unknown: {
    label: "Unknown",
    tone: "soon",
    meaning: "The connection dropped before the email server confirmed it. We'll retry with the same ID.",
  },
  failed: { label: "Failed", tone: "gone", meaning: "We stopped trying." },
  merged: {
    label: "Combined",
    tone: "plain",
    meaning: "This address got many emails in a short time, so one email lists them.",
  },
  suppressed: { label: "Suppressed", tone: "gone", meaning: "Not sent: this address is on the suppression list." },
};

const kinds: Record<string, string> = {
  order_confirmation: "Order confirmation",
  money_returned: "Payment refunded",
  refund_made: "Refund on its way",
  refund_done: "Refund sent",
  sales_open: "Tickets on sale",
  back_in_stock: "Back in stock",
  stream_live: "Stream is live",
  community_digest: "Community digest",
  order_shipped: "Parcel on its way",
  event_change: "Event canceled or rescheduled",
  ticket_change: "Ticket changed",
  ticket_links: "Links to tickets",
  order_email_changed: "Order email changed",
  order_email_code: "Code for an order email",
  invoice_corrected: "Invoice corrected",
  campaign: "Campaign",
  automation: "Automation",
  email_test: "Test",
  text_test: "Template test",
  staff_dispute: "Staff: dispute",
  staff_money: "Staff: payment discrepancy",
  staff_grant: "Staff: permissions changed",
  staff_low_stock: "Staff: low stock",
  staff_weekly_brief: "Staff: weekly summary",
};

/** Why an email failed, without what the program that sends it puts in front of the email server's words. */
export const plainReason = (reason: string) =>
  reason.replaceAll(
    /(?:Error: )?(?:Can't send mail - all recipients were rejected|Message failed|(?:Mail|Data) command failed): |Error: /g,
    "",
  );

/** The readable name of a kind such as "order_confirmation". */
export const kindLabel = (kind: string) =>
  kinds[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("_", " ");
