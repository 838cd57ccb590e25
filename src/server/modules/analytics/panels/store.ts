import { sql, type RawBuilder } from "kysely";
import type { BreakdownBy, FunnelName, PanelQuery } from "#contract/analytics/panels.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import { allRows, allValues, mapRows } from "#server/platform/db/rows.ts";
import type { Days } from "#server/platform/report-span.ts";
import { funnelSteps, subjectOf, type Reached, type Sums } from "./rules.ts";

/** Days in a zone and what is counted of them. */
export interface Scope extends Days {
  timeZone: string;
  /** True if it's the zone of the roll-ups by day. */
  isBrandZone: boolean;
  currency: string;
  filters: Partial<PanelQuery>;
  /** Likely bots count like people. */
  withLikelyBots?: boolean;
}

type Step = "hour" | "day";
type Sql = RawBuilder<unknown>;

const opens = ({ from, timeZone }: Scope) => sql`(${from}::date::timestamp at time zone ${timeZone})`;
const closes = ({ to, timeZone }: Scope) => sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`;

/** Hours begin when the days do, so that in India they begin at half past. */
const bucket = (step: Step, scope: Scope) =>
  step === "hour"
    ? sql`to_char(date_bin('1 hour', hour, ${opens(scope)}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
    : sql`to_char(hour at time zone ${scope.timeZone}, 'YYYY-MM-DD')`;

const dimensions = ["source", "campaign", "device", "browser"] as const;

/** Whose traffic counts. */
const counts = ({ withLikelyBots }: Scope): Sql =>
  withLikelyBots === true ? sql`audience <> 'bots'` : sql`audience = 'people'`;

/** The filters that every roll-up has. */
function filtered({ filters }: Scope): Sql {
  const parts = dimensions.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`];
  });
  return sql.join([sql`true`, ...parts], sql` and `);
}

/** Rows of the traffic as `at` and sums: from the days if they fit the zone, else from the hours. */
function traffic(scope: Scope, where: Sql, step: Step = "day"): Sql {
  if (step === "day" && scope.isBrandZone) {
    return sql`(select to_char(day, 'YYYY-MM-DD') as at, traffic_days.* from traffic_days
      where day between ${scope.from}::date and ${scope.to}::date and ${filtered(scope)} and ${where})`;
  }
  return sql`(select ${bucket(step, scope)} as at, traffic_hours.* from traffic_hours
    where hour >= ${opens(scope)} and hour < ${closes(scope)} and ${filtered(scope)} and ${where})`;
}

/** The same where source, campaign, device and browser don't matter: without a filter by them, a fraction of the rows. */
function wholeTraffic(scope: Scope, where: Sql): Sql {
  const isFiltered = dimensions.some((name) => scope.filters[name] !== undefined);
  if (isFiltered || !scope.isBrandZone) return traffic(scope, where);
  return sql`(select * from traffic_totals where day between ${scope.from}::date and ${scope.to}::date and ${where})`;
}

/** Rows of the sales in a scope's days. */
function sales(scope: Scope, where: Sql, step: Step = "day"): Sql {
  return sql`(select ${bucket(step, scope)} as at, sales_hours.* from sales_hours
    where hour >= ${opens(scope)} and hour < ${closes(scope)} and currency = ${scope.currency}
      and ${filtered(scope)} and ${where})`;
}

/** Which sales belong to what is filtered by. A page has none. */
function salesOf({ path, eventId, productId, streamId }: Partial<PanelQuery>): Sql {
  if (path !== undefined) return sql`false`;
  if (eventId !== undefined) return sql`scope = 'event' and subject_id = ${eventId}`;
  if (productId !== undefined) return sql`scope = 'product' and subject_id = ${productId}`;
  if (streamId !== undefined) return sql`scope = 'order' and stream_id = ${streamId}`;
  return sql`scope = 'order'`;
}

const trafficOf = (filters: Partial<PanelQuery>): Sql => {
  const { kind, subject } = subjectOf(filters);
  return sql`kind = ${kind} and subject = ${subject}`;
};

const trafficSums = sql`
  coalesce(sum(visitors), 0)::integer as visitors, coalesce(sum(total), 0)::integer as views,
  coalesce(sum(visits), 0)::integer as visits, coalesce(sum(bounces), 0)::integer as bounces,
  coalesce(sum(seconds), 0)::bigint as seconds`;
/** The same of one kind of interactions, which no visit begins with. */
const sumsOfKind = (kind: string) => sql`
  coalesce(sum(visitors) filter (where kind = ${kind}), 0)::integer as visitors,
  coalesce(sum(total) filter (where kind = ${kind}), 0)::integer as views, 0 as visits, 0 as bounces, 0 as seconds`;
const salesSums = sql`
  coalesce(sum(orders), 0)::integer as orders, coalesce(sum(gross_cents - refund_cents), 0)::bigint as "revenueCents",
  coalesce(sum(refund_cents), 0)::bigint as "refundCents"`;

/** One step of a period and its sums. */
interface StepSums extends Sums {
  at: string;
  bots: number;
  likelyBots: number;
}

/** Every step of a period with its sums, also those without any. */
export function findSteps(db: Queryable, scope: Scope, step: Step): Promise<StepSums[]> {
  const all =
    step === "day"
      ? sql`select to_char(d, 'YYYY-MM-DD') as at from generate_series(${scope.from}::date, ${scope.to}::date, interval '1 day') d`
      : sql`select ${bucket("hour", scope)} as at
          from generate_series(${opens(scope)}, ${closes(scope)} - interval '1 hour', interval '1 hour') hour`;
  return allRows(db)`
    ${plannedByValues} with steps as (${all}),
    seen as (select at, ${trafficSums} from ${traffic(scope, sql`${counts(scope)} and ${trafficOf(scope.filters)}`, step)} t
      group by at),
    bots as (select at, coalesce(sum(total) filter (where audience = 'bots'), 0)::integer as bots,
        coalesce(sum(total) filter (where audience = 'likely_bots'), 0)::integer as "likelyBots"
      from ${traffic(scope, sql`audience <> 'people' and ${trafficOf(scope.filters)}`, step)} t group by at),
    sold as (select at, ${salesSums} from ${sales(scope, salesOf(scope.filters), step)} s group by at)
    select at, coalesce(visitors, 0) as visitors, coalesce(views, 0) as views, coalesce(visits, 0) as visits,
      coalesce(bounces, 0) as bounces, coalesce(seconds, 0) as seconds, coalesce(orders, 0) as orders,
      coalesce("revenueCents", 0) as "revenueCents", coalesce("refundCents", 0) as "refundCents",
      coalesce(bots, 0) as bots, coalesce("likelyBots", 0) as "likelyBots"
    from steps left join seen using (at) left join bots using (at) left join sold using (at) order by at`;
}

/** A row of a breakdown: what it is about, and its sums. */
export interface PartSums extends Sums {
  key: string;
  clicks: number;
}

/** Where the rows of a breakdown come from: traffic by `key`, its sums, the clicks, and its sales. */
function sourcesOf(by: BreakdownBy, filters: Partial<PanelQuery>) {
  const items = {
    event: { view: "event_view", click: "ticket_click", sold: sql`scope = 'event'`, id: sql`subject_id` },
    product: { view: "product_view", click: "product_click", sold: sql`scope = 'product'`, id: sql`subject_id` },
    stream: {
      view: "stream_view",
      click: "stream_chat",
      sold: sql`scope = 'order' and stream_id <> 0`,
      id: sql`stream_id`,
    },
  };
  if (by === "event" || by === "product" || by === "stream") {
    const { view, click, sold, id } = items[by];
    return {
      where: sql`kind in (${view}, ${click})`,
      sums: sumsOfKind(view),
      key: sql`subject`,
      clicks: sql`sum(total) filter (where kind = ${click})`,
      sold,
      soldKey: sql`${id}::text`,
    };
  }
  if (by === "page" || by === "entry" || by === "exit") {
    const pages = sql`kind = 'page_view'`;
    const where = by === "entry" ? sql`${pages} and visits > 0` : by === "exit" ? sql`${pages} and exits > 0` : pages;
    return { where, sums: trafficSums, key: sql`subject`, clicks: sql`sum(exits)`, sold: sql`false`, soldKey: sql`''` };
  }
  if (by === "promoter") {
    return {
      where: sql`false`,
      sums: trafficSums,
      key: sql`''`,
      clicks: sql`0`,
      sold: sql`scope = 'order' and promoter_id <> 0`,
      soldKey: sql`promoter_id::text`,
    };
  }
  const column = sql.ref(by);
  return {
    where: trafficOf(filters),
    sums: trafficSums,
    key: column,
    clicks: sql`0`,
    sold: salesOf(filters),
    soldKey: column,
  };
}

const maxRows = 200;

/** The parts of a period by one property, the largest first. @param only keys that are wanted, whatever their size */
export function findParts(db: Queryable, scope: Scope, by: BreakdownBy, only?: string[]): Promise<PartSums[]> {
  const { where, sums, key, clicks, sold, soldKey } = sourcesOf(by, scope.filters);
  const people = counts(scope);
  const rows = dimensions.some((name) => name === by) ? traffic : wholeTraffic;
  const size = by === "entry" ? sql`visits` : by === "exit" ? sql`clicks` : sql`visitors`;
  return allRows(db)`
    ${plannedByValues} with seen as (select ${key} as key, coalesce(${clicks}, 0)::integer as clicks, ${sums}
      from ${rows(scope, sql`${people} and ${where}`)} t group by 1),
    sold as (select ${soldKey} as key, ${salesSums} from ${sales(scope, sold)} s group by 1)
    select key, coalesce(visitors, 0) as visitors, coalesce(views, 0) as views, coalesce(visits, 0) as visits,
      coalesce(bounces, 0) as bounces, coalesce(seconds, 0) as seconds, coalesce(clicks, 0) as clicks,
      coalesce(orders, 0) as orders, coalesce("revenueCents", 0) as "revenueCents",
      coalesce("refundCents", 0) as "refundCents"
    from seen full join sold using (key)
    where ${only === undefined ? sql`true` : sql`key = any(${only}::text[])`}
    order by coalesce(${size}, 0) desc, coalesce("revenueCents", 0) desc, key limit ${sql.lit(maxRows)}`;
}

const funnelItems: Record<FunnelName, { filter: "eventId" | "productId" | "streamId"; sold: Sql }> = {
  tickets: { filter: "eventId", sold: sql`scope = 'event'` },
  shop: { filter: "productId", sold: sql`scope = 'product'` },
  live: { filter: "streamId", sold: sql`scope = 'order' and stream_id <> 0` },
};

/**
 * How many reached each step of a funnel, for each source or device, or all as one with an empty key. An order for two
 * events counts for both.
 */
export async function findReached(
  db: Queryable,
  scope: Scope,
  funnel: FunnelName,
  splitBy: "none" | "source" | "device",
): Promise<Map<string, Reached>> {
  const { filter, sold } = funnelItems[funnel];
  const id = scope.filters[filter];
  const key = splitBy === "none" ? sql`''` : sql.ref(splitBy);
  const kinds = funnelSteps[funnel].filter((step) => step !== "checkout" && step !== "paid");
  const seen =
    id === undefined
      ? sql`kind = any(${kinds.map((kind) => `any_${kind}`)}::text[])`
      : sql`kind = any(${kinds}::text[]) and subject = ${String(id)}`;
  const soldOne = id === undefined ? sold : salesOf({ [filter]: id });
  const rows = await allRows(db)<{ key: string; step: string; count: number; placed: number; revenue: number }>`
    ${plannedByValues} select ${key} as key, replace(kind, 'any_', '') as step, sum(visitors)::integer as count, 0 as placed, 0 as revenue
    from ${traffic(scope, sql`${counts(scope)} and ${seen}`)} t group by 1, 2
    union all
    select ${key}, 'checkout', coalesce(sum(placed), 0)::integer, coalesce(sum(placed_cents), 0)::bigint, 0
    from ${sales(scope, soldOne)} s group by 1
    union all
    select ${key}, 'paid', coalesce(sum(orders), 0)::integer, 0, coalesce(sum(gross_cents - refund_cents), 0)::bigint
    from ${sales(scope, soldOne)} s group by 1`;
  const reached = new Map<string, Reached>();
  for (const { key: of, step, count, placed, revenue } of rows) {
    const known = reached.get(of) ?? { counts: {}, placedCents: 0, revenueCents: 0 };
    reached.set(of, {
      counts: { ...known.counts, [step]: count },
      placedCents: known.placedCents + placed,
      revenueCents: known.revenueCents + revenue,
    });
  }
  return reached;
}

export const findPromoterNames = (db: Queryable, ids: number[]): Promise<Map<number, string>> =>
  mapRows(db)`select id, name from ${promotionsTables.promoters} p where id = any(${ids}::bigint[])`;

export const findToday = async (db: Queryable, timeZone: string): Promise<string> =>
  (await allValues(db)<string>`select to_char(clock_now() at time zone ${timeZone}, 'YYYY-MM-DD')`)[0]!;

/** The database's time. */
export const findNow = async (db: Queryable): Promise<Date> =>
  (await allValues(db)<Date>`select clock_now() as now`)[0]!;
