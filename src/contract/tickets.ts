import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Instant, Items, Uuid } from "./shapes.ts";
import { EventStatus, Poster, Venue } from "./events.ts";

export const TicketStatus = z.enum(["valid", "canceled", "refunded"]);
export type TicketStatus = z.infer<typeof TicketStatus>;

/** One person's right to enter, as its order shows it. `code` is what the QR code says. */
export const OrderTicket = z.object({
  id: Id,
  code: z.string(),
  typeName: z.string(),
  holderName: z.string(),
  status: TicketStatus,
  admittedAt: Instant.nullable(),
  /** True while its order's payment is disputed: the ticket can't be used. */
  isFrozen: z.boolean(),
  eventId: Id,
});
export type OrderTicket = z.infer<typeof OrderTicket>;

/** A ticket as its holder's list shows it. */
export const MyTicket = OrderTicket.extend({
  orderId: Uuid,
  orderNumber: z.string(),
  event: z.object({
    id: Id,
    slug: z.string(),
    title: z.string(),
    startsAt: Instant,
    doorsAt: Instant.nullable(),
    endsAt: Instant,
    timeZone: z.string(),
    ageRule: z.enum(["all", "18+", "21+"]),
    venue: Venue,
    poster: Poster,
    /** Whether the event is on, canceled or postponed. */
    status: EventStatus,
  }),
});
export type MyTicket = z.infer<typeof MyTicket>;

export const listMyTickets = endpoint(
  "GET /api/my-tickets",
  "This user's tickets, next event first; guests see those of their own orders",
  {
    access: "guest",
    reply: Items(MyTicket),
    errors: ["not_signed_in"],
  },
);
