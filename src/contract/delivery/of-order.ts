import { z } from "zod";
import { EventStatus } from "../events/events.ts";
import { Cents, EventReference, Id, Instant, IntOrNull, TextOrNull } from "../shapes.ts";

const Address = z.object({
  name: z.string(),
  line1: z.string(),
  line2: TextOrNull,
  city: z.string(),
  /** A USPS code, `NY`. */
  state: z.string(),
  zip: z.string(),
});

/** Where an order's products go: to an address in the US, or to an event where they are picked up. */
export const OrderDelivery = z.object({
  method: z.enum(["ship", "pickup"]),
  /** The shipping option as it was called when the order was placed. */
  rateName: TextOrNull,
  /** Null for a pickup. Of a deleted account only state and ZIP Code are left. */
  address: Address.nullable(),
  /** Null if it is shipped. */
  event: EventReference.extend({ slug: z.string(), status: EventStatus, city: z.string() }).nullable(),
});
export type OrderDelivery = z.infer<typeof OrderDelivery>;

/** A way to ship an order, with its price now. */
export const ShippingOption = z.object({ id: Id, name: z.string(), priceCents: Cents });
export type ShippingOption = z.infer<typeof ShippingOption>;

/** How a draft's products can get to their buyer. */
export const DeliveryOptions = z.object({
  needsDelivery: z.boolean(),
  /** The states that are shipped to; empty if nothing is shipped. */
  states: z.array(z.string()),
  /** Shipping options to the state that the draft names, the cheapest first; empty without one. */
  rates: z.array(ShippingOption),
  /** The option that the quote's shipping is for; null if nothing is shipped yet. */
  rateId: IntOrNull,
  /** Upcoming events where it can be picked up: those that a product belongs to first, then by date. */
  pickups: z.array(
    z.object({ eventId: Id, title: z.string(), startsAt: Instant, timeZone: z.string(), city: z.string() }),
  ),
  /** Cents of shipped products until shipping is free; 0 if it is, null if it never is. */
  untilFreeShippingCents: IntOrNull,
});
export type DeliveryOptions = z.infer<typeof DeliveryOptions>;
