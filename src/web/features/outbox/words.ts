import type { MailStatus } from "#contract/outbox.ts";
import type { BadgeWords } from "#web/ui/badge.tsx";

/** What each state of a mail is called, how it looks and what it means. */
export const mailStates: Record<MailStatus, BadgeWords & { meaning: string }> = {
  queued: { label: "Queued", tone: "soon", meaning: "Waits for its turn." },
  sending: { label: "Sending", tone: "soon", meaning: "Is being handed to the mail server." },
  sent: { label: "Sent", tone: "good", meaning: "The mail server took it." },
  kept: { label: "Kept", tone: "plain", meaning: "Written out and kept here: no mail server is set." },
  unknown: {
    label: "Unknown",
    tone: "soon",
    meaning: "The line broke after the text. It is sent once more under the same number.",
  },
  failed: { label: "Failed", tone: "gone", meaning: "Given up." },
};

const kinds: Record<string, string> = {
  order_confirmation: "Order confirmation",
  money_returned: "Money returned",
  refund_made: "Refund on its way",
  refund_done: "Refund sent",
  sales_open: "Tickets on sale",
  night_change: "Night cancelled or moved",
  ticket_change: "Ticket changed",
  invoice_corrected: "Invoice corrected",
  staff_dispute: "To staff: a dispute",
  staff_money: "To staff: money does not add up",
};

/** "order_confirmation" as people say it. */
export const kindLabel = (kind: string) =>
  kinds[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("_", " ");
