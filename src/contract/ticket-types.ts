import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { TicketTypeStatus } from "./events.ts";
import { FeeRule } from "./fees.ts";
import { Cents, Currency, Id, IdParam, Instant, Line, Version } from "./shapes.ts";

/** How counted places stand: what can be given in all, and what of it is sold and set aside. */
export const Standing = z.object({ capacity: z.int(), sold: z.int(), held: z.int() });
export type Standing = z.infer<typeof Standing>;

/** `people`: a package takes a place for each of its tickets. `units`: it takes one. */
export const PoolCounts = z.enum(["people", "units"]);
export type PoolCounts = z.infer<typeof PoolCounts>;

/** Places that several ticket types of a night draw from. */
export const Pool = z.object({ id: Id, version: Version, name: z.string(), counts: PoolCounts, standing: Standing });
export type Pool = z.infer<typeof Pool>;

/** A ticket type with everything that its editor changes. Prices with fees; `salesStartAt` and `salesEndAt` are instants. */
export const DeskTicketType = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  description: z.string(),
  pricing: z.enum(["fixed", "free", "open"]),
  priceCents: Cents,
  feeCents: Cents,
  minimumCents: Cents.nullable(),
  ticketsPerUnit: z.int(),
  minPerOrder: z.int(),
  maxPerOrder: z.int(),
  maxPerPerson: z.int().nullable(),
  salesStartAt: Instant.nullable(),
  salesEndAt: Instant.nullable(),
  /** The release that opens this one by selling out, and when it did. */
  opensAfterId: Id.nullable(),
  openedAt: Instant.nullable(),
  accessCode: z.string().nullable(),
  isHidden: z.boolean(),
  doorColor: z.string().nullable(),
  poolIds: z.array(Id),
  standing: Standing,
  /** Units that can be bought now, with everything that the type shares counted in. */
  available: z.int(),
  status: TicketTypeStatus,
  /** Orders name it, so it can be ended and hidden but not deleted. */
  hasOrders: z.boolean(),
});
export type DeskTicketType = z.infer<typeof DeskTicketType>;

/** Everything that a night sells, as its editor shows it. */
export const TicketSetup = z.object({
  event: z.object({
    id: Id,
    title: z.string(),
    timeZone: z.string(),
    startsAt: Instant,
    endsAt: Instant,
    currency: Currency,
    fees: FeeRule,
    /** People the night can take; null where only the types are counted. */
    people: Standing.nullable(),
  }),
  types: z.array(DeskTicketType),
  pools: z.array(Pool),
});
export type TicketSetup = z.infer<typeof TicketSetup>;

const Capacity = z.int().min(0).max(1_000_000);
const Units = z.int().min(1).max(1000);

/** A ticket type as its editor sends it, whole: what is left out is not set. */
export const TicketTypeInput = z.strictObject({
  name: Line(1, 80),
  description: z.string().trim().max(500).optional(),
  pricing: z.enum(["fixed", "free", "open"]),
  /**
   * For a fixed price: what the buyer pays for a unit, and the share of it that is fee. Where the night has a rule for fees,
   * what is left without the share is what the house wants, and the server puts the fees to it.
   */
  priceCents: Cents.min(1).optional(),
  feeCents: Cents.optional(),
  /** For an open price. */
  minimumCents: Cents.optional(),
  capacity: Capacity,
  ticketsPerUnit: z.int().min(1).max(50),
  minPerOrder: Units,
  maxPerOrder: Units,
  maxPerPerson: Units.optional(),
  salesStartAt: Instant.optional(),
  salesEndAt: Instant.optional(),
  opensAfterId: Id.optional(),
  accessCode: z
    .string()
    .trim()
    .regex(/^[\w-]{4,40}$/, "A code has 4 to 40 letters, digits or dashes")
    .optional(),
  isHidden: z.boolean().optional(),
  doorColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional(),
  poolIds: z.array(Id).min(1).max(10).optional(),
});
export type TicketTypeInput = z.infer<typeof TicketTypeInput>;

/** The same for one that is there. */
export const TicketTypeChange = TicketTypeInput.extend({ version: Version });
export type TicketTypeChange = z.infer<typeof TicketTypeChange>;

export const PoolInput = z.strictObject({ name: Line(1, 60), counts: PoolCounts, capacity: Capacity });
export type PoolInput = z.infer<typeof PoolInput>;
export const PoolChange = PoolInput.extend({ version: Version });
export type PoolChange = z.infer<typeof PoolChange>;

const eventParams = z.object({ id: IdParam });
const staff = { access: "admin", limit: "write", reply: TicketSetup } as const;

export const getTicketSetup = endpoint({
  method: "GET",
  path: "/api/admin/events/{id}/ticket-types",
  summary: "What a night sells: ticket types, the places they share, and how all of it stands",
  access: "admin",
  limit: "read",
  params: eventParams,
  reply: TicketSetup,
  errors: ["not_found"],
});

export const addTicketType = endpoint({
  ...staff,
  method: "POST",
  path: "/api/admin/events/{id}/ticket-types",
  summary: "Add a ticket type at the end of the list",
  params: eventParams,
  body: TicketTypeInput,
  errors: ["invalid_input", "not_found", "capacity_taken"],
});

export const changeTicketType = endpoint({
  ...staff,
  method: "PUT",
  path: "/api/admin/ticket-types/{id}",
  summary: "Change a ticket type while it sells: never under what is sold and held, and no order that is there changes",
  params: eventParams,
  body: TicketTypeChange,
  errors: ["invalid_input", "not_found", "edited_meanwhile", "capacity_taken", "has_sales"],
});

export const endTicketType = endpoint({
  ...staff,
  method: "POST",
  path: "/api/admin/ticket-types/{id}/end",
  summary: "End the sale of a ticket type now; the release that waits for it opens",
  params: eventParams,
  body: z.strictObject({}).optional(),
  errors: ["not_found"],
});

export const deleteTicketType = endpoint({
  ...staff,
  method: "DELETE",
  path: "/api/admin/ticket-types/{id}",
  summary: "Delete a ticket type that nobody ever ordered",
  params: eventParams,
  errors: ["not_found", "has_sales"],
});

export const orderTicketTypes = endpoint({
  ...staff,
  method: "PUT",
  path: "/api/admin/events/{id}/ticket-types/order",
  summary: "Put a night's ticket types in another order; those left out follow as they are",
  params: eventParams,
  body: z.strictObject({ ids: z.array(Id).min(1).max(200) }),
  errors: ["invalid_input", "not_found"],
});

export const addPool = endpoint({
  ...staff,
  method: "POST",
  path: "/api/admin/events/{id}/pools",
  summary: "Add a pool of places that ticket types can share",
  params: eventParams,
  body: PoolInput,
  errors: ["invalid_input", "not_found", "already_exists"],
});

export const changePool = endpoint({
  ...staff,
  method: "PUT",
  path: "/api/admin/pools/{id}",
  summary: "Change a pool while it sells: never under what is sold and held of it",
  params: eventParams,
  body: PoolChange,
  errors: ["invalid_input", "not_found", "edited_meanwhile", "already_exists", "capacity_taken"],
});

export const deletePool = endpoint({
  ...staff,
  method: "DELETE",
  path: "/api/admin/pools/{id}",
  summary: "Delete a pool: its ticket types go on with what they have of their own",
  params: eventParams,
  errors: ["not_found"],
});

export const setPeople = endpoint({
  ...staff,
  method: "PUT",
  path: "/api/admin/events/{id}/people",
  summary: "How many people a night can take over all its ticket types; left out: nobody counts them",
  params: eventParams,
  body: z.strictObject({ capacity: Capacity.optional() }),
  errors: ["invalid_input", "not_found", "capacity_taken"],
});

export const setFees = endpoint({
  ...staff,
  method: "PUT",
  path: "/api/admin/events/{id}/fees",
  summary: "Who carries a night's fees: fixed prices change with it, orders that are there do not",
  params: eventParams,
  body: FeeRule,
  errors: ["invalid_input", "not_found"],
});
