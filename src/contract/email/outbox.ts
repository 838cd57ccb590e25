import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { Email, Reason } from "../form-fields.ts";
import {
  ById,
  ByUuid,
  CursorList,
  Id,
  Instant,
  InstantOrNull,
  NoBody,
  OrderReference,
  paging,
  SearchText,
  TextOrNull,
} from "../shapes.ts";

/**
 * `not_sent`: rendered but not sent, because no email server is set. `unknown`: delivery can't be confirmed. `merged`:
 * another email to the same address lists it. `suppressed`: the address bounced, or its owner doesn't want it.
 */
export const MailStatus = z.enum([
  "queued",
  "sending",
  "sent",
  "not_sent",
  "unknown",
  "failed",
  "merged",
  "suppressed",
]);
export type MailStatus = z.infer<typeof MailStatus>;

/** One email of the outbox, without its text. */
export const MailSummary = z.object({
  id: Id,
  kind: z.string(),
  to: z.object({ name: z.string(), address: z.string() }),
  /** Null until it is rendered. */
  subject: TextOrNull,
  status: MailStatus,
  attempts: z.int(),
  error: TextOrNull,
  createdAt: Instant,
  sentAt: InstantOrNull,
  /** When the next attempt is; null if it is sent or failed for good. */
  nextAttemptAt: InstantOrNull,
  /** The email that this one resends. */
  resendOf: Id.nullable(),
  /** The email that lists this one. */
  mergedInto: Id.nullable(),
});
export type MailSummary = z.infer<typeof MailSummary>;

/** A leading `-` sorts in descending order. */
export const MailSort = z.enum(["-createdAt", "createdAt", "to", "-to"]);

/** The latest first unless `sort` says otherwise. */
export const MailListQuery = z.object({
  /** Word prefixes of the recipient, address or subject; or an order number. */
  q: SearchText,
  status: MailStatus.optional(),
  kind: z.string().trim().max(60).optional(),
  sort: MailSort.default("-createdAt"),
  ...paging,
});
export type MailListQuery = z.infer<typeof MailListQuery>;

/** A page of the outbox, with what it can be filtered by. */
export const MailList = CursorList(MailSummary).extend({
  /** False if no email server is set: emails are rendered and stored, but not sent. */
  leaves: z.boolean(),
  /** Counts per status and kind, regardless of the filter; up to 10,000. */
  statuses: z.array(z.object({ status: MailStatus, count: z.int() })),
  kinds: z.array(z.object({ kind: z.string(), count: z.int() })),
});
export type MailList = z.infer<typeof MailList>;

export const listMails = listEndpoint(
  "/api/admin/emails",
  "The outbox: every email and its status",
  MailListQuery,
  MailList,
);

/** Without the texts. Times are in UTC. */
export const exportMails = fileEndpoint("/api/admin/emails.csv", MailListQuery.omit({ page: true, cursor: true }));

/** An email as sent, with its plain text. Its HTML has its own URL. */
export const MailDetail = MailSummary.extend({
  from: z.string(),
  bodyText: TextOrNull,
  hasHtml: z.boolean(),
  requestedBy: TextOrNull,
  /** The order it is about. */
  order: OrderReference.nullable(),
  /** Whether a failed email can be tried again. */
  canRetry: z.boolean(),
  /** Why it can't be resent; null if it can. */
  noResend: z.enum(["on_its_way", "one_time", "other_address"]).nullable(),
  resends: z.array(z.object({ id: Id, status: MailStatus, createdAt: Instant })),
  leaves: z.boolean(),
});
export type MailDetail = z.infer<typeof MailDetail>;

/** Until it is written, `subject` and `bodyText` are null. */
export const getMail = adminEndpoint("GET /api/admin/emails/{id}", "One email with its history", {
  params: ById,
  reply: MailDetail,
});

/** `not_found` also for an email that isn't written yet. */
export const getMailHtml = adminEndpoint(
  "GET /api/admin/emails/{id}/html",
  "The email's HTML as sent, sandboxed, with its QR codes",
  {
    params: ById,
    reply: z.string(),
    replyType: "text/html",
  },
);

/**
 * Another address needs a recent confirmation of identity, because the email opens the order. The same Idempotency-Key
 * sends one.
 */
export const resendMail = adminEndpoint(
  "POST /api/admin/emails/{id}/resend",
  "Resend an email, rendered again from current data",
  {
    idempotent: true,
    params: ById,
    /** `email`: another address, for an email about an order; with it, `reason` is stored. */
    body: z.strictObject({ email: Email, reason: Reason }).or(NoBody).optional(),
    reply: MailSummary,
    status: 201,
    errors: ["not_found", "request_in_flight", "order_closed"],
  },
);

/**
 * Emails about orders of the last 30 days whose address is still the order's, each once. Those about events that have
 * ended are left out, unless they are about money, products or a cancellation. Without an email server it does
 * nothing, and neither does a repeat: what was sent doesn't wait anymore.
 */
export const resendUnsent = adminEndpoint(
  "POST /api/admin/emails/resend-unsent",
  "Send all emails that were saved while no email server was connected",
  { body: NoBody, reply: z.object({ count: z.int() }) },
);

/** With as many attempts as the first time. `order_closed` for one that didn't fail, or that may have arrived. */
export const retryMail = adminEndpoint(
  "POST /api/admin/emails/{id}/retry",
  "Try a failed email again. It's never for one that may have arrived",
  { params: ById, body: NoBody, reply: MailSummary, errors: ["not_found", "order_closed"] },
);

/** `not_found` also for an order that was never paid. The same Idempotency-Key sends one. */
export const resendConfirmation = adminEndpoint(
  "POST /api/admin/orders/{id}/confirmation",
  "Resend an order's confirmation with its tickets",
  {
    idempotent: true,
    params: ByUuid,
    body: NoBody,
    reply: MailSummary,
    status: 201,
    errors: ["not_found", "request_in_flight", "order_closed"],
  },
);
