import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cursor, CursorList, Id, IdParam, Instant, Page, Uuid } from "./shapes.ts";

/** `kept`: written out and kept here because no mail server is set. `unknown`: nobody knows whether it arrived. */
export const MailStatus = z.enum(["queued", "sending", "sent", "kept", "unknown", "failed"]);
export type MailStatus = z.infer<typeof MailStatus>;

/** One message of the outbox, without its text. */
export const MailSummary = z.object({
  id: Id,
  kind: z.string(),
  to: z.object({ name: z.string(), address: z.string() }),
  /** Null until it was written out. */
  subject: z.string().nullable(),
  status: MailStatus,
  attempts: z.int(),
  error: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  /** When it is tried next; null for one that is done or given up. */
  nextAttemptAt: Instant.nullable(),
  /** The mail that this one repeats. */
  resendOf: Id.nullable(),
});
export type MailSummary = z.infer<typeof MailSummary>;

export const MailSort = z.enum(["-createdAt", "createdAt", "to", "-to"]);
export type MailSort = z.infer<typeof MailSort>;

export const MailListQuery = z.object({
  /** Beginnings of words of the recipient, the address or the subject; or an order's number. */
  q: z.string().trim().max(100).optional(),
  status: MailStatus.optional(),
  kind: z.string().trim().max(60).optional(),
  sort: MailSort.default("-createdAt"),
  page: Page,
  cursor: Cursor,
});
export type MailListQuery = z.infer<typeof MailListQuery>;

export const MailList = CursorList(MailSummary).extend({
  /** False where no mail server is set: mails are written out and kept in the database. */
  leaves: z.boolean(),
  /** How many there are of each state and kind, whatever the filter; counted up to 10,000. */
  statuses: z.array(z.object({ status: MailStatus, count: z.int() })),
  kinds: z.array(z.object({ kind: z.string(), count: z.int() })),
});
export type MailList = z.infer<typeof MailList>;

export const listMails = endpoint({
  method: "GET",
  path: "/api/admin/emails",
  summary: "The outbox: every message and how it stands",
  access: "admin",
  limit: "read",
  query: MailListQuery,
  reply: MailList,
  errors: ["invalid_input"],
});

export const exportMails = endpoint({
  method: "GET",
  path: "/api/admin/emails.csv",
  summary: "The same list, whole, as a file for spreadsheets",
  access: "admin",
  limit: "write",
  delicate: true,
  query: MailListQuery.omit({ page: true, cursor: true }),
  reply: z.string(),
  errors: ["invalid_input"],
});

const params = z.object({ id: IdParam });

/** A message as it was sent, down to the plain text; its HTML has an address of its own. */
export const MailDetail = MailSummary.extend({
  from: z.string(),
  bodyText: z.string().nullable(),
  hasHtml: z.boolean(),
  requestedBy: z.string().nullable(),
  /** The order that it is about. */
  order: z.object({ id: Uuid, number: z.string() }).nullable(),
  /** Why it cannot be sent again; null where it can. */
  noResend: z.enum(["on_its_way", "one_time"]).nullable(),
  resends: z.array(z.object({ id: Id, status: MailStatus, createdAt: Instant })),
  leaves: z.boolean(),
});
export type MailDetail = z.infer<typeof MailDetail>;

export const getMail = endpoint({
  method: "GET",
  path: "/api/admin/emails/{id}",
  summary: "One message with its history",
  access: "admin",
  limit: "read",
  params,
  reply: MailDetail,
  errors: ["not_found"],
});

export const getMailHtml = endpoint({
  method: "GET",
  path: "/api/admin/emails/{id}/html",
  summary: "The message's HTML as it was sent, in a sandbox, with its QR pictures",
  access: "admin",
  limit: "read",
  params,
  reply: z.string(),
  errors: ["not_found"],
});

export const resendMail = endpoint({
  method: "POST",
  path: "/api/admin/emails/{id}/resend",
  summary: "Send a message once more, written anew from how things stand now",
  access: "admin",
  limit: "write",
  idempotent: true,
  params,
  body: z.strictObject({}).optional(),
  reply: MailSummary,
  status: 201,
  errors: ["not_found", "request_in_flight", "order_closed"],
});

export const resendConfirmation = endpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/confirmation",
  summary: "Send an order's confirmation, with its tickets, once more",
  access: "admin",
  limit: "write",
  idempotent: true,
  params: z.object({ id: Uuid }),
  body: z.strictObject({}).optional(),
  reply: MailSummary,
  status: 201,
  errors: ["not_found", "request_in_flight", "order_closed"],
});
