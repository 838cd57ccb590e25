import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Poster } from "./events.ts";
import { Cents, Currency, Id, IntOrNull, TextOrNull } from "./shapes.ts";

/**
 * What is wrong with a line of a cart right now, if anything. `fewer`: less is left than it wants. `closed`: it isn't on
 * sale now. `price`: it costs something else than when it was added.
 */
export const CartNotice = z.enum(["sold_out", "in_carts", "fewer", "closed", "price", "over_limit"]);
export type CartNotice = z.infer<typeof CartNotice>;

/** A line of a cart, priced now. A cart holds no stock: only an order does. */
export const CartLine = z.object({
  kind: z.string(),
  itemId: Id,
  /** What the item belongs to: the product's or the event's title. */
  title: z.string(),
  /** Which one of it: "Black / M", or the ticket type's name. */
  name: z.string(),
  /** Where it can be looked at: `/shop?product=…` or `/events/…`. */
  path: z.string(),
  picture: Poster.nullable(),
  quantity: z.int().min(1),
  /** The most that can be chosen now. */
  maxQuantity: z.int(),
  unitCents: Cents,
  /** The price when it was added, if it differs. */
  wasCents: IntOrNull,
  totalCents: Cents,
  /** Units left, told only when they are few. */
  left: IntOrNull,
  notice: CartNotice.nullable(),
  /** The notice as a sentence. */
  noticeText: TextOrNull,
  /** True if it is shipped or picked up. */
  isPhysical: z.boolean(),
});
export type CartLine = z.infer<typeof CartLine>;

/** A cart. Empty carts have no lines and exist for everyone. */
export const Cart = z.object({
  lines: z.array(CartLine),
  /** Units of all lines. */
  count: z.int(),
  /** Lines that can be bought now, before tax and shipping. */
  subtotalCents: Cents,
  currency: Currency,
  /** Cents until shipping is free; null if shipping is never free or nothing is shipped. 0: it is free. */
  untilFreeShippingCents: IntOrNull,
});
export type Cart = z.infer<typeof Cart>;

/** Quantity 0 removes the line. `unitCents`: what the visitor was shown, so that a later change can be told. */
export const CartChange = z.strictObject({
  kind: z.string().max(40),
  itemId: Id,
  quantity: z.int().min(0).max(100),
  unitCents: Cents.optional(),
});
export type CartChange = z.infer<typeof CartChange>;

export const getCart = endpoint("GET /api/cart", "The visitor's cart with today's prices and what is left", {
  access: "public",
  reply: Cart,
});

/** Adds to what the cart has of an item. */
export const addToCart = endpoint("POST /api/cart", "Add units of an item to the cart", {
  access: "public",
  body: CartChange,
  reply: Cart,
  errors: ["not_found", "over_limit"],
});

export const setCartLine = endpoint("PUT /api/cart/lines", "Set how many units of an item the cart has; 0 removes it", {
  access: "public",
  body: CartChange,
  reply: Cart,
  errors: ["not_found", "over_limit"],
});

export const emptyCart = endpoint("DELETE /api/cart", "Empty the cart", { access: "public", reply: Cart });
