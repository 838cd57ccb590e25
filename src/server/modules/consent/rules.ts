import type { SuppressionCause } from "#contract/consent/consent.ts";
import type { MailPurpose } from "#server/modules/email/index.ts";

/** What is known of an address when an email to it is about to be sent. */
export interface RecipientStatus {
  suppressedFor: SuppressionCause | null;
  /** What the email server said, or why staff added it. */
  detail: string | null;
  isOptedIn: boolean;
  isOptedOut: boolean;
}

/**
 * Why an email isn't sent to an address; undefined if it is. Nothing goes to an address that bounced. Receipts go to
 * one whose owner reported spam: they asked for those.
 */
export function refuse(purpose: MailPurpose, status: RecipientStatus): string | undefined {
  const { suppressedFor, detail, isOptedIn, isOptedOut } = status;
  if (suppressedFor === "bounce") return `Suppressed: the address bounced${detail === "" ? "" : ` (${detail})`}`;
  if (purpose === "service") return undefined;
  if (suppressedFor === "complaint") return "Suppressed: the recipient reported an email as spam";
  if (suppressedFor === "staff") return "Suppressed by staff";
  if (purpose === "marketing") return isOptedIn ? undefined : "Not opted in";
  return isOptedOut ? "Opted out of event messages" : undefined;
}

/** What an emailed link says: whose preferences it opens, what its one click ends, and which message it came with. */
export interface LinkClaim {
  email: string;
  purpose: "marketing" | "event_message";
  recipientId: number | null;
}

/** `a…@example.com`: enough for the owner to know it, too little for someone else. */
export const hideEmail = (email: string): string => email.replace(/^(.)[^@]*/u, "$1…");
