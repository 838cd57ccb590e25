import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cursor, CursorList, Instant, Line, Page, Uuid } from "./shapes.ts";

/** `processed`: its effect is there. `waiting`: it is tried again by itself. `failed`: it was tried often enough. */
export const NoticeState = z.enum(["processed", "waiting", "failed"]);
export type NoticeState = z.infer<typeof NoticeState>;

export const NoticeKind = z.enum(["session", "refund", "dispute", "other"]);
export type NoticeKind = z.infer<typeof NoticeKind>;

const Provider = z.enum(["sandbox", "stripe"]);

/** A payment provider's notice as it was received: kept for ninety days. */
export const PaymentNotice = z.object({
  provider: Provider,
  /** The provider's own number of the notice. */
  eventId: z.string(),
  /** What it is about, and the provider's name of that. */
  kind: NoticeKind,
  ref: z.string(),
  order: z.object({ id: Uuid, number: z.string() }).nullable(),
  state: NoticeState,
  attempts: z.int(),
  /** Why the last try came to nothing; null once it is processed. */
  error: z.string().nullable(),
  receivedAt: Instant,
  processedAt: Instant.nullable(),
});
export type PaymentNotice = z.infer<typeof PaymentNotice>;

export const NoticeQuery = z.object({
  /** A part of the notice's number, of what it is about, or an order's number. */
  q: z.string().trim().max(100).optional(),
  state: NoticeState.optional(),
  kind: NoticeKind.optional(),
  page: Page,
  cursor: Cursor,
});
export type NoticeQuery = z.infer<typeof NoticeQuery>;

export const listNotices = endpoint({
  method: "GET",
  path: "/api/admin/money/notices",
  summary: "What payment providers told, newest first, and what became of it",
  access: "admin",
  limit: "read",
  query: NoticeQuery,
  reply: CursorList(PaymentNotice),
  errors: ["invalid_input"],
});

const noticeParams = z.object({ provider: Provider, eventId: z.string().regex(/^[\w-]{1,200}$/) });

/** A notice with what it said; what opens something is blotted out. */
export const PaymentNoticeDetail = PaymentNotice.extend({ body: z.string() });
export type PaymentNoticeDetail = z.infer<typeof PaymentNoticeDetail>;

export const getNotice = endpoint({
  method: "GET",
  path: "/api/admin/money/notices/{provider}/{eventId}",
  summary: "One notice with what it said, secrets blotted out",
  access: "admin",
  limit: "read",
  params: noticeParams,
  reply: PaymentNoticeDetail,
  errors: ["not_found", "invalid_input"],
});

export const replayNotice = endpoint({
  method: "POST",
  path: "/api/admin/money/notices/{provider}/{eventId}/replay",
  summary: "Work on a notice again; what it brought already is not brought twice",
  access: "admin",
  limit: "write",
  delicate: true,
  params: noticeParams,
  body: z.strictObject({ reason: Line(3, 200).optional() }).optional(),
  reply: PaymentNotice,
  errors: ["not_found", "invalid_input", "unavailable"],
});
