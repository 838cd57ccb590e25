import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { OrderRefund, ReturnTerms } from "./order-refunds.ts";
import { Cents, Currency, Email, Id, Instant, Line, Uuid } from "./shapes.ts";
import { OrderTicket } from "./tickets.ts";

/** States of an order; the legal moves between them are data in the server's order rules. */
export const OrderStatus = z.enum([
  "awaiting_payment",
  "paying",
  "paid",
  "expired",
  "cancelled",
  "partially_refunded",
  "refunded",
]);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const OrderLine = z.object({
  id: Uuid,
  ticketTypeId: Id,
  eventId: Id,
  name: z.string(),
  quantity: z.int().min(1),
  /** Price of one unit when the order was placed, fees included. */
  unitCents: Cents,
  /** Its share of fees, once the discount is taken off. */
  feeCents: Cents,
  /** Units times price, before the discount. */
  totalCents: Cents,
  discountCents: Cents,
  ticketsPerUnit: z.int().min(1),
});
export type OrderLine = z.infer<typeof OrderLine>;

export const Order = z.object({
  id: Uuid,
  /** What people read aloud, `SG-7K2M-94QD`. */
  number: z.string(),
  status: OrderStatus,
  lines: z.array(OrderLine),
  subtotalCents: Cents,
  /** Share of the subtotal that is fees. */
  feeCents: Cents,
  taxCents: Cents,
  shippingCents: Cents,
  discountCents: Cents,
  /** The promo code that gave the discount. */
  promoCode: z.string().nullable(),
  totalCents: Cents,
  currency: Currency,
  buyer: z.object({ name: z.string(), email: z.string() }),
  /** Database-clock instant at which unpaid stock goes back on sale; null once settled. */
  holdExpiresAt: Instant.nullable(),
  /** Seconds left of the hold when this answer was made, so that a phone's wrong clock does not matter. */
  holdSecondsLeft: z.int().nullable(),
  /** Seconds that were added to the hold, once, because the payment provider did not answer; 0 for nearly all. */
  holdGraceSeconds: z.int().min(0),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  /** How the latest payment attempt stands: what "checking your payment" rests on. */
  payment: z
    .object({
      status: z.enum(["starting", "open", "processing", "declined", "expired", "captured", "refunding", "refunded"]),
      provider: z.string(),
    })
    .nullable(),
  event: z.object({ id: Id, slug: z.string(), title: z.string(), startsAt: Instant, timeZone: z.string() }).nullable(),
  tickets: z.array(OrderTicket),
  /** What was given back of it, the first first. */
  refunds: z.array(OrderRefund),
  /** Which of its tickets the buyer may return right now, and on what terms. */
  returns: ReturnTerms,
});
export type Order = z.infer<typeof Order>;

const draftLines = z
  .array(
    z.strictObject({
      ticketTypeId: Id,
      quantity: z.int().min(1).max(1000),
      /** Only for open prices: what the buyer gives for one unit. */
      amountCents: Cents.optional(),
    }),
  )
  .min(1)
  .max(20);

export const OrderDraft = z.strictObject({
  lines: draftLines,
  buyer: z.strictObject({ name: Line(1, 120), email: Email }),
  promoCode: z.string().trim().max(40).optional(),
  accessCode: z.string().trim().max(40).optional(),
  /** The word in the promoter's link that the buyer came by. One that nobody made credits nobody. */
  via: z.string().trim().max(40).optional(),
});
export type OrderDraft = z.infer<typeof OrderDraft>;
/** The draft as the browser writes it, before trimming. */
export type OrderDraftInput = z.input<typeof OrderDraft>;

/** A draft before anybody said who buys. */
export const QuoteDraft = OrderDraft.omit({ buyer: true });
export type QuoteDraft = z.infer<typeof QuoteDraft>;

/** What a draft would cost right now. Nothing is held. */
export const Quote = z.object({
  lines: z.array(OrderLine.omit({ id: true })),
  subtotalCents: Cents,
  feeCents: Cents,
  taxCents: Cents,
  shippingCents: Cents,
  discountCents: Cents,
  promoCode: z.string().nullable(),
  totalCents: Cents,
  currency: Currency,
});
export type Quote = z.infer<typeof Quote>;

const orderParams = z.object({ id: Uuid });
const linkQuery = z.object({
  /** Signed key from the confirmation mail or from the order's own answer: opens this one order without a session. */
  key: z.string().max(100).optional(),
});

export const placeOrder = endpoint({
  method: "POST",
  path: "/api/orders",
  summary: "Place an order and hold its stock, every line or none",
  access: "guest",
  limit: "checkout",
  guess: "accessCode",
  idempotent: true,
  body: OrderDraft,
  reply: Order,
  status: 201,
  errors: [
    "invalid_input",
    "not_found",
    "sold_out",
    "sales_closed",
    "over_limit",
    "code_invalid",
    "unavailable",
    "idempotency_key_required",
    "idempotency_key_reused",
  ],
});

export const quoteOrder = endpoint({
  method: "POST",
  path: "/api/orders/quote",
  summary: "What an order would cost, its promo code included; holds nothing",
  access: "guest",
  limit: "checkout",
  body: QuoteDraft,
  reply: Quote,
  errors: ["invalid_input", "not_found", "sales_closed", "over_limit", "code_invalid"],
});

export const payOrder = endpoint({
  method: "POST",
  path: "/api/orders/{id}/payment",
  summary: "Start paying: the address of the provider's page, or paid at once when the total is zero",
  access: "guest",
  limit: "checkout",
  idempotent: true,
  params: orderParams,
  body: z.strictObject({}).optional(),
  reply: z.discriminatedUnion("status", [
    z.object({ status: z.literal("redirect"), url: z.string() }),
    z.object({ status: z.literal("paid") }),
  ]),
  errors: ["not_found", "order_closed", "unavailable", "idempotency_key_required", "idempotency_key_reused"],
});

export const getOrder = endpoint({
  method: "GET",
  path: "/api/orders/{id}",
  summary: "One order; with its tickets when paid. For its owner, staff, or whoever holds its signed link",
  access: "public",
  limit: "read",
  params: orderParams,
  query: linkQuery,
  reply: Order,
  errors: ["not_found"],
});

export const cancelOrder = endpoint({
  method: "DELETE",
  path: "/api/orders/{id}",
  summary: "Cancel an unpaid order and free its stock",
  access: "guest",
  limit: "checkout",
  params: orderParams,
  reply: Order,
  errors: ["not_found", "order_closed", "request_in_flight"],
});
