import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { EventStatus, Poster } from "./events/events.ts";
import { Cents, Currency, EventReference, Id, IntOrNull, TextOrNull, Uuid } from "./shapes.ts";

/** Different items that one cart can have: as many as one order can. */
export const maxCartLines = 20;

/**
 * What is wrong with a line of a cart right now, if anything. `fewer`: less is left than it wants. `closed`: it isn't on
 * sale now. `over_limit`: one order can't have this many. `price`: it costs something else than when it was added.
 */
export const CartProblem = z.enum(["sold_out", "in_carts", "fewer", "closed", "price", "over_limit"]);
export type CartProblem = z.infer<typeof CartProblem>;

/** A line of a cart, priced now. A cart holds no stock: only an order does. */
export const CartLine = z.object({
  kind: z.string(),
  itemId: Id,
  /** What the item belongs to: the product's or the event's title. */
  title: z.string(),
  /** Which one of it: "Black / M", or the ticket type's name. Empty for a product without options. */
  name: z.string(),
  /** Where it can be looked at: `/shop?product=…` or `/events/…`. */
  path: z.string(),
  picture: Poster,
  /** Of tickets: the event that they admit to. */
  event: EventReference.extend({ status: EventStatus }).nullable(),
  quantity: z.int().min(1),
  /** How many of them can be bought now; 0 if none can. */
  buyable: z.int().min(0),
  /** The fewest that can be chosen. */
  minQuantity: z.int().min(1),
  /** The most that can be chosen now. */
  maxQuantity: z.int().min(0),
  unitCents: Cents,
  /** The price when it was added, if it differs. */
  wasCents: IntOrNull,
  /** The buyable units at today's price. */
  totalCents: Cents,
  /** The most important of its notices. */
  problem: CartProblem.nullable(),
  /** Everything that the visitor should know about it, as sentences. */
  problemText: TextOrNull,
  /** An unpaid order of the visitor that has units on hold which are missing here; null without one. */
  heldOrderId: Uuid.nullable(),
  /** True if it is shipped or picked up. */
  isPhysical: z.boolean(),
});
export type CartLine = z.infer<typeof CartLine>;

/** A cart. Empty carts have no lines and exist for everyone. */
export const Cart = z.object({
  /** In the order in which they were added. */
  lines: z.array(CartLine),
  /** Units of all lines. */
  count: z.int(),
  /** Units that can be bought now, before tax and shipping. */
  subtotalCents: Cents,
  currency: Currency,
  /** Cents until shipping is free; null if shipping is never free or nothing is shipped. 0: it is free. */
  untilFreeShippingCents: IntOrNull,
});
export type Cart = z.infer<typeof Cart>;

/** `unitCents`: what the visitor was shown, so that the cart can say when it changes. */
export const CartChange = z.strictObject({
  kind: z.string().max(40),
  itemId: Id,
  quantity: z.int().min(0).max(100),
  unitCents: Cents.optional(),
});
export type CartChange = z.infer<typeof CartChange>;

/** Of the signed-in account, or of the browser by its cookie, which lasts 30 days. */
export const getCart = endpoint("GET /api/cart", "The visitor's cart with today's prices and what is left", {
  access: "public",
  reply: Cart,
});

/**
 * Creates the cart if there is none. It holds no stock. `not_found` for what visitors can't see or no cart can have.
 */
export const addToCart = endpoint("POST /api/cart", "Add units of an item to those that the cart has", {
  access: "public",
  body: CartChange.extend({ quantity: z.int().min(1).max(100) }),
  reply: Cart,
  errors: ["not_found", "over_limit", "sales_closed"],
});

/** Changes of one cart wait for each other. */
export const setCartLine = endpoint("PUT /api/cart/lines", "Set how many units of an item the cart has; 0 removes it", {
  access: "public",
  body: CartChange,
  reply: Cart,
  errors: ["not_found", "over_limit", "sales_closed"],
});
