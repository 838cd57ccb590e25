/** What an email is about; its topic names the row that it is written from. */
export const mailKinds = [
  "order_confirmation",
  "money_returned",
  "refund_made",
  "refund_done",
  "event_change",
  "ticket_change",
  "ticket_links",
  "order_email_changed",
  "order_email_code",
  "invoice_corrected",
  "interest_confirmation",
  "sales_open",
  "back_in_stock",
  "stream_live",
  "community_digest",
  "order_shipped",
  "account_link",
  "security_alert",
  "campaign",
  "automation",
  "email_test",
  "text_test",
  "staff_dispute",
  "staff_money",
  "staff_low_stock",
  "staff_weekly_brief",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** An email to be written: to whom, of which kind, about what. */
export interface NewMail {
  /** One logical email: the same key is never written twice. */
  dedupeKey: string;
  kind: MailKind;
  toAddress: string;
  toName: string;
  topic: Record<string, string | number>;
  /** Emails of one campaign or automation have one; they go after all others, and aren't sent twice. */
  bulkKey?: string;
}

/** What an email is written from. */
export type MailTopic = Pick<NewMail, "kind" | "toAddress" | "topic">;

/** People wait for these. */
const first: MailKind[] = [
  "order_confirmation",
  "ticket_links",
  "order_email_changed",
  "order_email_code",
  "account_link",
  "security_alert",
  "email_test",
];
/** These can wait for everything that someone caused. */
const third: MailKind[] = ["community_digest", "back_in_stock", "stream_live", "sales_open", "staff_low_stock"];

/** In which order emails go: 0 receipts and security, 1 news about orders, 2 digests and reminders, 3 campaigns. */
export function priorityOf({ kind, bulkKey }: Pick<NewMail, "kind" | "bulkKey">): 0 | 1 | 2 | 3 {
  if (bulkKey !== undefined) return 3;
  if (first.includes(kind)) return 0;
  return third.includes(kind) ? 2 : 1;
}
