import { sql } from "kysely";
import type { TicketType } from "#contract/events.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { clockStatus, drawsOfType } from "../columns.ts";
import type { ClockStatus } from "../rules.ts";

/** A ticket type as shown, before its stock is checked. */
export interface TypeRow {
  id: number;
  eventId: number;
  stockId: number;
  /** What a unit takes besides its own stock. */
  draws: { stockId: number; each: number }[];
  name: string;
  description: string;
  pricing: TicketType["pricing"];
  priceCents: number;
  feeCents: number;
  minimumCents: number | null;
  ticketsPerUnit: number;
  minPerOrder: number;
  maxPerOrder: number;
  maxPerPerson: number | null;
  salesStartAt: Date | null;
  salesEndAt: Date | null;
  accessCode: string | null;
  byClock: ClockStatus;
  /** The price tier that it waits for; null once it is open. */
  waitsForId: number | null;
}

/** The ticket types of some events in page order, including those behind a code, but no withdrawn ones. */
export async function findTypes(db: Queryable, eventIds: number[]): Promise<TypeRow[]> {
  const { rows } = await sql<TypeRow>`
    select t.id, t.event_id as "eventId", t.stock_id as "stockId", ${sql.raw(drawsOfType)} as draws, t.name,
      t.description, t.pricing, t.price_cents as "priceCents", t.fee_cents as "feeCents",
      t.minimum_cents as "minimumCents", t.tickets_per_unit as "ticketsPerUnit", t.min_per_order as "minPerOrder",
      t.max_per_order as "maxPerOrder", t.max_per_person as "maxPerPerson", t.sales_start_at as "salesStartAt",
      t.sales_end_at as "salesEndAt", t.access_code as "accessCode", ${sql.raw(clockStatus)} as "byClock",
      case when t.opened_at is null then t.opens_after_id end as "waitsForId"
    from ticket_types t join events e on e.id = t.event_id
    where t.event_id = any(${eventIds}::bigint[]) and not t.is_hidden
    order by t.event_id, t.position, t.id`.execute(db);
  return rows;
}
