import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { OrderStatus } from "../orders/orders.ts";
import {
  ById,
  Cents,
  Currency,
  CursorList,
  EventReference,
  Id,
  IdParam,
  Instant,
  InstantOrNull,
  OrderReference,
  paging,
  SearchText,
  TypedCode,
  TextOrNull,
  Uuid,
} from "../shapes.ts";
import { EventStatus } from "../events/events.ts";
import { TicketCounts } from "../events/ticket-types.ts";
import { TicketStatus } from "../tickets.ts";

/** One event as staff see its sales. */
export const AdminEvent = EventReference.extend({
  slug: z.string(),
  venue: z.object({ name: z.string(), city: z.string() }),
  isOver: z.boolean(),
  status: EventStatus,
  ...TicketCounts.shape,
  /** Valid tickets that admit someone, sold and comps, and how many of them are checked in. */
  ticketCount: z.int(),
  admittedCount: z.int(),
});
export type AdminEvent = z.infer<typeof AdminEvent>;

/** Counts are in tickets; see `TicketCounts`. */
export const listAdminEvents = listEndpoint(
  "/api/admin/box-office/events",
  "Events with sold, held and checked-in counts; upcoming first, then past",
  z.object({ q: SearchText, ...paging }),
  CursorList(AdminEvent),
);

/** Times are in each event's own zone. */
export const exportAdminEvents = fileEndpoint(
  "/api/admin/box-office/events.csv",
  z.object({ q: SearchText }),
  undefined,
  false,
);

/** Counts of one ticket type of an event, in tickets. */
export const TicketTypeCounts = z.object({
  id: Id,
  name: z.string(),
  ticketsPerUnit: z.int(),
  /** Its tickets admit nobody at the door. */
  isStreamPass: z.boolean(),
  ...TicketCounts.shape,
  /** Units that can be sold or issued as comps now, limited by the event's capacity. */
  available: z.int(),
  ticketCount: z.int(),
  admittedCount: z.int(),
});
export type TicketTypeCounts = z.infer<typeof TicketTypeCounts>;

/** `paidCents` is in the event's currency. */
export const AdminEventDetail = AdminEvent.extend({
  currency: Currency,
  /** Its revenue, as in its sales. */
  paidCents: z.int(),
  types: z.array(TicketTypeCounts),
});
export type AdminEventDetail = z.infer<typeof AdminEventDetail>;

export const getAdminEvent = adminEndpoint(
  "GET /api/admin/box-office/events/{id}",
  "One event: sold, held and checked-in counts per ticket type, and revenue",
  {
    params: ById,
    reply: AdminEventDetail,
  },
);

/** A ticket as the attendee list shows it. */
export const Attendee = z.object({
  ticketId: Id,
  holderName: z.string(),
  email: z.string(),
  ticketTypeId: Id,
  typeName: z.string(),
  status: TicketStatus,
  admittedAt: InstantOrNull,
  gate: TextOrNull,
  isComp: z.boolean(),
  /** Its source: the order's promo code, and the promoter whose link it came by. */
  promoCode: TextOrNull,
  promoter: TextOrNull,
  order: OrderReference,
  event: EventReference,
  issuedAt: Instant,
});
export type Attendee = z.infer<typeof Attendee>;

/** What staff filter tickets by: `in` and `expected` are both `valid`, see `attendeeFilter`. */
export const AttendeeStatus = z.enum(["valid", "in", "expected", "void", "canceled", "refunded"]);
/** A leading `-` sorts in descending order. */
export const AttendeeSort = z.enum([
  "name",
  "-name",
  "type",
  "-type",
  "-admittedAt",
  "admittedAt",
  "-issuedAt",
  "issuedAt",
]);

/** An order's source. Filters within one event, customer or ticket type. */
const origin = {
  kind: z.enum(["sold", "comp"]).optional(),
  /** The promo code as stored on the order. */
  code: TypedCode,
  promoterId: IdParam.optional(),
};

const attendeeFilter = {
  eventId: IdParam.optional(),
  /** Tickets of one customer. */
  personId: IdParam.optional(),
  /** Words of the holder, the email or the order number. */
  q: SearchText,
  ticketTypeId: IdParam.optional(),
  /** `valid`: checked in or not. `in`: checked in. `expected`: valid, not checked in. `void`: canceled or refunded. */
  status: AttendeeStatus.optional(),
  ...origin,
  /** Default: by name. Tickets across all events and customers can only be sorted by time. */
  sort: AttendeeSort.optional(),
};

/** Without `status`, void tickets are listed too. */
export const AttendeeQuery = z.object({ ...attendeeFilter, ...paging });
export type AttendeeQuery = z.infer<typeof AttendeeQuery>;

export const listAttendees = listEndpoint(
  "/api/admin/tickets",
  "Tickets with their holders, for an event or a customer",
  AttendeeQuery,
  CursorList(Attendee),
);

/** An event's tickets are sorted by last name unless another order is chosen. Times are in the event's zone. */
export const exportAttendees = fileEndpoint("/api/admin/tickets.csv", z.object(attendeeFilter));

/** An order as staff list it. */
export const AdminOrder = z.object({
  id: Uuid,
  number: z.string(),
  status: OrderStatus,
  isComp: z.boolean(),
  buyer: z.object({ id: Id, name: z.string(), email: z.string() }),
  /** The event that it is for; null for other things. */
  event: EventReference.nullable(),
  /** "2 × General, 1 × Table". */
  what: z.string(),
  ticketCount: z.int(),
  totalCents: Cents,
  /** What went back to the buyer: refunds, sent or still owed, and lost disputes. 0 for an order that wasn't paid. */
  refundedCents: Cents,
  /** The total less what was refunded; 0 for an order that wasn't paid. */
  netCents: z.int(),
  discountCents: Cents,
  /** Parts of the total. */
  feeCents: Cents,
  taxCents: Cents,
  shippingCents: Cents,
  /** The provider that captured the payment; null if there was nothing to pay or it isn't paid. */
  paymentMethod: TextOrNull,
  promoCode: TextOrNull,
  promoter: TextOrNull,
  currency: Currency,
  createdAt: Instant,
  paidAt: InstantOrNull,
});
export type AdminOrder = z.infer<typeof AdminOrder>;

/** A leading `-` sorts in descending order. */
export const AdminOrderSort = z.enum(["-createdAt", "createdAt", "buyer", "-buyer", "-total", "total"]);

/** `personId` names an account, `customerOf` a customer, who can have guest orders too. */
export const AdminOrderQuery = z.object({
  eventId: IdParam.optional(),
  personId: IdParam.optional(),
  /** All orders of the customer who placed this one. */
  customerOf: Uuid.optional(),
  q: SearchText,
  status: OrderStatus.optional(),
  ...origin,
  /** Orders across all events and customers can only be sorted by time. */
  sort: AdminOrderSort.default("-createdAt"),
  ...paging,
});
export type AdminOrderQuery = z.infer<typeof AdminOrderQuery>;

/** Newest first unless `sort` says otherwise. */
export const listAdminOrders = listEndpoint(
  "/api/admin/orders",
  "Orders, for an event or a customer",
  AdminOrderQuery,
  CursorList(AdminOrder),
);

const orderFilter = AdminOrderQuery.omit({ page: true, cursor: true });

/** Money is in whole units of the order's currency. Times are in the event's zone, or in the brand's without an event. */
export const exportAdminOrders = fileEndpoint("/api/admin/orders.csv", orderFilter);
