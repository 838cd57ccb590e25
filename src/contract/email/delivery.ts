import { z } from "zod";
import { adminEndpoint, endpoint } from "../endpoint.ts";
import { Email } from "../form-fields.ts";
import { Empty, Named, TextOrNull } from "../shapes.ts";

/**
 * Which part of the site an email server refuses. `sender`: the address in MAIL_FROM or its domain; `relay`: it wants a
 * sign-in; `network`: the site's address is on a block list; `content`: the text; `limit`: too many emails.
 */
export const RefusalCause = z.enum(["sender", "relay", "network", "content", "limit", "other"]);
export type RefusalCause = z.infer<typeof RefusalCause>;

/** Why emails wait that the email server refused although their addresses are right; `said`: its own words. */
export const SiteRefusal = z.object({ cause: RefusalCause, said: z.string() });
export type SiteRefusal = z.infer<typeof SiteRefusal>;

/** `leaves`: false if no email server is set, so that nothing is sent. */
export const EmailOverview = z.object({
  leaves: z.boolean(),
  /** Emails that were saved while no email server was connected, and can be sent now: see `resendUnsent`. */
  unsent: z.int(),
  /** More that waited and are left out, because the events that they are about have ended. */
  unsentOver: z.int(),
  waiting: z.int(),
  /** Seconds since the first email that waits was due. */
  lateSeconds: z.int(),
  /** The brand's, for `days`. */
  timeZone: z.string(),
  /** The last 14 days, oldest first. */
  days: z.array(z.object({ day: z.string(), sent: z.int(), failed: z.int(), unknown: z.int() })),
  /** Why emails of the last 14 days failed, most common first. */
  failures: z.array(z.object({ reason: z.string(), count: z.int(), latest: Named })),
  /** Emails that wait because the email server refuses the site; null if there are none. */
  refused: SiteRefusal.extend({ count: z.int() }).nullable(),
  suppressed: z.int(),
  optedIn: z.int(),
});
export type EmailOverview = z.infer<typeof EmailOverview>;

export const getEmailOverview = adminEndpoint("GET /api/admin/email-overview", "Delivery at a glance", {
  reply: EmailOverview,
});

/** One check of the doctor. `text` says what it found; `fix` what to do, in one sentence; `record` a DNS record to add. */
export const EmailCheck = z.object({
  name: z.enum(["server", "sender", "spf", "dkim", "dmarc", "postal_address", "webhook", "queue"]),
  verdict: z.enum(["ok", "warning", "problem"]),
  text: z.string(),
  fix: TextOrNull,
  record: z.object({ host: z.string(), type: z.literal("TXT"), value: z.string() }).nullable(),
});
export type EmailCheck = z.infer<typeof EmailCheck>;

export const checkEmail = adminEndpoint("GET /api/admin/email-doctor", "Is everything set up to send email?", {
  limit: "write",
  reply: z.object({ checks: z.array(EmailCheck), from: z.string(), leaves: z.boolean() }),
});
/**
 * Waits for the email server, unlike other emails; it is in the outbox too. Without an email server, `isAccepted` is
 * false.
 */
export const sendTestEmail = adminEndpoint("POST /api/admin/email-doctor/test", "Send a test email right away", {
  body: z.strictObject({ email: Email }),
  /** `said`: the email server's answer, word for word. */
  reply: z.object({ isAccepted: z.boolean(), said: z.string() }),
  errors: ["too_many_requests"],
});

/** A provider's report of what became of emails, signed as the README says. */
export const MailReport = z.object({
  events: z
    .array(
      z.object({
        /** The provider's id: the same event counts once. */
        id: z.string().min(1).max(200),
        type: z.enum(["bounce", "complaint", "delivered"]),
        email: Email,
        /** False for a full mailbox and other failures that pass. */
        isPermanent: z.boolean().default(true),
        /** The Message-ID of the email. */
        messageId: z.string().max(300).optional(),
        detail: z.string().max(500).default(""),
      }),
    )
    .min(1)
    .max(1000),
});
export type MailReport = z.infer<typeof MailReport>;

/**
 * The body is a `MailReport`, signed in the header `x-email-signature`. A permanent bounce or a complaint suppresses
 * the address; a complaint also ends its opt-in. A repeated report changes nothing.
 */
export const reportMail = endpoint("POST /api/webhooks/email", "Bounces and complaints from the email provider", {
  access: "signed",
  limit: "none",
  reply: Empty,
  errors: ["bad_signature", "invalid_input"],
});
