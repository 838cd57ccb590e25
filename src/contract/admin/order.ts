import { z } from "zod";
import { MoneyDispute } from "../payments/disputes.ts";
import { adminEndpoint } from "../endpoint.ts";
import { NoteText } from "../form-fields.ts";
import { RefundKind, RefundStatus } from "../refunds/of-order.ts";
import { OrderLine, OrderStatus } from "../orders/orders.ts";
import { totals } from "../orders/totals.ts";
import { MailSummary } from "../email/outbox.ts";
import { PersonMoment } from "../accounts/person-records.ts";
import {
  ById,
  ByUuid,
  Cents,
  Currency,
  EventReference,
  Id,
  Instant,
  InstantOrNull,
  Named,
  TextOrNull,
  Uuid,
} from "../shapes.ts";
import { OrderTicket } from "../tickets.ts";

/** One ticket of an order, with its current event: staff may have moved it since the purchase. */
export const AdminTicket = OrderTicket.omit({ code: true, eventId: true }).extend({
  lineId: Uuid,
  ticketTypeId: Id,
  event: EventReference.extend({ isOver: z.boolean() }),
  gate: TextOrNull,
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
  providerRef: TextOrNull,
  status: z.string(),
  amountCents: Cents,
  currency: Currency,
  createdAt: Instant,
  capturedAt: InstantOrNull,
});
export type AdminPayment = z.infer<typeof AdminPayment>;

/** A refund to the buyer. */
export const AdminRefund = z.object({
  id: Uuid,
  amountCents: Cents,
  status: RefundStatus,
  reason: z.string(),
  /** What it is for; null if it refunds a payment that the order couldn't use. */
  kind: RefundKind.nullable(),
  createdAt: Instant,
  doneAt: InstantOrNull,
});
export type AdminRefund = z.infer<typeof AdminRefund>;

/** A dispute that the buyer's bank opened. While it is open, its payment can't be refunded. */
export const AdminDispute = MoneyDispute.omit({
  provider: true,
  providerUrl: true,
  currency: true,
  order: true,
  event: true,
});
export type AdminDispute = z.infer<typeof AdminDispute>;

/** An email about the order, without its text. */
export const AdminMail = MailSummary.pick({
  id: true,
  kind: true,
  subject: true,
  status: true,
  createdAt: true,
}).extend({
  /** Where it went: the order's email, a former one, or one that staff chose. */
  address: z.string(),
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
  /** The event that was bought; null for other things. */
  event: EventReference.nullable(),
  comp: z.object({ reason: z.string(), by: z.string(), isRevoked: z.boolean() }).nullable(),
  lines: z.array(OrderLine),
  ...totals,
  /** What went back to the buyer: refunds, sent or still owed, and lost disputes. 0 for an order that wasn't paid. */
  returnedCents: Cents,
  /** The total less `returnedCents`; 0 for an order that wasn't paid. */
  netCents: z.int(),
  /** What can still be refunded. 0 while the order isn't paid. */
  refundableCents: Cents,
  /** Some of its tickets, items or shipping isn't refunded yet. False while the order isn't paid. */
  hasUnitsToRefund: z.boolean(),
  promoter: Named.nullable(),
  /** Where the buyer came from, as the link said: `utm_source` and `utm_campaign`. */
  source: TextOrNull,
  campaign: TextOrNull,
  createdAt: Instant,
  paidAt: InstantOrNull,
  holdExpiresAt: InstantOrNull,
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

/** `event` is the one that was bought; a moved ticket has its own new event. */
export const getAdminOrder = adminEndpoint(
  "GET /api/admin/orders/{id}",
  "One order in full: lines, tickets, payments, refunds, emails, notes and history",
  {
    params: ByUuid,
    reply: AdminOrderDetail,
  },
);

/** The same Idempotency-Key adds it once. */
export const addOrderNote = adminEndpoint(
  "POST /api/admin/orders/{id}/notes",
  "Add a note to an order, visible only to staff",
  {
    idempotent: true,
    params: ByUuid,
    body: z.strictObject({ text: NoteText }),
    reply: OrderNote,
    status: 201,
    errors: ["not_found", "idempotency_key_required", "idempotency_key_reused"],
  },
);

/** A soft delete: the note stays, with who deleted it. Deleting it again changes nothing. */
export const deleteOrderNote = adminEndpoint(
  "POST /api/admin/order-notes/{id}/delete",
  "Delete a note; staff can still read it",
  {
    params: ById,
    body: z.strictObject({}),
    reply: OrderNote,
  },
);
