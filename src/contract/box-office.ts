import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { OrderStatus } from "./orders.ts";
import { Cents, Currency, Cursor, CursorList, Id, IdParam, Instant, Page, Uuid } from "./shapes.ts";
import { TicketStatus } from "./tickets.ts";

/** One night as the box office sees it. Units are of ticket types; tickets are people. */
export const OfficeNight = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  startsAt: Instant,
  timeZone: z.string(),
  venue: z.object({ name: z.string(), city: z.string() }),
  isOver: z.boolean(),
  sold: z.int(),
  held: z.int(),
  capacity: z.int(),
  ticketCount: z.int(),
  admittedCount: z.int(),
});
export type OfficeNight = z.infer<typeof OfficeNight>;

export const listOfficeNights = endpoint({
  method: "GET",
  path: "/api/admin/nights",
  summary: "Nights with what was sold, held and admitted: those to come first, then the past",
  access: "admin",
  limit: "read",
  query: z.object({ q: z.string().trim().max(100).optional(), page: Page, cursor: Cursor }),
  reply: CursorList(OfficeNight),
  errors: ["invalid_input"],
});

/** How one ticket type of a night stands. `sold` counts comps too; lapsed holds count as free. */
export const OfficeType = z.object({
  id: Id,
  name: z.string(),
  ticketsPerUnit: z.int(),
  capacity: z.int(),
  sold: z.int(),
  held: z.int(),
  /** What can be given away or sold now: the night's own capacity counted in. */
  available: z.int(),
  ticketCount: z.int(),
  admittedCount: z.int(),
});
export type OfficeType = z.infer<typeof OfficeType>;

export const OfficeNightDetail = OfficeNight.extend({
  currency: Currency,
  /** Money of its orders that are paid, refunds taken off. */
  paidCents: z.int(),
  compCount: z.int(),
  types: z.array(OfficeType),
});
export type OfficeNightDetail = z.infer<typeof OfficeNightDetail>;

export const getOfficeNight = endpoint({
  method: "GET",
  path: "/api/admin/nights/{id}",
  summary: "One night: each ticket type, sold, held, admitted, and its money",
  access: "admin",
  limit: "read",
  params: z.object({ id: IdParam }),
  reply: OfficeNightDetail,
  errors: ["not_found"],
});

/** A ticket as the attendee list shows it. */
export const Attendee = z.object({
  ticketId: Id,
  holderName: z.string(),
  email: z.string(),
  ticketTypeId: Id,
  typeName: z.string(),
  status: TicketStatus,
  admittedAt: Instant.nullable(),
  gate: z.string().nullable(),
  isComp: z.boolean(),
  /** What brought it: the promo code of its order, and the promoter whose link it came by. */
  promoCode: z.string().nullable(),
  promoter: z.string().nullable(),
  order: z.object({ id: Uuid, number: z.string() }),
  event: z.object({ id: Id, title: z.string(), startsAt: Instant, timeZone: z.string() }),
  issuedAt: Instant,
});
export type Attendee = z.infer<typeof Attendee>;

export const AttendeeState = z.enum(["in", "expected", "void", "cancelled", "refunded"]);
export type AttendeeState = z.infer<typeof AttendeeState>;
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
export type AttendeeSort = z.infer<typeof AttendeeSort>;

const id = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(Id)
  .optional();

/** What an order came by; asked of one night, person or type. */
const origin = {
  kind: z.enum(["sold", "comp"]).optional(),
  /** The promo code as it stands on the order. */
  code: z.string().trim().max(40).optional(),
  promoterId: id,
};

const attendeeFilter = {
  eventId: id,
  /** Tickets of one person. */
  personId: id,
  /** Words of the holder, the address or the order's number. */
  q: z.string().trim().max(100).optional(),
  ticketTypeId: id,
  /** `in`: admitted. `expected`: valid and not yet in. `void`: cancelled or refunded. */
  state: AttendeeState.optional(),
  ...origin,
  /** By name unless said; tickets of all nights and people together by time alone. */
  sort: AttendeeSort.optional(),
};

export const AttendeeQuery = z.object({ ...attendeeFilter, page: Page, cursor: Cursor });
export type AttendeeQuery = z.infer<typeof AttendeeQuery>;

export const listAttendees = endpoint({
  method: "GET",
  path: "/api/admin/tickets",
  summary: "Tickets with their holders: of a night, or of a person",
  access: "admin",
  limit: "read",
  query: AttendeeQuery,
  reply: CursorList(Attendee),
  errors: ["invalid_input"],
});

export const exportAttendees = endpoint({
  method: "GET",
  path: "/api/admin/tickets.csv",
  summary: "The same list, whole, as a file for spreadsheets",
  access: "admin",
  limit: "write",
  delicate: true,
  query: z.object(attendeeFilter),
  reply: z.string(),
  errors: ["invalid_input"],
});

export const downloadAttendees = endpoint({
  method: "GET",
  path: "/api/admin/tickets.xlsx",
  summary: "The same list as an Excel workbook, up to 10,000 rows",
  access: "admin",
  limit: "write",
  delicate: true,
  query: z.object(attendeeFilter),
  reply: z.string(),
  errors: ["invalid_input", "too_large"],
});

/** An order as staff list it. */
export const OfficeOrder = z.object({
  id: Uuid,
  number: z.string(),
  status: OrderStatus,
  isComp: z.boolean(),
  buyer: z.object({ id: Id, name: z.string(), email: z.string() }),
  event: z.object({ id: Id, title: z.string(), startsAt: Instant, timeZone: z.string() }),
  /** "2 × General, 1 × Table". */
  what: z.string(),
  ticketCount: z.int(),
  totalCents: Cents,
  discountCents: Cents,
  promoCode: z.string().nullable(),
  promoter: z.string().nullable(),
  currency: Currency,
  createdAt: Instant,
  paidAt: Instant.nullable(),
});
export type OfficeOrder = z.infer<typeof OfficeOrder>;

export const OfficeOrderSort = z.enum(["-createdAt", "createdAt", "buyer", "-buyer", "-total", "total"]);
export type OfficeOrderSort = z.infer<typeof OfficeOrderSort>;

export const OfficeOrderQuery = z.object({
  eventId: id,
  personId: id,
  q: z.string().trim().max(100).optional(),
  status: OrderStatus.optional(),
  ...origin,
  /** Orders of all nights and people together by time alone. */
  sort: OfficeOrderSort.default("-createdAt"),
  page: Page,
  cursor: Cursor,
});
export type OfficeOrderQuery = z.infer<typeof OfficeOrderQuery>;

export const listOfficeOrders = endpoint({
  method: "GET",
  path: "/api/admin/orders",
  summary: "Orders: of a night, or of a person",
  access: "admin",
  limit: "read",
  query: OfficeOrderQuery,
  reply: CursorList(OfficeOrder),
  errors: ["invalid_input"],
});

export const exportOfficeOrders = endpoint({
  method: "GET",
  path: "/api/admin/orders.csv",
  summary: "The same list, whole, as a file for spreadsheets",
  access: "admin",
  limit: "write",
  delicate: true,
  query: OfficeOrderQuery.omit({ page: true, cursor: true }),
  reply: z.string(),
  errors: ["invalid_input"],
});

export const downloadOfficeOrders = endpoint({
  method: "GET",
  path: "/api/admin/orders.xlsx",
  summary: "The same list as an Excel workbook, up to 10,000 rows",
  access: "admin",
  limit: "write",
  delicate: true,
  query: OfficeOrderQuery.omit({ page: true, cursor: true }),
  reply: z.string(),
  errors: ["invalid_input", "too_large"],
});
