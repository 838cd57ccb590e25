import { sql } from "kysely";
import type { AdminEvent, TicketTypeCounts } from "#contract/box-office.ts";
import { doorTables } from "#server/modules/door/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { ledgerTables } from "#server/modules/ledger/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { nextFirst, patternsOf } from "#server/modules/events/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { findIsoRows } from "#server/platform/db/iso-rows.ts";
import type { ListQuery, ListSource } from "#server/platform/db/list.ts";
import { likeEach } from "#server/platform/db/paging.ts";
import { allRows, onlyRow } from "#server/platform/db/rows.ts";

// An event can sell no more than its types together, nor more people than its capacity if it has one.
const columns = sql<AdminEvent>`
  e.id, e.slug, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone",
  json_build_object('name', v.name, 'city', v.city) as venue,
  e.ends_at <= clock_now() as "isOver", y.sold, y.held,
  least(y.capacity, coalesce((select capacity from ${inventoryTables.stock} stock
    where id = e.stock_id), y.capacity)) as capacity,
  (select count(*)::integer from ${ticketsTables.tickets} tickets where event_id = e.id
    and status = 'valid') as "ticketCount",
  (select count(*)::integer from ${doorTables.admissions} admissions where event_id = e.id
    and voided_at is null) as "admittedCount"`;
const counted = sql`
  cross join lateral (
    select coalesce(sum(s.sold * t.tickets_per_unit), 0)::integer as sold,
      coalesce(sum((s.held - coalesce(l.expired, 0)) * t.tickets_per_unit), 0)::integer as held,
      coalesce(sum(s.capacity * t.tickets_per_unit), 0)::integer as capacity
    from ${eventsTables.ticket_types} t join ${inventoryTables.stock} s on s.id = t.stock_id
    left join lateral (
      select sum(quantity)::integer as expired from ${inventoryTables.holds} holds
      where stock_id = s.id and status = 'active' and expires_at <= clock_now()) l on true
    where t.event_id = e.id) y`;

/** Events for staff: upcoming ones, the next first, then past ones, the latest first. */
export const adminEvents: ListSource<ListQuery, AdminEvent> = {
  columns,
  from: sql`${eventsTables.events} e`,
  page: { alias: "e", joins: sql`join ${eventsTables.venues} v on v.id = e.venue_id ${counted}` },
  order: nextFirst,
  filters: { q: (q) => likeEach(sql`e.search_text`, patternsOf(q)) },
};

/** One event, and its currency. */
export const findAdminEvent = async (db: Queryable, id: number) =>
  (
    await findIsoRows(
      db,
      sql<AdminEvent & { currency: string }>`
    select ${columns}, e.currency from ${eventsTables.events} e join ${eventsTables.venues} v on v.id = e.venue_id ${counted}
    where e.id = ${id}`,
    )
  )[0];

/** A ticket type's check-in counts, and what is needed to work out what is left of it. */
export interface TicketTypeCountsRow extends Omit<TicketTypeCounts, "available" | "held"> {
  stockId: number;
  eventStockId: number | null;
}

/** The ticket types of an event, in page order. */
export function findTicketTypeCounts(db: Queryable, eventId: number): Promise<TicketTypeCountsRow[]> {
  return allRows(db)`
    select t.id, t.name, t.tickets_per_unit as "ticketsPerUnit", s.capacity, s.sold, t.stock_id as "stockId",
      e.stock_id as "eventStockId", coalesce(k.tickets, 0) as "ticketCount", coalesce(a.admitted, 0) as "admittedCount"
    from ${eventsTables.ticket_types} t join ${eventsTables.events} e on e.id = t.event_id
    join ${inventoryTables.stock} s on s.id = t.stock_id
    left join (
      select ticket_type_id, count(*)::integer as tickets from ${ticketsTables.tickets} tickets
      where event_id = ${eventId} and status = 'valid' group by ticket_type_id) k on k.ticket_type_id = t.id
    left join (
      select k.ticket_type_id, count(*)::integer as admitted from ${doorTables.admissions} a
        join ${ticketsTables.tickets} k on k.id = a.ticket_id
      where a.event_id = ${eventId} and a.voided_at is null group by k.ticket_type_id) a on a.ticket_type_id = t.id
    where t.event_id = ${eventId} order by t.position, t.id`;
}

/** What an event earned by the ledger, after refunds, and how many comps it gave. */
export async function findTakings(db: Queryable, eventId: number): Promise<{ paidCents: number; compCount: number }> {
  return onlyRow(db)<{ paidCents: number; compCount: number }>`
    select
      (select coalesce(-sum(amount_cents), 0)::integer from ${ledgerTables.journal_lines} journal_lines
       where event_id = ${eventId} and account in ('sales', 'fees', 'tax')) as "paidCents",
      (select count(distinct c.order_id)::integer from ${ordersTables.order_lines} l
        join ${ordersTables.comps} c on c.order_id = l.order_id
       where l.event_id = ${eventId} and c.revoked_at is null) as "compCount"`;
}
