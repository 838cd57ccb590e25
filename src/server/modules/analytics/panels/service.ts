import type {
  Breakdown,
  BreakdownBy,
  BreakdownQuery,
  Funnel,
  FunnelQuery,
  Overview,
  PanelQuery,
} from "#contract/analytics/panels.ts";
import { takenBack } from "#contract/figures.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { fieldError } from "#server/platform/app-error.ts";
import type { CsvCell, SheetFile } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { daysBefore, isZone, spanOf, stepOf, type Days } from "#server/platform/report-span.ts";
import { noSums, nothingReached, toFigures, toSteps, type Sums } from "./rules.ts";
import * as store from "./store.ts";

/** What panels read with. */
export interface PanelDeps extends Pick<Deps, "contributed"> {
  db: Database;
}

const maxDays = 731;

/** The days, zone and currency of a report by its query. @throws AppError `invalid_input` for days that can't be reported */
export async function scopeOf(
  db: Database,
  query: { from?: string | undefined; to?: string | undefined; timeZone?: string | undefined },
): Promise<Omit<store.Scope, "filters">> {
  const { defaultTimeZone, defaultCurrency: currency } = await getSettings(db);
  const timeZone = query.timeZone ?? defaultTimeZone;
  if (!isZone(timeZone)) throw fieldError("timeZone", "That's not a known time zone");
  const days = spanOf(query, await store.findToday(db, timeZone), maxDays);
  if (days === "order") throw fieldError("from", "The start date can't be after the end date");
  if (typeof days === "string") throw fieldError("from", `A report can cover up to ${maxDays} days`);
  return { ...days, timeZone, isBrandZone: timeZone === defaultTimeZone, currency };
}

async function prepare(db: Database, { from, to, timeZone, compare, likelyBots, ...filters }: PanelQuery) {
  const of = await scopeOf(db, { from, to, timeZone });
  const before = daysBefore(of, compare);
  const covered = { from: of.from, to: of.to, timeZone: of.timeZone, currency: of.currency, before };
  return { scope: { ...of, filters, withLikelyBots: likelyBots === "count" }, before, covered };
}

const addUp = (rows: Sums[]): Sums =>
  rows.reduce<Sums>(
    (all, row) => ({
      visitors: all.visitors + row.visitors,
      views: all.views + row.views,
      visits: all.visits + row.visits,
      bounces: all.bounces + row.bounces,
      seconds: all.seconds + row.seconds,
      orders: all.orders + row.orders,
      revenueCents: all.revenueCents + row.revenueCents,
      refundCents: all.refundCents + row.refundCents,
    }),
    noSums,
  );

/**
 * Visitors, views, visits and revenue in total and over time, against an earlier period.
 *
 * @throws AppError `invalid_input` for days or a zone that can't be reported
 */
export async function readOverview({ db }: PanelDeps, query: PanelQuery): Promise<Overview> {
  const { scope, before, covered } = await prepare(db, query);
  const step = stepOf(scope);
  const [steps, stepsBefore] = await Promise.all([
    store.findSteps(db, scope, step),
    before === null ? undefined : store.findSteps(db, { ...scope, ...before }, step),
  ]);
  const sum = (part: "bots" | "likelyBots") => steps.reduce((all, each) => all + each[part], 0);
  return {
    ...covered,
    step,
    total: toFigures(addUp(steps)),
    totalBefore: stepsBefore === undefined ? null : toFigures(addUp(stepsBefore)),
    bots: { bots: sum("bots"), likelyBots: sum("likelyBots") },
    series: steps.map(({ at, visitors, views, visits, revenueCents, bots, likelyBots }, index) => ({
      at,
      visitors,
      views,
      visits,
      revenueCents,
      bots,
      likelyBots,
      before: formerOf(stepsBefore?.[index]),
    })),
  };
}

const formerOf = (sums: Sums | undefined) =>
  sums === undefined
    ? null
    : { visitors: sums.visitors, views: sums.views, visits: sums.visits, revenueCents: sums.revenueCents };

/** The overview over time as a spreadsheet file, money as numbers in the brand's currency. */
export function overviewFile(deps: PanelDeps, query: PanelQuery): SheetFile {
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    const { series } = await readOverview(deps, query);
    yield series.map(({ at, visitors, views, visits, revenueCents, bots, likelyBots }) => [
      at,
      visitors,
      views,
      visits,
      revenueCents / 100,
      bots,
      likelyBots,
    ]);
  }
  const header = ["Time", "Visitors", "Page views", "Visits", "Revenue", "Bot views", "Likely bot views"];
  return { header, pages: pages() };
}

const lists = new Set<BreakdownBy>(["page", "entry", "exit", "event", "product", "stream", "promoter"]);

/**
 * A period by one property, against an earlier period.
 *
 * @throws AppError `invalid_input` for days or a zone that can't be reported
 */
export async function readBreakdown(deps: PanelDeps, { by, ...query }: BreakdownQuery): Promise<Breakdown> {
  const { db } = deps;
  const { scope, before, covered } = await prepare(db, query);
  const { path, eventId, productId, streamId, ...visitor } = scope.filters;
  const filters = lists.has(by) ? visitor : { ...visitor, path, eventId, productId, streamId };
  const parts = await store.findParts(db, { ...scope, filters }, by);
  const keys = parts.map(({ key }) => key);
  const [former, titles] = await Promise.all([
    before === null ? undefined : store.findParts(db, { ...scope, ...before, filters }, by, keys),
    findTitles(deps, by, keys),
  ]);
  const formerByKey = new Map(former?.map((row) => [row.key, row]));
  return {
    ...covered,
    by,
    filteredBy: Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    rows: parts.map(({ key, clicks, ...sums }) => ({
      key,
      title: titles.get(key) ?? null,
      clicks,
      ...toFigures(sums),
      before: former === undefined ? null : wasOf(formerByKey.get(key) ?? noSums),
    })),
  };
}

const wasOf = ({ visitors, views, visits, orders, revenueCents }: Sums) => ({
  visitors,
  views,
  visits,
  orders,
  revenueCents,
});

/** Titles of events, products, streams and promoters by their ids as keys. */
async function findTitles(
  { db, contributed }: PanelDeps,
  by: BreakdownBy,
  keys: string[],
): Promise<Map<string, string>> {
  const ids = keys.map(Number).filter(Number.isSafeInteger);
  const named = async () => {
    if (by === "event") return new Map([...(await findEventInfo(db, ids))].map(([id, { title }]) => [id, title]));
    if (by === "promoter") return store.findPromoterNames(db, ids);
    return contributed("viewed")
      .find(({ noun }) => noun === by)
      ?.findTitles(db, ids);
  };
  return new Map([...((await named()) ?? [])].map(([id, title]) => [String(id), title]));
}

/** A breakdown as a spreadsheet file, money as numbers in the brand's currency. */
export function breakdownFile(deps: PanelDeps, query: BreakdownQuery): SheetFile {
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    const { rows } = await readBreakdown(deps, query);
    yield rows.map((row) => [
      row.title ?? row.key,
      row.visitors,
      row.views,
      row.visits,
      row.bouncePercent,
      row.averageSeconds,
      row.clicks,
      row.orders,
      row.conversionPercent,
      row.revenueCents / 100,
      row.refundCents / 100,
    ]);
  }
  const name = query.by[0]!.toUpperCase() + query.by.slice(1);
  const figures = ["Visitors", "Views", "Visits", "Bounce %", "Seconds", "Clicks", "Orders", "Conversion %"];
  return { header: [name, ...figures, "Revenue", takenBack], pages: pages() };
}

const maxParts = 10;

/**
 * How many reached each step of a funnel and the money there, against an earlier period, and by source or device.
 *
 * @throws AppError `invalid_input` for days or a zone that can't be reported
 */
export async function readFunnel({ db }: PanelDeps, { funnel, splitBy, ...query }: FunnelQuery): Promise<Funnel> {
  const { scope, before, covered } = await prepare(db, query);
  const reachedIn = (days: Days, split: FunnelQuery["splitBy"]) =>
    store.findReached(db, { ...scope, from: days.from, to: days.to }, funnel, split);
  const [all, former, split] = await Promise.all([
    reachedIn(scope, "none"),
    before === null ? undefined : reachedIn(before, "none"),
    splitBy === "none" ? undefined : reachedIn(scope, splitBy),
  ]);
  const reachedBefore = former && (former.get("") ?? nothingReached);
  const parts = [...(split ?? [])].map(([key, reached]) => ({ key, steps: toSteps(funnel, reached) }));
  return {
    ...covered,
    funnel,
    steps: toSteps(funnel, all.get("") ?? nothingReached, reachedBefore),
    parts: parts.toSorted((a, b) => b.steps[0]!.count - a.steps[0]!.count).slice(0, maxParts),
  };
}
