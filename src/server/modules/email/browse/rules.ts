import type { MailStatus } from "#contract/outbox.ts";

/** Mails about orders say the same whenever they are written; others carry links that are good once. */
const repeatable = new Set([
  "order_confirmation",
  "money_returned",
  "refund_made",
  "refund_done",
  "night_change",
  "ticket_change",
  "invoice_corrected",
]);

/** Why a mail cannot be sent again; undefined where it can. */
export function refuseResend(kind: string, status: MailStatus): "on_its_way" | "one_time" | undefined {
  if (!repeatable.has(kind)) return "one_time";
  return status === "queued" || status === "sending" ? "on_its_way" : undefined;
}

/** Whether a mail is still tried. */
export const isWaiting = (status: MailStatus) => status === "queued" || status === "sending" || status === "unknown";

/** Puts pictures into a mail's HTML, where a mail program would show the attached ones, and lets links open beside it. */
export function forReading(html: string, pictures: Map<string, string>): string {
  const withBase = html.replace(/<head>/i, '<head><base target="_blank" rel="noreferrer">');
  return withBase.replace(/(["'])cid:([\w.-]+)\1/g, (whole, quote: string, cid: string) => {
    const picture = pictures.get(cid);
    return picture === undefined ? whole : `${quote}${picture}${quote}`;
  });
}
