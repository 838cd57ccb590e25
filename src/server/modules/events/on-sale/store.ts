import { CompiledQuery } from "kysely";
import type { TicketType } from "#contract/events.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { clockStatus } from "../columns.ts";
import type { ClockStatus } from "../rules.ts";

/** A ticket type with all that selling it depends on. Money in minor units of `currency`, instants in UTC. */
export interface TypeOnSale {
  id: number;
  eventId: number;
  /** Units of the type itself. */
  stockId: number;
  /** People the whole night can take, where it counts them: a unit takes `ticketsPerUnit` of these. */
  eventStockId: number | null;
  name: string;
  pricing: TicketType["pricing"];
  priceCents: number;
  feeCents: number;
  minimumCents: number | null;
  ticketsPerUnit: number;
  minPerOrder: number;
  maxPerOrder: number;
  salesStartAt: Date | null;
  salesEndAt: Date | null;
  eventEndsAt: Date;
  visibility: "draft" | "unlisted" | "published";
  currency: string;
  /** Hidden from whoever does not know this. */
  accessCode: string | null;
  /** By the database's clock; says nothing about how many are left. */
  status: ClockStatus;
}

const text = `
  select t.id, t.event_id as "eventId", t.stock_id as "stockId", e.stock_id as "eventStockId", t.name, t.pricing,
    t.price_cents as "priceCents", t.fee_cents as "feeCents", t.minimum_cents as "minimumCents",
    t.tickets_per_unit as "ticketsPerUnit", t.min_per_order as "minPerOrder", t.max_per_order as "maxPerOrder",
    t.sales_start_at as "salesStartAt", t.sales_end_at as "salesEndAt", e.ends_at as "eventEndsAt", e.visibility,
    e.currency, t.access_code as "accessCode", ${clockStatus} as status
  from ticket_types t join events e on e.id = t.event_id
  where t.id = any($1::bigint[])`;

/**
 * Reads ticket types for selling, in no order; unknown ids are left out. One prepared statement for a whole batch of
 * orders, because it runs inside the transaction that everybody waits for.
 */
export async function loadTypesOnSale(db: Queryable, ticketTypeIds: number[]): Promise<TypeOnSale[]> {
  return (await db.executeQuery<TypeOnSale>(CompiledQuery.raw(text, [ticketTypeIds]))).rows;
}
