import type { NameOf, QueryOf, ReplyOf } from "#contract/calls.ts";
import { queryAt } from "#web/admin-kit/table/list-query.ts";
import { useListAddress, wholeNumber } from "#web/admin-kit/table/use-list-address.ts";
import { addDays, dayOf, isDay } from "#web/lib/dates.ts";
import { useBrandZone } from "#web/lib/site.ts";
import { useNow } from "#web/lib/use-now.ts";

/** The usual periods, all up to today. */
export const periods = { today: "Today", "7d": "7 days", "28d": "28 days", month: "Month", "12m": "12 months" };
type PeriodName = keyof typeof periods;

/** The most days that a report covers. */
const maxDays = 731;

const firstDays: Record<PeriodName, (today: string) => string> = {
  today: (today) => today,
  "7d": (today) => addDays(today, -6),
  "28d": (today) => addDays(today, -27),
  month: (today) => `${today.slice(0, 7)}-01`,
  "12m": (today) => addDays(today, -364),
};

type Period = { name: PeriodName | "custom"; from: string; to: string };

/** The period in a URL, with invalid values corrected: a named one, or two days; the last 28 days by default. */
export function readPeriod(search: URLSearchParams, today: string): Period {
  const [from, to] = [search.get("from"), search.get("to")];
  if (isDay(from) && isDay(to) && from <= to && to <= today) {
    const earliest = addDays(to, 1 - maxDays);
    return { name: "custom", from: from < earliest ? earliest : from, to };
  }
  const name = Object.keys(periods).find((each) => each === search.get("period")) as PeriodName | undefined;
  return { name: name ?? "28d", from: firstDays[name ?? "28d"](today), to: today };
}

/** What panels can be filtered by. Of the last four, one at most. */
export const filterNames = [
  "source",
  "campaign",
  "device",
  "browser",
  "path",
  "eventId",
  "productId",
  "streamId",
] as const;
export type FilterName = (typeof filterNames)[number];
/** What a figure can be about; one at a time. */
export const subjects: FilterName[] = ["path", "eventId", "productId", "streamId"];

/** Stands for "none" in the page's URL, where an empty value would be lost: visits without a source. */
const none = "(none)";

type Filters = {
  [Name in FilterName]?: Exclude<QueryOf<"GET /api/admin/analytics/overview">[Name], number | null>;
};

const ifShort = (value: string) => (value.length <= 60 ? value : undefined);
const ifId = (value: string) => (wholeNumber.test(value) ? value : undefined);

/** A filter's value as a request has it; undefined for what can't be. */
const valueOf: { [Name in FilterName]: (value: string) => Filters[Name] } = {
  source: ifShort,
  campaign: ifShort,
  device: (value) => (["mobile", "tablet", "desktop"] as const).find((each) => each === value),
  browser: (value) => browsers.find((each) => each === value),
  path: (value) => (value.startsWith("/") && value.length <= 200 ? value : undefined),
  eventId: ifId,
  productId: ifId,
  streamId: ifId,
};

/** The filters in a URL as a request has them; what can't be is left out. */
export function readFilters(search: URLSearchParams): Filters {
  const filters: Filters = {};
  for (const name of filterNames) {
    const value = valueOf[name](search.get(name)?.trim() ?? "");
    if (!value) continue;
    if (subjects.includes(name) && subjects.some((each) => filters[each] !== undefined)) continue;
    Object.assign(filters, { [name]: value === none ? "" : value });
  }
  return filters;
}

/** The changes of a URL that set a filter; an event, product, stream or page replaces each other. */
export const filterBy = (name: FilterName, value: string | undefined): Record<string, string | undefined> => ({
  ...(subjects.includes(name) ? Object.fromEntries(subjects.map((each) => [each, undefined])) : {}),
  [name]: value === "" ? none : value,
});

type PanelName = Extract<
  NameOf<"GET">,
  `GET /api/admin/analytics/${"overview" | "breakdown" | "funnel"}${"" | ".csv"}`
>;

/** The URL of a panel's data or file; an empty filter stays, as it means "none". */
export function panelPath<Name extends PanelName>(name: Name, query: QueryOf<Name>): string {
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query as object))
    if (value !== undefined) search.set(field, String(value));
  return `${name.slice("GET ".length)}?${search}`;
}

/** A panel's data. */
export const panelQuery = <Name extends PanelName>(name: Name, query: QueryOf<Name>) =>
  queryAt<ReplyOf<Name>>(panelPath(name, query));

const comparisons = ["previous", "year", "none"] as const;

/** Period and filters of /analytics, from its URL, in the organizer's time zone. */
export function useScope() {
  const address = useListAddress();
  const { today } = useBrandDay();
  const period = readPeriod(address.search, today);
  const filters = readFilters(address.search);
  const compare = address.choice("compare", comparisons) ?? "previous";
  const likelyBots = address.choice("likelyBots", ["count"] as const);
  // The server knows the last 28 days by itself; for other periods, today has to be known first.
  const days = period.name === "28d" ? {} : { from: period.from, to: period.to };
  return {
    address,
    today,
    period,
    filters,
    compare,
    likelyBots,
    query: { ...days, compare, likelyBots, ...filters },
    /** The URL with a filter set, or removed if it is set to this value. */
    toggled: (name: FilterName, value: string) =>
      address.addressWith(filterBy(name, filters[name] === value ? undefined : value)),
  };
}
export type Scope = ReturnType<typeof useScope>;

/** Names of devices as the screen shows them. */
export const devices: Record<string, string> = { mobile: "Phone", tablet: "Tablet", desktop: "Desktop" };

const browsers = ["Firefox", "Opera", "Internet Explorer", "Edge", "Chrome", "Safari", "Unknown"] as const;

/** "1 min 24 s" of seconds. */
export const formatDuration = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

/** "38.2%", and a dash where there is nothing to divide. */
export const formatPercent = (percent: number | null) => (percent === null ? "–" : `${percent}%`);

/** "+12%", "−3%", and nothing where there was nothing before. */
export function formatChange(now: number, before: number): string | undefined {
  if (before <= 0) return undefined;
  const percent = Math.round((100 * (now - before)) / before);
  return percent === 0 ? "0%" : `${percent > 0 ? "+" : "−"}${Math.abs(percent).toLocaleString("en-US")}%`;
}

/** Today in the brand's time zone. */
export const useBrandDay = (): { today: string } => ({ today: dayOf(useNow(), useBrandZone()) });
