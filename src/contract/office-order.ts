import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { OrderLine, OrderStatus } from "./orders.ts";
import { MailStatus } from "./outbox.ts";
import { PersonMoment } from "./person-records.ts";
import { Cents, Currency, Id, IdParam, Instant, Uuid } from "./shapes.ts";
import { TicketStatus } from "./tickets.ts";

const night = z.object({ id: Id, title: z.string(), startsAt: Instant, timeZone: z.string() });

/** One ticket of an order, with the night that it is for now: it may have been moved since it was bought. */
export const OfficeTicket = z.object({
  id: Id,
  lineId: Uuid,
  holderName: z.string(),
  ticketTypeId: Id,
  typeName: z.string(),
  event: night.extend({ isOver: z.boolean() }),
  status: TicketStatus,
  admittedAt: Instant.nullable(),
  gate: z.string().nullable(),
  /** It lets nobody in while its order's money is disputed. */
  isFrozen: z.boolean(),
  /** How often its code was made anew. */
  version: z.int(),
  /** People that the unit it came with lets in: tickets of a package stand and fall together. */
  ticketsPerUnit: z.int(),
  /** What can go back for it while it stays good: it was moved to a place that costs less. 0 where nothing can. */
  differenceCents: Cents,
});
export type OfficeTicket = z.infer<typeof OfficeTicket>;

/** One attempt to pay an order. */
export const OfficePayment = z.object({
  id: Uuid,
  provider: z.string(),
  /** What the provider calls it: to be looked up there. */
  providerRef: z.string().nullable(),
  status: z.string(),
  amountCents: Cents,
  currency: Currency,
  createdAt: Instant,
  capturedAt: Instant.nullable(),
});
export type OfficePayment = z.infer<typeof OfficePayment>;

/** Money that goes back to the buyer. */
export const OfficeRefund = z.object({
  id: Uuid,
  amountCents: Cents,
  status: z.enum(["pending", "done", "failed"]),
  reason: z.string(),
  /** It is a difference: its ticket stays good. */
  keepsTickets: z.boolean(),
  createdAt: Instant,
  doneAt: Instant.nullable(),
});
export type OfficeRefund = z.infer<typeof OfficeRefund>;

/** Money that the buyer's bank asks back; while it is open nothing of its payment is refunded. */
export const OfficeDispute = z.object({
  id: Uuid,
  /** What the provider calls it: evidence is handed in there. */
  providerRef: z.string(),
  amountCents: Cents,
  status: z.enum(["open", "won", "lost"]),
  reason: z.string(),
  openedAt: Instant,
  closedAt: Instant.nullable(),
  evidenceDueAt: Instant.nullable(),
});
export type OfficeDispute = z.infer<typeof OfficeDispute>;

export const OfficeMail = z.object({
  id: Id,
  kind: z.string(),
  subject: z.string().nullable(),
  status: MailStatus,
  createdAt: Instant,
});
export type OfficeMail = z.infer<typeof OfficeMail>;

/** What one of the staff wrote down about an order. Struck out ones stay readable. */
export const OrderNote = z.object({
  id: Id,
  text: z.string(),
  by: z.string(),
  at: Instant,
  struck: z.object({ at: Instant, by: z.string() }).nullable(),
});
export type OrderNote = z.infer<typeof OrderNote>;

/** Everything that staff know of an order. Lines are what was bought, tickets what it gives now. */
export const OfficeOrderDetail = z.object({
  id: Uuid,
  number: z.string(),
  status: OrderStatus,
  buyer: z.object({ id: Id, name: z.string(), email: z.string() }),
  event: night,
  comp: z.object({ reason: z.string(), by: z.string(), isRevoked: z.boolean() }).nullable(),
  lines: z.array(OrderLine),
  subtotalCents: Cents,
  feeCents: Cents,
  taxCents: Cents,
  shippingCents: Cents,
  discountCents: Cents,
  totalCents: Cents,
  /** Money that went back or is on its way back. */
  returnedCents: Cents,
  currency: Currency,
  promoCode: z.string().nullable(),
  promoter: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  holdExpiresAt: Instant.nullable(),
  tickets: z.array(OfficeTicket),
  payments: z.array(OfficePayment),
  refunds: z.array(OfficeRefund),
  disputes: z.array(OfficeDispute),
  mails: z.array(OfficeMail),
  notes: z.array(OrderNote),
  /** What happened with it, newest first. */
  history: z.array(PersonMoment),
});
export type OfficeOrderDetail = z.infer<typeof OfficeOrderDetail>;

const params = z.object({ id: Uuid });

export const getOfficeOrder = endpoint({
  method: "GET",
  path: "/api/admin/orders/{id}",
  summary: "One order whole: lines, tickets, payments, refunds, mails, notes, and what happened with it",
  access: "admin",
  limit: "read",
  params,
  reply: OfficeOrderDetail,
  errors: ["not_found"],
});

/** A note as staff type it: several lines, no control characters besides. */
const NoteText = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, "Control characters are not allowed");

export const addOrderNote = endpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/notes",
  summary: "Write a note about an order, for the staff alone; it stays",
  access: "admin",
  limit: "write",
  idempotent: true,
  params,
  body: z.strictObject({ text: NoteText }),
  reply: OrderNote,
  status: 201,
  errors: ["invalid_input", "not_found", "idempotency_key_required", "idempotency_key_reused"],
});

export const strikeOrderNote = endpoint({
  method: "POST",
  path: "/api/admin/order-notes/{id}/strike",
  summary: "Strike a note out: it stays readable",
  access: "admin",
  limit: "write",
  params: z.object({ id: IdParam }),
  body: z.strictObject({}),
  reply: OrderNote,
  errors: ["not_found"],
});
