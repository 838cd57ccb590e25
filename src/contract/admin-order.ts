import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { NoteText } from "./form-fields.ts";
import { OrderLine, OrderStatus } from "./orders.ts";
import { MailStatus } from "./outbox.ts";
import { PersonMoment } from "./person-records.ts";
import { ById, ByUuid, Cents, Currency, EventReference, Id, Instant, Uuid } from "./shapes.ts";
import { TicketStatus } from "./tickets.ts";

const orderEvent = EventReference;

/** One ticket of an order, with its current event: staff may have moved it since the purchase. */
export const AdminTicket = z.object({
  id: Id,
  lineId: Uuid,
  holderName: z.string(),
  ticketTypeId: Id,
  typeName: z.string(),
  event: orderEvent.extend({ isOver: z.boolean() }),
  status: TicketStatus,
  admittedAt: Instant.nullable(),
  gate: z.string().nullable(),
  /** True while its order's payment is disputed: the ticket can't be used. */
  isFrozen: z.boolean(),
  /** How many times its code was replaced. */
  version: z.int(),
  /** How many people its unit admits: tickets of a package are refunded together. */
  ticketsPerUnit: z.int(),
  /** What can be refunded while the ticket stays valid, after a move to a cheaper type. 0 if nothing can. */
  differenceCents: Cents,
});
export type AdminTicket = z.infer<typeof AdminTicket>;

/** One attempt to pay an order. */
export const AdminPayment = z.object({
  id: Uuid,
  provider: z.string(),
  /** The provider's id, to look it up there. */
  providerRef: z.string().nullable(),
  status: z.string(),
  amountCents: Cents,
  currency: Currency,
  createdAt: Instant,
  capturedAt: Instant.nullable(),
});
export type AdminPayment = z.infer<typeof AdminPayment>;

/** A refund to the buyer. */
export const AdminRefund = z.object({
  id: Uuid,
  amountCents: Cents,
  status: z.enum(["pending", "done", "failed"]),
  reason: z.string(),
  /** True for a price difference: the ticket stays valid. */
  keepsTickets: z.boolean(),
  createdAt: Instant,
  doneAt: Instant.nullable(),
});
export type AdminRefund = z.infer<typeof AdminRefund>;

/** A dispute that the buyer's bank opened. While it is open, its payment can't be refunded. */
export const AdminDispute = z.object({
  id: Uuid,
  /** The provider's id, to submit evidence there. */
  providerRef: z.string(),
  amountCents: Cents,
  status: z.enum(["open", "won", "lost"]),
  reason: z.string(),
  openedAt: Instant,
  closedAt: Instant.nullable(),
  evidenceDueAt: Instant.nullable(),
});
export type AdminDispute = z.infer<typeof AdminDispute>;

export const AdminMail = z.object({
  id: Id,
  kind: z.string(),
  subject: z.string().nullable(),
  status: MailStatus,
  createdAt: Instant,
});
export type AdminMail = z.infer<typeof AdminMail>;

/** A staff note about an order. Deleted notes stay readable. */
export const OrderNote = z.object({
  id: Id,
  text: z.string(),
  by: z.string(),
  at: Instant,
  deleted: z.object({ at: Instant, by: z.string() }).nullable(),
});
export type OrderNote = z.infer<typeof OrderNote>;

/** An order with everything staff can see. Lines are what was bought, tickets are what the order holds now. */
export const AdminOrderDetail = z.object({
  id: Uuid,
  number: z.string(),
  status: OrderStatus,
  buyer: z.object({ id: Id, name: z.string(), email: z.string() }),
  event: orderEvent,
  comp: z.object({ reason: z.string(), by: z.string(), isRevoked: z.boolean() }).nullable(),
  lines: z.array(OrderLine),
  subtotalCents: Cents,
  feeCents: Cents,
  taxCents: Cents,
  shippingCents: Cents,
  discountCents: Cents,
  totalCents: Cents,
  /** Refunded amount, including pending refunds. */
  returnedCents: Cents,
  currency: Currency,
  promoCode: z.string().nullable(),
  promoter: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  holdExpiresAt: Instant.nullable(),
  tickets: z.array(AdminTicket),
  payments: z.array(AdminPayment),
  refunds: z.array(AdminRefund),
  disputes: z.array(AdminDispute),
  mails: z.array(AdminMail),
  notes: z.array(OrderNote),
  /** Its history, newest first. */
  history: z.array(PersonMoment),
});
export type AdminOrderDetail = z.infer<typeof AdminOrderDetail>;

const params = ByUuid;

export const getAdminOrder = endpoint(
  "GET /api/admin/orders/{id}",
  "One order in full: lines, tickets, payments, refunds, emails, notes and history",
  {
    access: "admin",
    params,
    reply: AdminOrderDetail,
    errors: ["not_found"],
  },
);

export const addOrderNote = endpoint(
  "POST /api/admin/orders/{id}/notes",
  "Add a note to an order, visible only to staff",
  {
    access: "admin",
    idempotent: true,
    params,
    body: z.strictObject({ text: NoteText }),
    reply: OrderNote,
    status: 201,
    errors: ["not_found", "idempotency_key_required", "idempotency_key_reused"],
  },
);

export const deleteOrderNote = endpoint(
  "POST /api/admin/order-notes/{id}/delete",
  "Delete a note; staff can still read it",
  {
    access: "admin",
    params: ById,
    body: z.strictObject({}),
    reply: OrderNote,
    errors: ["not_found"],
  },
);
