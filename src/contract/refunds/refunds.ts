import { z } from "zod";
import { adminEndpoint, endpoint } from "../endpoint.ts";
import { Reason } from "../form-fields.ts";
import { OrderStatus } from "../orders/orders.ts";
import { OrderRefund } from "./of-order.ts";
import { ByUuid, Cents, Currency, Id, InstantOrNull, Line, LinkQuery, ReasonBody, Uuid } from "../shapes.ts";
import { TicketStatus } from "../tickets.ts";

/** What to refund: tickets by id, what is left of lines, units of lines, the shipping; without any, all that is left. */
const choice = {
  ticketIds: z.array(Id).min(1).max(500).optional(),
  lineIds: z.array(Uuid).min(1).max(20).optional(),
  units: z
    .array(z.strictObject({ lineId: Uuid, quantity: z.int().min(1).max(1000) }))
    .min(1)
    .max(20)
    .optional(),
  shipping: z.boolean().optional(),
};

/** What a refund would do to one ticket. Cents of the order's currency. */
export const QuotedTicket = z.object({
  id: Id,
  lineId: Uuid,
  typeName: z.string(),
  holderName: z.string(),
  status: TicketStatus,
  admittedAt: InstantOrNull,
  /** The refund for it in this quote; 0 if it was free. */
  amountCents: Cents,
  /** The fees in its price, refunded or not. */
  feeCents: Cents,
  isChosen: z.boolean(),
});

/** What a refund would do. A quote changes nothing. */
export const RefundQuote = z.object({
  orderId: Uuid,
  number: z.string(),
  currency: Currency,
  /** Every ticket of the order that isn't refunded yet. */
  tickets: z.array(QuotedTicket),
  /** What is left of lines that aren't for tickets: how many, how many of them this quote refunds, and for how much. */
  items: z.array(z.object({ lineId: Uuid, name: z.string(), left: z.int(), chosen: z.int(), amountCents: Cents })),
  /** The shipping, if it was paid for and isn't refunded yet. */
  shipping: z.object({ amountCents: Cents, isChosen: z.boolean() }).nullable(),
  /** The refund to the buyer, and the fees that are kept. */
  amountCents: Cents,
  nonrefundableFeeCents: Cents,
  /** Tickets that become void, and how many of them are checked in. */
  ticketCount: z.int(),
  admittedCount: z.int(),
  /** Units that would go back on sale, by ticket type. A package counts only if all of it is refunded. */
  stock: z.array(z.object({ name: z.string(), units: z.int() })),
  /** What was paid, and what would remain. */
  totalCents: Cents,
  leftCents: Cents,
  statusAfter: OrderStatus,
});
export type RefundQuote = z.infer<typeof RefundQuote>;

const quoteErrors = ["invalid_input", "not_found", "order_closed", "already_refunded"] as const;

/** `already_refunded` if nothing of it is left. */
export const quoteRefund = adminEndpoint(
  "POST /api/admin/orders/{id}/refund-quote",
  "Preview a refund of an order: money, fees, tickets and stock. Changes nothing",
  {
    limit: "read",
    params: ByUuid,
    body: z.strictObject({ ...choice, withFee: z.boolean().default(true), returnsStock: z.boolean().default(true) }),
    reply: RefundQuote,
    errors: quoteErrors,
  },
);

/**
 * Tickets, stock, money, ledger and email are one transaction. `ticket_admitted` without `includesAdmitted`,
 * `edited_meanwhile` if the amount has changed. The same Idempotency-Key refunds once.
 */
export const refundOrder = adminEndpoint(
  "POST /api/admin/orders/{id}/refunds",
  "Refund an order, lines, units of them or the shipping: tickets are void at once and the refund starts",
  {
    idempotent: true,
    delicate: 30,
    params: ByUuid,
    body: z.strictObject({
      ...choice,
      withFee: z.boolean(),
      returnsStock: z.boolean(),
      /** The amount from the quote. The call is refused if it has changed. */
      amountCents: Cents,
      reason: Reason,
      /** Goes into the buyer's email. */
      note: Line(3, 600).optional(),
      /** Also refunds tickets that are checked in. */
      includesAdmitted: z.boolean().optional(),
    }),
    reply: OrderRefund,
    status: 201,
    errors: [...quoteErrors, "ticket_admitted", "edited_meanwhile", "refund_too_high", "payment_disputed"],
  },
);

/**
 * Split over all units by what is left of them, so that a later refund of a unit pays only the rest. Calls take turns:
 * never more than what is left. The same Idempotency-Key refunds once.
 */
export const refundAmount = adminEndpoint(
  "POST /api/admin/orders/{id}/amount-refunds",
  "Refund an amount of an order: its tickets stay as they are",
  {
    idempotent: true,
    delicate: 30,
    params: ByUuid,
    body: z.strictObject({
      amountCents: Cents.min(1),
      /** What was left to refund when this was decided. The call is refused if it has changed. */
      leftCents: Cents,
      reason: Reason,
      /** Goes into the buyer's email. */
      note: Line(3, 600).optional(),
    }),
    reply: OrderRefund,
    status: 201,
    errors: [
      "not_found",
      "order_closed",
      "already_refunded",
      "edited_meanwhile",
      "refund_too_high",
      "payment_disputed",
    ],
  },
);

const refundParams = z.object({ id: Uuid, refundId: Uuid });

/** Its tickets stay void. `order_closed` if it hasn't failed. */
export const retryRefund = adminEndpoint(
  "POST /api/admin/orders/{id}/refunds/{refundId}/retry",
  "Retry a failed refund",
  {
    delicate: 30,
    params: refundParams,
    body: ReasonBody,
    reply: OrderRefund,
    errors: ["not_found", "order_closed", "refund_too_high", "payment_disputed"],
  },
);

/** Adds a journal entry and emails the buyer. `order_closed` if it hasn't failed. */
export const markPaidBack = adminEndpoint(
  "POST /api/admin/orders/{id}/refunds/{refundId}/paid-by-hand",
  "Record that a failed refund was paid to the buyer by other means",
  {
    delicate: 30,
    params: refundParams,
    body: ReasonBody,
    reply: OrderRefund,
    errors: ["not_found", "order_closed"],
  },
);

const ownTickets = z.array(Id).min(1).max(500);

/** What a buyer would get for refunding tickets themselves. */
export const ReturnQuote = z.object({
  amountCents: Cents,
  nonrefundableFeeCents: Cents,
  currency: Currency,
  tickets: z.array(z.object({ id: Id, amountCents: Cents, feeCents: Cents })),
});
export type ReturnQuote = z.infer<typeof ReturnQuote>;

/** Changes nothing. `not_found` for anyone but the buyer, `refund_closed` if the policy doesn't allow it now. */
export const quoteReturn = endpoint(
  "POST /api/orders/{id}/refund-quote",
  "Preview a self-service refund of one's own order, under the refund policy at purchase",
  {
    access: "guest",
    limit: "read",
    params: ByUuid,
    query: LinkQuery,
    body: z.strictObject({ ticketIds: ownTickets }),
    reply: ReturnQuote,
    errors: ["not_found", "refund_closed"],
  },
);

/**
 * The policy is checked under the order's lock, by the database's clock. `edited_meanwhile` unless `amountCents` is
 * what the quote says. The same Idempotency-Key refunds once.
 */
export const returnTickets = endpoint(
  "POST /api/orders/{id}/refunds",
  "Refund tickets of one's own order: they are void at once and the refund starts",
  {
    access: "guest",
    limit: "checkout",
    idempotent: true,
    params: ByUuid,
    query: LinkQuery,
    body: z.strictObject({ ticketIds: ownTickets, amountCents: Cents }),
    reply: OrderRefund,
    status: 201,
    errors: [
      "not_found",
      "refund_closed",
      "already_refunded",
      "edited_meanwhile",
      "refund_too_high",
      "payment_disputed",
    ],
  },
);
