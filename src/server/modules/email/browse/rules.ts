import type { MailDetail } from "#contract/email/outbox.ts";
import type { WholeMailRow } from "./store.ts";

/** An email that staff want to send again. */
interface SentMail extends Pick<WholeMailRow, "status" | "to" | "orderEmail"> {
  /** Emails about orders say the same whenever they are written; others have links that work once. */
  isRepeatable: boolean;
}

/**
 * Why an email cannot be sent again; undefined if it can. An order's former address gets nothing anymore: its emails
 * open the order.
 */
export function refuseResend({
  isRepeatable,
  status,
  to,
  orderEmail,
}: SentMail): NonNullable<MailDetail["noResend"]> | undefined {
  if (!isRepeatable) return "one_time";
  if (status === "queued" || status === "sending") return "on_its_way";
  return orderEmail !== null && orderEmail !== to.address ? "other_address" : undefined;
}

/** Whether a failed email can be tried again: never one that may have arrived, whose campaign was stopped, or that was emptied. */
export const canRetry = ({
  status,
  uncertainAttempts,
  isStopped,
  to,
}: Pick<WholeMailRow, "status" | "uncertainAttempts" | "isStopped" | "to">): boolean =>
  status === "failed" && uncertainAttempts === 0 && !isStopped && !String(to.address).endsWith("@invalid");

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

/**
 * The headers of an email that staff read. It can do nothing: no script, no form, no frame but ours around it, and no
 * request but for pictures of this site. Its links open in a new tab.
 */
export const mailHtmlHeaders: Record<string, string> = {
  "content-security-policy":
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: 'self'; font-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  "x-frame-options": "SAMEORIGIN",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};
