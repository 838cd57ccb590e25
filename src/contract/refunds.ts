import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { OrderStatus } from "./orders.ts";
import { OrderRefund } from "./order-refunds.ts";
import { Cents, Currency, Id, Instant, Line, Uuid } from "./shapes.ts";
import { TicketStatus } from "./tickets.ts";

/** Why staff give something back: kept with it, never shown to the buyer. */
const Reason = Line(3, 200);

/** Which tickets: those named, those of the lines named, or everything that is left when neither is. */
const choice = {
  ticketIds: z.array(Id).min(1).max(500).optional(),
  lineIds: z.array(Uuid).min(1).max(20).optional(),
};

/** One ticket of a quote. */
export const QuotedTicket = z.object({
  id: Id,
  lineId: Uuid,
  typeName: z.string(),
  holderName: z.string(),
  status: TicketStatus,
  admittedAt: Instant.nullable(),
  /** What goes back for it by this quote; 0 where it was free. */
  amountCents: Cents,
  /** The fees in its price, whether they go back or not. */
  feeCents: Cents,
  isChosen: z.boolean(),
});
export type QuotedTicket = z.infer<typeof QuotedTicket>;

/** What giving tickets back would do. Nothing is done by asking. */
export const RefundQuote = z.object({
  orderId: Uuid,
  number: z.string(),
  currency: Currency,
  /** Every ticket of the order that was not given back before. */
  tickets: z.array(QuotedTicket),
  /** What goes back to the buyer, and the fees that stay. */
  amountCents: Cents,
  feeKeptCents: Cents,
  /** Tickets that open no door any more, and those among them that somebody came in with. */
  ticketCount: z.int(),
  admittedCount: z.int(),
  /** Units that would be for sale again, by ticket type: a package only when all of it comes back. */
  stock: z.array(z.object({ name: z.string(), units: z.int() })),
  /** What was paid, and what would be left of it. */
  totalCents: Cents,
  leftCents: Cents,
  statusAfter: OrderStatus,
});
export type RefundQuote = z.infer<typeof RefundQuote>;

const params = z.object({ id: Uuid });

const quoteErrors = ["invalid_input", "not_found", "order_closed", "already_refunded"] as const;

export const quoteRefund = endpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/refund-quote",
  summary: "What giving tickets of an order back would do: money, fees, tickets, stock. Changes nothing",
  access: "admin",
  limit: "read",
  params,
  body: z.strictObject({ ...choice, withFee: z.boolean().default(true), returnsStock: z.boolean().default(true) }),
  reply: RefundQuote,
  errors: quoteErrors,
});

export const refundOrder = endpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/refunds",
  summary: "Give an order, lines or single tickets back: the tickets are void at once, the money is on its way",
  access: "admin",
  limit: "write",
  idempotent: true,
  delicate: true,
  params,
  body: z.strictObject({
    ...choice,
    withFee: z.boolean(),
    returnsStock: z.boolean(),
    /** What the quote said goes back: refused when it is something else by now. */
    amountCents: Cents,
    reason: Reason,
    /** Goes into the buyer's mail. */
    note: Line(3, 600).optional(),
    /** Gives tickets back that somebody came in with. */
    includesAdmitted: z.boolean().optional(),
  }),
  reply: OrderRefund,
  status: 201,
  errors: [...quoteErrors, "ticket_admitted", "edited_meanwhile", "refund_too_high", "payment_disputed"],
});

const refundParams = z.object({ id: Uuid, refundId: Uuid });

export const retryRefund = endpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/refunds/{refundId}/retry",
  summary: "Send the money of a failed refund once more",
  access: "admin",
  limit: "write",
  delicate: true,
  params: refundParams,
  body: z.strictObject({ reason: Reason }),
  reply: OrderRefund,
  errors: ["invalid_input", "not_found", "order_closed", "refund_too_high", "payment_disputed"],
});

export const markPaidBack = endpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/refunds/{refundId}/paid-by-hand",
  summary: "Note that the money of a failed refund reached the buyer by other means",
  access: "admin",
  limit: "write",
  delicate: true,
  params: refundParams,
  body: z.strictObject({ reason: Reason }),
  reply: OrderRefund,
  errors: ["invalid_input", "not_found", "order_closed"],
});

const linkQuery = z.object({
  /** Signed key of the order's own link. */
  key: z.string().max(100).optional(),
});
const ownTickets = z.array(Id).min(1).max(500);

/** What returning tickets would bring back to their buyer. */
export const ReturnQuote = z.object({
  amountCents: Cents,
  feeKeptCents: Cents,
  currency: Currency,
  tickets: z.array(z.object({ id: Id, amountCents: Cents, feeCents: Cents })),
});
export type ReturnQuote = z.infer<typeof ReturnQuote>;

export const quoteReturn = endpoint({
  method: "POST",
  path: "/api/orders/{id}/refund-quote",
  summary: "What returning tickets of one's own order would bring back, by the terms it was bought on",
  access: "guest",
  limit: "read",
  params,
  query: linkQuery,
  body: z.strictObject({ ticketIds: ownTickets }),
  reply: ReturnQuote,
  errors: ["invalid_input", "not_found", "refund_closed"],
});

export const returnTickets = endpoint({
  method: "POST",
  path: "/api/orders/{id}/refunds",
  summary: "Return tickets of one's own order: they are void at once, the money is on its way",
  access: "guest",
  limit: "checkout",
  idempotent: true,
  params,
  query: linkQuery,
  body: z.strictObject({ ticketIds: ownTickets, amountCents: Cents }),
  reply: OrderRefund,
  status: 201,
  errors: [
    "invalid_input",
    "not_found",
    "refund_closed",
    "already_refunded",
    "edited_meanwhile",
    "refund_too_high",
    "payment_disputed",
  ],
});
