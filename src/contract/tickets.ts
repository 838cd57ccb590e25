import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Email } from "./form-fields.ts";
import { Empty, Id, InstantOrNull, Items, NoBody, TextOrNull, Uuid } from "./shapes.ts";
import { EventDetail } from "./events/events.ts";

/** Only a `valid` ticket admits. */
export const TicketStatus = z.enum(["valid", "canceled", "refunded"]);
export type TicketStatus = z.infer<typeof TicketStatus>;

/** One person's right to enter, as its order shows it. `code` is what the QR code says. */
export const OrderTicket = z.object({
  id: Id,
  code: z.string(),
  typeName: z.string(),
  holderName: z.string(),
  status: TicketStatus,
  admittedAt: InstantOrNull,
  /** The gate where it was used, as the event names it. Null if it wasn't used, or without a named gate. */
  gate: TextOrNull,
  /** True if it opens a live stream and admits nobody at the door. */
  isStreamPass: z.boolean(),
  /** True while its order's payment is disputed: the ticket can't be used. */
  isFrozen: z.boolean(),
  eventId: Id,
});
export type OrderTicket = z.infer<typeof OrderTicket>;

/** A ticket as its holder's list shows it. */
export const MyTicket = OrderTicket.extend({
  orderId: Uuid,
  orderNumber: z.string(),
  event: EventDetail.pick({
    id: true,
    slug: true,
    title: true,
    startsAt: true,
    doorsAt: true,
    endsAt: true,
    timeZone: true,
    ageRule: true,
    venue: true,
    poster: true,
    status: true,
  }),
});
export type MyTicket = z.infer<typeof MyTicket>;

/** Safe to repeat: what is on its way or went out within the hour isn't sent again. */
export const emailMyTickets = endpoint(
  "POST /api/my-tickets/email",
  "Email this user's tickets for upcoming events again, each order at most once an hour",
  {
    access: "guest",
    body: NoBody,
    reply: z.object({
      /** Where they go: the addresses of the orders. Empty without tickets for upcoming events. */
      addresses: z.array(z.string()),
      /** False if no email server is set: nothing is sent. */
      leaves: z.boolean(),
    }),
    errors: ["not_signed_in"],
  },
);

/**
 * For buyers without a session. The email is written later, so that neither the reply nor its time says whether there are
 * tickets. An address gets three an hour by the clock, further ones are dropped; a network has 20 requests an hour, and
 * beyond that each takes a proof of work.
 */
export const findMyTickets = endpoint(
  "POST /api/my-tickets/find",
  "Email the links to the tickets for upcoming events that were bought with an address; the response never reveals whether there are any",
  {
    access: "public",
    limit: "note",
    body: z.strictObject({ email: Email }),
    reply: Empty,
    status: 202,
    errors: ["too_many_requests"],
  },
);

/** Past events after the upcoming ones, the latest first. */
export const listMyTickets = endpoint(
  "GET /api/my-tickets",
  "This user's tickets, next event first; guests see those of their own orders",
  {
    access: "guest",
    reply: Items(MyTicket),
    errors: ["not_signed_in"],
  },
);
