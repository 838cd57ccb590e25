import type { MailStatus } from "#contract/outbox.ts";

/** Emails about orders say the same whenever they are written; others have links that work once. */
const repeatable = new Set([
  "order_confirmation",
  "money_returned",
  "refund_made",
  "refund_done",
  "event_change",
  "ticket_change",
  "invoice_corrected",
]);

/** Why an email cannot be sent again; undefined if it can. */
export function refuseResend(kind: string, status: MailStatus): "on_its_way" | "one_time" | undefined {
  if (!repeatable.has(kind)) return "one_time";
  return status === "queued" || status === "sending" ? "on_its_way" : undefined;
}

/**
 * Puts images into an email's HTML where an email program would show the attached ones, and makes links open in a new
 * tab.
 */
export function forReading(html: string, pictures: Map<string, string>): string {
  const withBase = html.replace(/<head>/i, '<head><base target="_blank" rel="noreferrer">');
  return withBase.replace(/(["'])cid:([\w.-]+)\1/g, (whole, quote: string, cid: string) => {
    const picture = pictures.get(cid);
    return picture === undefined ? whole : `${quote}${picture}${quote}`;
  });
}
