import { sql } from "kysely";
import type { OfficeType } from "#contract/box-office.ts";
import { wordPatterns, type PageOf } from "#server/platform/db/paging.ts";
import type { Queryable } from "#server/platform/db/database.ts";

/** A night with what was sold, held and admitted. */
export interface OfficeNightRow {
  id: number;
  slug: string;
  title: string;
  startsAt: Date;
  timeZone: string;
  venueName: string;
  city: string;
  currency: string;
  isOver: boolean;
  sold: number;
  held: number;
  capacity: number;
  ticketCount: number;
  admittedCount: number;
}

// A night can sell no more than its types together, nor more people than it takes where it counts them.
const columns = sql`
  e.id, e.slug, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone", v.name as "venueName", v.city, e.currency,
  e.ends_at <= clock_now() as "isOver", y.sold, y.held,
  least(y.capacity, coalesce((select capacity from stock where id = e.stock_id), y.capacity)) as capacity,
  (select count(*)::integer from tickets where event_id = e.id and status = 'valid') as "ticketCount",
  (select count(*)::integer from admissions where event_id = e.id and voided_at is null) as "admittedCount"`;
const from = sql`
  events e join venues v on v.id = e.venue_id
  cross join lateral (
    select coalesce(sum(s.sold * t.tickets_per_unit), 0)::integer as sold,
      coalesce(sum((s.held - coalesce(l.lapsed, 0)) * t.tickets_per_unit), 0)::integer as held,
      coalesce(sum(s.capacity * t.tickets_per_unit), 0)::integer as capacity
    from ticket_types t join stock s on s.id = t.stock_id
    left join lateral (
      select sum(quantity)::integer as lapsed from holds
      where stock_id = s.id and state = 'active' and expires_at <= clock_now()) l on true
    where t.event_id = e.id) y`;

/** One page of nights: those to come, the next first, then those gone by, the latest first. */
export async function findOfficeNights(
  db: Queryable,
  q: string | undefined,
  page: PageOf,
): Promise<{ rows: OfficeNightRow[]; total: number }> {
  const filter = sql`lower(concat_ws(' ', e.title, v.name, v.city)) like all(${wordPatterns(q)}::text[])`;
  const { rows } = await sql<OfficeNightRow>`
    select ${columns} from ${from} where ${filter}
    order by e.ends_at <= clock_now(), case when e.ends_at > clock_now() then e.starts_at end, e.starts_at desc, e.id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from events e join venues v on v.id = e.venue_id where ${filter}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

/** One night. */
export async function findOfficeNight(db: Queryable, id: number): Promise<OfficeNightRow | undefined> {
  const { rows } = await sql<OfficeNightRow>`select ${columns} from ${from} where e.id = ${id}`.execute(db);
  return rows[0];
}

/** A ticket type's people at the door, and what it needs to tell what is left of it. */
export interface OfficeTypeRow extends Omit<OfficeType, "available" | "held"> {
  stockId: number;
  eventStockId: number | null;
}

/** The ticket types of a night, in their order on its page. */
export async function findOfficeTypes(db: Queryable, eventId: number): Promise<OfficeTypeRow[]> {
  const { rows } = await sql<OfficeTypeRow>`
    select t.id, t.name, t.tickets_per_unit as "ticketsPerUnit", s.capacity, s.sold, t.stock_id as "stockId",
      e.stock_id as "eventStockId",
      (select count(*)::integer from tickets where ticket_type_id = t.id and status = 'valid') as "ticketCount",
      (select count(*)::integer from admissions a join tickets k on k.id = a.ticket_id
       where k.ticket_type_id = t.id and a.voided_at is null) as "admittedCount"
    from ticket_types t join events e on e.id = t.event_id join stock s on s.id = t.stock_id
    where t.event_id = ${eventId} order by t.position, t.id`.execute(db);
  return rows;
}

/** The money of a night's paid orders with refunds taken off, and how many comps it gave. */
export async function findTakings(db: Queryable, eventId: number): Promise<{ paidCents: number; compCount: number }> {
  const { rows } = await sql<{ paidCents: number; compCount: number }>`
    with own as (select distinct order_id from order_lines where event_id = ${eventId})
    select
      coalesce((select sum(p.amount_cents) from payments p join own on own.order_id = p.subject_id
        where p.status in ('captured', 'refunding', 'refunded')), 0)::integer
      - coalesce((select sum(r.amount_cents) from refunds r join payments p on p.id = r.payment_id
          join own on own.order_id = p.subject_id where r.status <> 'failed'), 0)::integer as "paidCents",
      (select count(*)::integer from comps c join own on own.order_id = c.order_id
       where c.revoked_at is null) as "compCount"`.execute(db);
  return rows[0]!;
}

/** What the last 24 hours brought, and what needs a look. */
export interface FigureRow {
  orders: number;
  comps: number;
  tickets: number;
  money: { currency: string; cents: number }[];
  nightsToCome: number;
  failed: number;
  waiting: number;
}

/** Reads all figures by one statement, so that they are of one instant. */
export async function findFigures(db: Queryable): Promise<FigureRow> {
  const { rows } = await sql<FigureRow>`
    with latest as (
      select o.id, o.currency, o.total_cents, c.order_id is not null as comp
      from orders o left join comps c on c.order_id = o.id
      where o.paid_at > clock_now() - interval '24 hours')
    select (select count(*)::integer from latest where not comp) as orders,
      (select count(*)::integer from latest where comp) as comps,
      (select count(*)::integer from tickets t join latest l on l.id = t.order_id where not comp) as tickets,
      (select coalesce(json_agg(m order by currency), '[]') from (
        select currency, sum(total_cents)::integer as cents from latest where not comp group by currency) m) as money,
      (select count(*)::integer from events where ends_at > clock_now() and visibility <> 'draft') as "nightsToCome",
      (select count(*)::integer from emails where status = 'failed') as failed,
      (select count(*)::integer from emails where status in ('queued', 'sending', 'unknown')) as waiting`.execute(db);
  return rows[0]!;
}
