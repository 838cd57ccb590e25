import type { Order } from "#contract/orders/orders.ts";
import { nameInMail, whenOf } from "#server/modules/email/index.ts";
import type { EventInfo } from "#server/modules/events/index.ts";

/** The variables of a text about an order and its event. */
export const eventVariables = ["name", "event", "date", "venue", "city", "order"] as const;

/** The values of an email about an order and its event. */
export const eventValues = (order: Order, event: EventInfo) => ({
  name: nameInMail(order.buyer.name),
  event: event.title,
  date: whenOf(event),
  venue: event.venue.name,
  city: event.venue.city,
  order: order.number,
});
