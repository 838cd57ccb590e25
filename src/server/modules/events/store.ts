import { sql, type RawBuilder } from "kysely";
import type { EventDetail, EventListQuery, TicketType } from "#contract/events.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { clockStatus, headColumns, type HeadRow } from "./columns.ts";
import type { ClockStatus } from "./rules.ts";
import { patternsOf } from "./search.ts";

/** A night as the list shows it, before its prices are worked out. */
export interface NightRow extends HeadRow {
  summary: string;
  categories: string[];
  currency: string;
  stockId: number | null;
  hideCounts: boolean;
}

const nightColumns = sql`${headColumns}, e.summary, e.categories, e.currency, e.stock_id as "stockId",
  e.hide_counts as "hideCounts"`;

export type ListFilter = Pick<EventListQuery, "when" | "q" | "city" | "category">;

function inTime({ when }: ListFilter): RawBuilder<unknown> {
  return when === "past" ? sql`e.ends_at <= clock_now()` : sql`e.ends_at > clock_now()`;
}

function matchesSearch({ q }: ListFilter): RawBuilder<unknown> {
  const patterns = patternsOf(q);
  return patterns.length === 0 ? sql`true` : sql`e.search_text like all(${patterns}::text[])`;
}

function inCity({ city }: ListFilter): RawBuilder<unknown> {
  return city ? sql`lower(v.city) = lower(${city})` : sql`true`;
}

function inCategory({ category }: ListFilter): RawBuilder<unknown> {
  return category ? sql`e.categories @> array[${category}]::text[]` : sql`true`;
}

/** One page of published nights: the next first, or of the past the latest first. */
export async function findNights(
  db: Queryable,
  filter: ListFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<NightRow[]> {
  const order = filter.when === "past" ? sql`e.starts_at desc, e.id desc` : sql`e.starts_at, e.id`;
  const { rows } = await sql<NightRow>`
    select ${nightColumns} from events e join venues v on v.id = e.venue_id
    where e.visibility = 'published' and ${inTime(filter)} and ${matchesSearch(filter)} and ${inCity(filter)}
      and ${inCategory(filter)}
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** What the list's filters can offer: numbers of nights. */
export interface Facets {
  total: number;
  cities: { city: string; count: number }[];
  categories: { category: string; count: number }[];
}

/** How many nights there are, and per filter what choosing another of its values would show. */
export async function countNights(db: Queryable, filter: ListFilter): Promise<Facets> {
  const { rows } = await sql<Facets>`
    with nights as materialized (
      select v.city, e.categories, ${inCity(filter)} as in_city, ${inCategory(filter)} as in_category
      from events e join venues v on v.id = e.venue_id
      where e.visibility = 'published' and ${inTime(filter)} and ${matchesSearch(filter)})
    select
      (select count(*)::int from nights where in_city and in_category) as total,
      (select coalesce(json_agg(c order by c.count desc, c.city), '[]') from
        (select city, count(*)::int from nights where in_category group by city) c) as cities,
      (select coalesce(json_agg(c order by c.count desc, c.category), '[]') from
        (select category, count(*)::int from nights, unnest(categories) as category where in_city group by category) c
      ) as categories`.execute(db);
  return rows[0]!;
}

/** The rest of a night, for its own page. */
export interface NightDetailRow extends NightRow {
  description: string;
  dressCode: string | null;
  lineup: EventDetail["lineup"];
  policies: EventDetail["policies"];
}

/** One night that people may see: published, or unlisted for whoever has its address. */
export async function findNight(db: Queryable, id: number): Promise<NightDetailRow | undefined> {
  const { rows } = await sql<NightDetailRow>`
    select ${nightColumns}, e.description, e.dress_code as "dressCode", e.lineup, e.policies
    from events e join venues v on v.id = e.venue_id
    where e.id = ${id} and e.visibility in ('published', 'unlisted')`.execute(db);
  return rows[0];
}

/** A ticket type as it is shown, before its stock is looked at. */
export interface TypeRow {
  id: number;
  eventId: number;
  stockId: number;
  name: string;
  description: string;
  pricing: TicketType["pricing"];
  priceCents: number;
  feeCents: number;
  minimumCents: number | null;
  ticketsPerUnit: number;
  minPerOrder: number;
  maxPerOrder: number;
  salesStartAt: Date | null;
  salesEndAt: Date | null;
  byClock: ClockStatus;
}

/** The ticket types of some nights in their order on the page: the public ones, and those hidden behind this code. */
export async function findTypes(db: Queryable, eventIds: number[], accessCode?: string): Promise<TypeRow[]> {
  const { rows } = await sql<TypeRow>`
    select t.id, t.event_id as "eventId", t.stock_id as "stockId", t.name, t.description, t.pricing,
      t.price_cents as "priceCents", t.fee_cents as "feeCents", t.minimum_cents as "minimumCents",
      t.tickets_per_unit as "ticketsPerUnit", t.min_per_order as "minPerOrder", t.max_per_order as "maxPerOrder",
      t.sales_start_at as "salesStartAt", t.sales_end_at as "salesEndAt", ${sql.raw(clockStatus)} as "byClock"
    from ticket_types t join events e on e.id = t.event_id
    where t.event_id = any(${eventIds}::bigint[])
      and (t.access_code is null or lower(t.access_code) = lower(${accessCode ?? null}))
    order by t.event_id, t.position, t.id`.execute(db);
  return rows;
}
