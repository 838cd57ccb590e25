import { sql } from "kysely";
import type { TicketType } from "#contract/events/events.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues } from "#server/platform/db/rows.ts";
import { clockStatus, drawsOfType, refundFees, refundUntil } from "../columns.ts";
import type { ClockStatus } from "../rules.ts";

/** What every reader of a ticket type knows about it. Money in minor units of its event's currency, times in UTC. */
interface SoldType extends Pick<
  TicketType,
  | "id"
  | "name"
  | "pricing"
  | "priceCents"
  | "feeCents"
  | "minimumCents"
  | "ticketsPerUnit"
  | "isStreamPass"
  | "minPerOrder"
  | "maxPerOrder"
> {
  eventId: number;
  /** Stock of the type itself. */
  stockId: number;
  /** What else a unit takes: the event's capacity, and pools shared with other types. */
  draws: { stockId: number; each: number }[];
  /** Units that one person can have across all orders. */
  maxPerPerson: number | null;
  salesStartAt: Date | null;
  salesEndAt: Date | null;
  /** Hidden from anyone who doesn't know this. */
  accessCode: string | null;
  /** Withdrawn: neither shown nor sold. */
  isHidden: boolean;
  /** By the database clock; says nothing about how many are left. */
  status: ClockStatus;
}

const soldColumns = sql`
  t.id, t.event_id as "eventId", t.stock_id as "stockId", ${drawsOfType} as draws, t.name, t.pricing,
  t.price_cents as "priceCents", t.fee_cents as "feeCents", t.minimum_cents as "minimumCents",
  t.tickets_per_unit as "ticketsPerUnit", t.is_stream_pass as "isStreamPass", t.min_per_order as "minPerOrder", t.max_per_order as "maxPerOrder",
  t.max_per_person as "maxPerPerson", t.sales_start_at as "salesStartAt", t.sales_end_at as "salesEndAt",
  t.access_code as "accessCode", t.is_hidden as "isHidden", ${clockStatus} as status`;

/** A ticket type as an event's page shows it, before its stock is checked. */
export interface ShownType extends SoldType {
  description: string;
  /** The price tier that it waits for; null once it is open. */
  waitsForId: number | null;
}

/** Columns of a shown ticket type `t` of event `e`. */
export const shownColumns = sql<ShownType>`${soldColumns}, t.description,
  case when t.opened_at is null then t.opens_after_id end as "waitsForId"`;

/** The ticket types of some events in page order, including those behind a code, but no withdrawn ones. */
export function findShownTypes(db: Queryable, eventIds: number[]): Promise<ShownType[]> {
  return allRows(db)`
    select ${shownColumns} from ticket_types t join events e on e.id = t.event_id
    where t.event_id = any(${eventIds}::bigint[]) and not t.is_hidden
    order by t.event_id, t.position, t.id`;
}

/** A ticket type with everything needed to sell it. */
export interface TypeOnSale extends SoldType {
  /** How often the terms of its sale changed. */
  saleVersion: number;
  eventEndsAt: Date;
  visibility: "draft" | "unlisted" | "published";
  currency: string;
  /** Deadline for self-service refunds by the event's current terms, and whether they include the fees. */
  refundUntil: Date | null;
  refundFees: boolean;
  /** The price tier that this one waits for; null once it is open. */
  waitsFor: string | null;
  /** True while another price tier waits for this one to sell out. */
  isAwaited: boolean;
}

/**
 * Reads ticket types for selling, in no order; unknown ids are left out. One prepared statement for a whole batch of
 * orders, because it runs inside the transaction that everyone waits for. The events stay as they are until that
 * transaction ends: canceling one waits for it, and every later sale sees it. Sales don't wait for each other.
 */
export function loadTypesOnSale(db: Queryable, ticketTypeIds: number[]): Promise<TypeOnSale[]> {
  return allRows(db)`
    select ${soldColumns}, s.sale_version as "saleVersion", e.ends_at as "eventEndsAt", e.visibility, e.currency,
      ${refundUntil} as "refundUntil", ${refundFees} as "refundFees", w.name as "waitsFor",
      exists (select from ticket_types n where n.opens_after_id = t.id and n.opened_at is null) as "isAwaited"
    from ticket_types t join events e on e.id = t.event_id join ${inventoryTables.stock} s on s.id = t.stock_id
    left join ticket_types w on w.id = t.opens_after_id and t.opened_at is null
    where t.id = any(${ticketTypeIds}::bigint[])
    for share of e`;
}

/** What an event has on sale, and whether more will follow. */
interface SaleWindow {
  eventId: number;
  /** Ticket types on sale by the database clock, sold out or not. */
  open: number[];
  /** True while a ticket type waits for its time or for the previous price tier. */
  hasMoreToCome: boolean;
}

/**
 * The sale windows of public events that take place. Leaves out types that are hidden or behind a code: nobody is
 * alerted to them.
 */
export function findSaleWindows(db: Queryable, eventIds: number[]): Promise<SaleWindow[]> {
  return allRows(db)`
    select s."eventId", coalesce(json_agg(s.id) filter (where s.status = 'on_sale'), '[]') as open,
      bool_or(s.status = 'scheduled') as "hasMoreToCome"
    from (
      select e.id as "eventId", t.id, ${clockStatus} as status
      from events e join ticket_types t on t.event_id = e.id
      where e.id = any(${eventIds}::bigint[]) and e.visibility in ('published', 'unlisted') and e.status = 'on'
        and case when e.sales_end_at_start then e.starts_at else e.ends_at end > clock_now() and not t.is_hidden and t.access_code is null) s
    group by s."eventId"`;
}

const unsoldOf = (stockId: string) => sql`(
  select s.capacity - s.sold from ${inventoryTables.stock} s where s.id = ${sql.raw(stockId)})`;

/**
 * Opens the price tiers that wait for sold-out ticket types; units on hold aren't sold. It runs in the transaction that
 * sold the last unit, so the next buyer finds the next tier open. An open tier stays open, even when a refund gives the
 * previous tier units again; if the opened tier is sold out itself, the one after it opens too. The caller has locked
 * the types' stock.
 */
export async function openPriceTiers(tx: Tx, typeIds: number[]): Promise<void> {
  let open = typeIds;
  while (open.length > 0) {
    open = await allValues(tx)<number>`
      update ticket_types n set opened_at = clock_now()
      from ticket_types t join events e on e.id = t.event_id
      where n.opens_after_id = t.id and n.opened_at is null and t.id = any(${open}::bigint[])
        and (${unsoldOf("t.stock_id")} < t.min_per_order or exists (
          select from json_to_recordset(${drawsOfType}) as d("stockId" bigint, each integer)
          where ${unsoldOf('d."stockId"')} / d.each < t.min_per_order))
      returning n.id`;
  }
}
