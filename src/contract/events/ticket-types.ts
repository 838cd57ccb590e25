import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { Pricing, TicketTypeStatus } from "./events.ts";
import { FeeRule } from "./fees.ts";
import {
  ById,
  Cents,
  Currency,
  EventReference,
  Id,
  Instant,
  InstantOrNull,
  IntOrNull,
  Line,
  NoBody,
  TextOrNull,
  Version,
} from "../shapes.ts";
import { plainDashes } from "../typed-text.ts";

/** A capacity in units, with those taken for good (`sold`: also comps and withheld spots) and those on hold. */
export const StockCounts = z.object({ capacity: z.int(), sold: z.int(), held: z.int() });
export type StockCounts = z.infer<typeof StockCounts>;

/**
 * What became of the tickets that an event or a ticket type can sell. A ticket admits one person; a package of four counts
 * as four. `sold + comps + held + withheld + left` is the capacity.
 */
export const TicketCounts = z.object({
  capacity: z.int(),
  /** Valid tickets that people bought or registered for. Canceled and refunded ones no longer count. */
  sold: z.int(),
  /** Valid free tickets that staff issued. */
  comps: z.int(),
  /** On hold in unpaid orders that haven't expired. */
  held: z.int(),
  /** Spots of canceled tickets that weren't put back on sale. */
  withheld: z.int(),
  left: z.int(),
});
export type TicketCounts = z.infer<typeof TicketCounts>;

/** `people`: a package takes one spot per ticket. `units`: it takes one spot. */
export const PoolCounts = z.enum(["people", "units"]);
export type PoolCounts = z.infer<typeof PoolCounts>;

/** A capacity that several ticket types of an event share. */
export const Pool = z.object({ id: Id, version: Version, name: z.string(), counts: PoolCounts, stock: StockCounts });
export type Pool = z.infer<typeof Pool>;

/** A ticket type with everything its editor can change. Prices include fees. */
export const AdminTicketType = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  description: z.string(),
  pricing: Pricing,
  priceCents: Cents,
  feeCents: Cents,
  minimumCents: Cents.nullable(),
  ticketsPerUnit: z.int(),
  minPerOrder: z.int(),
  maxPerOrder: z.int(),
  maxPerPerson: IntOrNull,
  salesStartAt: InstantOrNull,
  salesEndAt: InstantOrNull,
  /** The price tier that opens this one by selling out, and when it did. */
  opensAfterId: Id.nullable(),
  openedAt: InstantOrNull,
  accessCode: TextOrNull,
  isHidden: z.boolean(),
  /** Its tickets open live streams and admit nobody at the door; they take no spot of the event's capacity in people. */
  isStreamPass: z.boolean(),
  doorColor: TextOrNull,
  poolIds: z.array(Id),
  stock: StockCounts,
  /** Units that can be bought now, limited by shared capacity. */
  available: z.int(),
  status: TicketTypeStatus,
  /** True if it has orders: it can be ended and hidden, but not deleted. */
  hasOrders: z.boolean(),
});
export type AdminTicketType = z.infer<typeof AdminTicketType>;

/** Everything that an event sells, as its editor shows it. */
export const TicketSetup = z.object({
  event: EventReference.extend({
    endsAt: Instant,
    currency: Currency,
    fees: FeeRule,
    /** The event's capacity in people; null if only ticket types have a capacity. */
    people: StockCounts.nullable(),
  }),
  types: z.array(AdminTicketType),
  pools: z.array(Pool),
});
export type TicketSetup = z.infer<typeof TicketSetup>;

const Capacity = z.int().min(0).max(1_000_000);
const Units = z.int().min(1).max(1000);

/** A complete ticket type from its editor. Omitted fields are unset. */
export const TicketTypeInput = z.strictObject({
  name: Line(1, 80),
  description: z.string().trim().max(500).optional(),
  pricing: Pricing,
  /**
   * For a fixed price: what the buyer pays per unit, and the fee in it. If the event has a fee rule, the price minus
   * the fee is what the organizer gets, and the server adds the fees to it.
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
    .overwrite(plainDashes)
    .trim()
    .regex(/^[\w-]{4,40}$/, "Use 4 to 40 letters, digits, - or _")
    .optional(),
  isHidden: z.boolean().optional(),
  isStreamPass: z.boolean().optional(),
  doorColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional(),
  poolIds: z.array(Id).min(1).max(10).optional(),
});
export type TicketTypeInput = z.infer<typeof TicketTypeInput>;

/** The same for an existing ticket type. */
export const TicketTypeChange = TicketTypeInput.extend({ version: Version });
export type TicketTypeChange = z.infer<typeof TicketTypeChange>;

/** `capacity` is in people or in units, as `counts` says. */
export const PoolInput = z.strictObject({ name: Line(1, 60), counts: PoolCounts, capacity: Capacity });
export type PoolInput = z.infer<typeof PoolInput>;
/** Ticket types draw on a pool once they name it. */
export const PoolChange = PoolInput.extend({ version: Version });
export type PoolChange = z.infer<typeof PoolChange>;

/** Every call names the event, the type or the shared capacity, and returns the whole setup. */
const setup = { params: ById, reply: TicketSetup };

/** `sold` of a stock includes comps and spots that aren't back on sale; see `StockCounts`. */
export const getTicketSetup = adminEndpoint(
  "GET /api/admin/events/{id}/ticket-types",
  "What an event sells: ticket types, shared capacities and availability",
  {
    ...setup,
  },
);

/** `invalid_input` for fields that don't go together. */
export const addTicketType = adminEndpoint(
  "POST /api/admin/events/{id}/ticket-types",
  "Add a ticket type at the end of the list",
  {
    ...setup,
    body: TicketTypeInput,
    errors: ["not_found", "capacity_taken"],
  },
);

/**
 * `has_sales` if it has orders and would admit another number of people. An order that is being placed is priced again.
 */
export const changeTicketType = adminEndpoint(
  "PUT /api/admin/ticket-types/{id}",
  "Change a ticket type while it sells; capacity can't drop below sold and held, and existing orders don't change",
  {
    ...setup,
    body: TicketTypeChange,
    errors: ["not_found", "edited_meanwhile", "capacity_taken", "has_sales"],
  },
);

/** Orders that hold some of it can still be paid. */
export const endTicketType = adminEndpoint(
  "POST /api/admin/ticket-types/{id}/end",
  "End sales of a ticket type now; the price tier that waits for it opens",
  {
    ...setup,
    body: NoBody,
  },
);

/** `has_sales` for one with orders: end its sale or hide it. */
export const deleteTicketType = adminEndpoint(
  "DELETE /api/admin/ticket-types/{id}",
  "Delete a ticket type without orders",
  {
    ...setup,
    errors: ["not_found", "has_sales"],
  },
);

/** `not_found` for a type of another event. */
export const orderTicketTypes = adminEndpoint(
  "PUT /api/admin/events/{id}/ticket-types/order",
  "Reorder an event's ticket types; omitted ones follow in their current order",
  {
    ...setup,
    body: z.strictObject({ ids: z.array(Id).min(1).max(200) }),
  },
);

/** `already_exists` if the event has one of this name. */
export const addPool = adminEndpoint("POST /api/admin/events/{id}/pools", "Add a shared capacity for ticket types", {
  ...setup,
  body: PoolInput,
  errors: ["not_found", "already_exists"],
});

/** If it counts in another way than before, it is recounted; `capacity_taken` if that doesn't fit. */
export const changePool = adminEndpoint(
  "PUT /api/admin/pools/{id}",
  "Change a shared capacity while it sells; it can't drop below sold and held",
  {
    ...setup,
    body: PoolChange,
    errors: ["not_found", "edited_meanwhile", "already_exists", "capacity_taken"],
  },
);

export const deletePool = adminEndpoint(
  "DELETE /api/admin/pools/{id}",
  "Delete a shared capacity; its ticket types keep their own",
  {
    ...setup,
  },
);

/** Live stream passes take no spot. `capacity_taken` if more are sold or on hold. */
export const setPeople = adminEndpoint(
  "PUT /api/admin/events/{id}/people",
  "Set an event's total capacity in people across ticket types; no limit if omitted",
  {
    ...setup,
    body: z.strictObject({ capacity: Capacity.optional() }),
    errors: ["not_found", "capacity_taken"],
  },
);

/**
 * What the organizer gets for each fixed price stays the same, so what buyers pay changes. `invalid_input` if a price
 * would be nothing but fee.
 */
export const setFees = adminEndpoint(
  "PUT /api/admin/events/{id}/fees",
  "Set who pays an event's fees; fixed prices change, existing orders don't",
  {
    ...setup,
    body: FeeRule,
  },
);

/** Whether two codes match, ignoring case. Its run time doesn't reveal how much of the code was right. */
export function isSameCode(code: string, named: string | undefined): boolean {
  const [one, other] = [code.toLowerCase(), (named ?? "").toLowerCase()];
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ (other.length === 0 ? 0 : other.charCodeAt(index % other.length));
  }
  return difference === 0;
}
