import type { MailKind, NewMail } from "./store.ts";

/** People wait for these. */
const first: MailKind[] = ["order_confirmation", "account_link", "security_alert", "email_test"];
/** These can wait for everything that someone caused. */
const third: MailKind[] = ["community_digest", "back_in_stock", "stream_live", "sales_open", "staff_low_stock"];

/** In which order emails go: 0 receipts and security, 1 news about orders, 2 digests and reminders, 3 campaigns. */
export function priorityOf({ kind, bulkKey }: Pick<NewMail, "kind" | "bulkKey">): 0 | 1 | 2 | 3 {
  if (bulkKey !== undefined) return 3;
  if (first.includes(kind)) return 0;
  return third.includes(kind) ? 2 : 1;
}
