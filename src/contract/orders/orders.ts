import { z } from "zod";
import { DeliveryChoice, DeliveryWish } from "../delivery/delivery.ts";
import { endpoint } from "../endpoint.ts";
import { DeliveryOptions, OrderDelivery } from "../delivery/of-order.ts";
import { OrderRefund, ReturnTerms } from "../refunds/of-order.ts";
import { EventStatus } from "../events/events.ts";
import { buyerFields } from "../form-fields.ts";
import {
  ByUuid,
  Cents,
  EventReference,
  Id,
  Instant,
  InstantOrNull,
  IntOrNull,
  Items,
  LinkQuery,
  NoBody,
  ShortText,
  TypedCode,
  TextOrNull,
  Uuid,
} from "../shapes.ts";
import { OrderTicket } from "../tickets.ts";
import { totals } from "./totals.ts";

/** Order statuses. The server's order rules define the allowed transitions. */
export const OrderStatus = z.enum([
  "awaiting_payment",
  "paying",
  "paid",
  "expired",
  "canceled",
  "partially_refunded",
  "refunded",
]);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Prices are copied when the order is placed, so that later changes don't reach it. Cents of the order's currency. */
export const OrderLine = z.object({
  id: Uuid,
  /** What was bought: a kind of thing, `ticket`, and its id among that kind. */
  kind: z.string(),
  itemId: Id,
  /** Of tickets: the same as `itemId`. */
  ticketTypeId: Id.optional(),
  /** Of products: the same as `itemId`. */
  variantId: Id.optional(),
  /** Of tickets: the event that they admit to. */
  eventId: Id.optional(),
  name: z.string(),
  quantity: z.int().min(1),
  /** Price of one unit when the order was placed, fees included. */
  unitCents: Cents,
  /** Its share of fees, after the discount. */
  feeCents: Cents,
  /** Units times price, before discount. */
  totalCents: Cents,
  discountCents: Cents,
  /** The tax on top of its price. */
  taxCents: Cents,
  /** Of tickets: how many one unit includes. */
  ticketsPerUnit: z.int().min(1).optional(),
});
export type OrderLine = z.infer<typeof OrderLine>;

const OrderedEvent = EventReference.extend({ slug: z.string(), status: EventStatus });

/** As its buyer sees it. Amounts are cents of `currency`. */
export const Order = z.object({
  id: Uuid,
  /** The order number that people read aloud, `SG-7K2M-94QD`. */
  number: z.string(),
  status: OrderStatus,
  lines: z.array(OrderLine),
  ...totals,
  buyer: z.object({ name: z.string(), email: z.string() }),
  /** When unpaid tickets go back on sale, by the database's clock; null once settled. */
  holdExpiresAt: InstantOrNull,
  /** Seconds left on the hold at the time of the response, so that a phone's wrong clock doesn't matter. */
  holdSecondsLeft: IntOrNull,
  /**
   * Until when unpaid tickets are on hold once the buyer confirms their email by a code (`confirmBuyerEmail`); null if that
   * changes nothing.
   */
  confirmUntil: InstantOrNull,
  /** Seconds added to the hold, once, because the payment provider didn't respond; usually 0. */
  holdGraceSeconds: z.int().min(0),
  createdAt: Instant,
  paidAt: InstantOrNull,
  /** Status of the latest payment attempt. The "checking your payment" message depends on it. */
  payment: z
    .object({
      status: z.enum(["starting", "open", "processing", "declined", "expired", "captured", "refunding", "refunded"]),
      provider: z.string(),
    })
    .nullable(),
  /** The first of `events`; null without tickets. */
  event: OrderedEvent.nullable(),
  /** The events that its tickets admit to: those of valid tickets first. */
  events: z.array(OrderedEvent),
  /** Where its products go; null if nothing of it is shipped or picked up. */
  delivery: OrderDelivery.nullable(),
  tickets: z.array(OrderTicket),
  /** Its refunds, oldest first. */
  refunds: z.array(OrderRefund),
  /** Which of its tickets the buyer can refund now, and on what terms. */
  returns: ReturnTerms,
});
export type Order = z.infer<typeof Order>;

const draftLines = z
  .array(
    z
      .strictObject({
        /** The item: a ticket type, a product's variant, or any other kind of thing by its kind and id. */
        ticketTypeId: Id.optional(),
        variantId: Id.optional(),
        kind: z.string().max(40).optional(),
        itemId: Id.optional(),
        quantity: z.int().min(1).max(1000),
        /** Only for open prices: what the buyer pays per unit. */
        amountCents: Cents.optional(),
      })
      .refine(
        ({ ticketTypeId, variantId, kind, itemId }) => {
          const named = [ticketTypeId, variantId, kind ?? itemId].filter((name) => name !== undefined);
          return named.length === 1 && (kind === undefined) === (itemId === undefined);
        },
        { message: "Name one item", path: ["ticketTypeId"] },
      ),
  )
  .min(1)
  .max(20);

/** It has no prices: the server's rows decide, except for what a buyer chooses to pay. */
export const OrderDraft = z.strictObject({
  lines: draftLines,
  buyer: z.strictObject(buyerFields),
  /** Needed if a product of it is shipped or picked up; ignored otherwise. */
  delivery: z.optional(DeliveryChoice),
  promoCode: TypedCode,
  accessCode: TypedCode,
  /** The promoter code from the link that the buyer came by. An unknown code credits no one. */
  via: TypedCode,
  /** Where the buyer came from: `utm_source` and `utm_campaign` of the link, and the stream that they watched. */
  source: ShortText,
  campaign: ShortText,
  streamId: Id.optional(),
  /** The buyer ticked that they want news by email: the text of `consentText`. Omitted or false changes nothing. */
  emailOptIn: z.boolean().optional(),
});
export type OrderDraft = z.infer<typeof OrderDraft>;
/** The draft as the browser sends it, before trimming. */
export type OrderDraftInput = z.input<typeof OrderDraft>;

/** What checkout knows about a buyer before they type. */
export type LastBuyer = z.infer<typeof getLastBuyer.reply>;

/** A draft without buyer details, and with so much of the delivery as is known. */
export const QuoteDraft = OrderDraft.omit({ buyer: true, emailOptIn: true }).extend({
  delivery: z.optional(DeliveryWish),
});
export type QuoteDraft = z.infer<typeof QuoteDraft>;

/** What a draft would cost now. A quote holds nothing. */
export const Quote = z.object({
  lines: z.array(OrderLine.omit({ id: true })),
  ...totals,
  /** How its products can be delivered; null if there is nothing to deliver. */
  deliveryOptions: DeliveryOptions.nullable(),
});
export type Quote = z.infer<typeof Quote>;

/**
 * Prices are copied into the lines. The same Idempotency-Key returns the same reply, byte for byte. `free_limit`: the
 * buyer's fair share is used up. `proof_required`: that of their network is, and a proof of work lets this order through.
 * `confirm_email`: too much of what unknown buyers held expired, so it's first for those who confirm their email by a code.
 */
export const placeOrder = endpoint("POST /api/orders", "Place an order and hold its stock, all lines or none", {
  access: "guest",
  limit: "checkout",
  guess: "accessCode",
  idempotent: true,
  body: OrderDraft,
  reply: Order,
  status: 201,
  errors: [
    "not_found",
    "sold_out",
    "in_carts",
    "sales_closed",
    "over_limit",
    "proof_required",
    "free_limit",
    "confirm_email",
    "code_invalid",
    "unavailable",
    "idempotency_key_required",
    "idempotency_key_reused",
  ],
});

/** Both null for a guest without an order. */
export const getLastBuyer = endpoint(
  "GET /api/orders/last-buyer",
  "The name and email of this user's latest order, to prefill checkout; without one, the account's confirmed email",
  {
    access: "guest",
    reply: z.object({ name: TextOrNull, email: TextOrNull }),
    errors: ["not_signed_in"],
  },
);

/** As of now: placing the order decides. `code_invalid` also if this buyer has used the code as often as they can. */
export const quoteOrder = endpoint(
  "POST /api/orders/quote",
  "What an order would cost, including its promo code; holds nothing",
  {
    access: "guest",
    limit: "checkout",
    body: QuoteDraft,
    reply: Quote,
    errors: ["not_found", "sales_closed", "over_limit", "code_invalid"],
  },
);

/** How the payment of an order starts: on the provider's page, or not at all because there is nothing to pay. */
const PaymentStart = z.discriminatedUnion("status", [
  z.object({ status: z.literal("redirect"), url: z.string() }),
  z.object({ status: z.literal("paid") }),
]);
export type PaymentStart = z.infer<typeof PaymentStart>;

/**
 * The hold doesn't expire while the buyer pays. A call that was cut short is resumed under the provider's own key, so
 * nobody is charged twice. `unavailable` if the provider doesn't respond.
 */
export const payOrder = endpoint(
  "POST /api/orders/{id}/payment",
  "Start payment: the URL of the provider's page, or paid at once if the total is zero",
  {
    access: "guest",
    limit: "checkout",
    idempotent: true,
    params: ByUuid,
    body: NoBody,
    reply: PaymentStart,
    errors: ["not_found", "order_closed", "unavailable", "idempotency_key_required", "idempotency_key_reused"],
  },
);

/** What a checkout sends: an order's draft, and the total that its buyer saw. */
export const CheckoutDraft = OrderDraft.extend({
  /** If the order costs anything else now, nothing is ordered. */
  shownTotalCents: Cents,
});
export type CheckoutDraft = z.infer<typeof CheckoutDraft>;
/** The same as the browser sends it, before trimming. */
export type CheckoutDraftInput = z.input<typeof CheckoutDraft>;

/**
 * Does what `placeOrder` and `payOrder` do, and refuses as `placeOrder` does. `total_changed` if the order costs something
 * else than was shown: nothing is on hold then, and `totals` are the new figures. Its Idempotency-Key is a secret of at
 * least 128 random bits, in 22 characters or more. Whoever repeats the call with it within 15 minutes gets the order that
 * the call placed, also without a session; without one, any other call is refused with `not_signed_in`.
 *
 * `payment` is null if the order is on hold and isn't being paid: its hold is shorter than usual, which its buyer sees
 * first, or the provider didn't respond. The same call again, or `payOrder`, goes on from there.
 */
export const checkOut = endpoint("POST /api/checkout", "Place an order and start its payment, in one call", {
  access: "public",
  limit: "checkout",
  guess: "accessCode",
  idempotent: true,
  body: CheckoutDraft,
  reply: z.object({ order: Order, payment: PaymentStart.nullable() }),
  status: 201,
  errors: ["not_signed_in", "total_changed", ...placeOrder.errors],
});

/**
 * Only its buyer can, and only once. The prices of its lines, its shipping and its deadline stay. An open payment page is
 * closed first: if the buyer paid meanwhile, `order_closed`. The same code again changes nothing.
 */
export const addPromoCode = endpoint("PUT /api/orders/{id}/promo-code", "Apply a promo code to an unpaid order", {
  access: "guest",
  limit: "checkout",
  params: ByUuid,
  body: z.strictObject({ promoCode: TypedCode.unwrap().min(1) }),
  reply: Order,
  errors: ["not_found", "order_closed", "code_invalid", "free_limit", "request_in_flight", "unavailable"],
});

/** For anyone else it doesn't exist: `not_found`. */
export const getOrder = endpoint(
  "GET /api/orders/{id}",
  "One order, with its tickets if paid. For its owner, staff, or anyone with its signed link",
  {
    access: "public",
    params: ByUuid,
    query: LinkQuery,
    reply: Order,
  },
);

/** Only their own, not those that a signed link opens. */
export const listHeldOrders = endpoint(
  "GET /api/held-orders",
  "This user's unpaid orders that are on hold, latest first",
  {
    access: "guest",
    reply: Items(Order),
    errors: ["not_signed_in"],
  },
);

/**
 * Only its buyer can. The provider closes its page first: if the buyer paid meanwhile, `order_closed`. Canceling twice
 * is the same as once.
 */
export const cancelOrder = endpoint("DELETE /api/orders/{id}", "Cancel an unpaid order and release its stock", {
  access: "guest",
  limit: "checkout",
  params: ByUuid,
  reply: Order,
  errors: ["not_found", "order_closed", "request_in_flight"],
});
