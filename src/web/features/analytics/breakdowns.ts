import type { Breakdown, BreakdownBy } from "#contract/analytics/panels.ts";
import { sourceName } from "#contract/figures.ts";
import { takenBack } from "#contract/figures.ts";
import { formatCount } from "#web/admin-kit/figures.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { devices, formatChange, formatDuration, formatPercent, type FilterName } from "./scope.ts";

export type Row = Breakdown["rows"][number];

type Column = { head: string; show: (row: Row, currency: string) => string };

const dash = "–";
const columns = {
  visitors: { head: "Visitors", show: (row) => formatCount(row.visitors) },
  change: { head: "Change", show: (row) => (row.before && formatChange(row.visitors, row.before.visitors)) ?? dash },
  views: { head: "Views", show: (row) => formatCount(row.views) },
  visits: { head: "Visits", show: (row) => formatCount(row.visits) },
  entries: { head: "Entries", show: (row) => formatCount(row.visits) },
  exits: { head: "Exits", show: (row) => formatCount(row.clicks) },
  bounce: { head: "Bounce", show: (row) => formatPercent(row.bouncePercent) },
  time: { head: "Time", show: (row) => (row.averageSeconds === null ? dash : formatDuration(row.averageSeconds)) },
  tickets: { head: "Ticket clicks", show: (row) => formatCount(row.clicks) },
  cards: { head: "Card clicks", show: (row) => formatCount(row.clicks) },
  messages: { head: "Messages", show: (row) => formatCount(row.clicks) },
  orders: { head: "Orders", show: (row) => formatCount(row.orders) },
  conversion: { head: "Conversion", show: (row) => formatPercent(row.conversionPercent) },
  revenue: { head: "Revenue", show: (row, currency) => formatMoney(row.revenueCents, currency) },
  before: {
    head: "Revenue before",
    show: (row, currency) => (row.before ? formatMoney(row.before.revenueCents, currency) : dash),
  },
  refunds: { head: takenBack, show: (row, currency) => formatMoney(row.refundCents, currency) },
} satisfies Record<string, Column>;
type ColumnName = keyof typeof columns;

/** A column of a breakdown. */
export const columnOf = (name: ColumnName): Column => columns[name];

type Kind = {
  title: string;
  /** What one row is, above the names. */
  one: string;
  /** What a row is filtered by; promoters can't be. */
  filter?: FilterName;
  /** What the rows of the small panel show; the first one is the length of their bars. */
  brief: ColumnName[];
  /** All columns of the full table. */
  full: ColumnName[];
  size: (row: Row) => number;
  nameOf?: (key: string) => string;
};

const money: ColumnName[] = ["orders", "conversion", "revenue", "before", "refunds"];
const visits: ColumnName[] = ["visitors", "change", "views", "visits", "bounce", "time"];
const ofVisitors = (row: Row) => row.visitors;
const visitorKind: Pick<Kind, "brief" | "full" | "size"> = {
  brief: ["visitors", "conversion", "revenue"],
  full: [...visits, ...money],
  size: ofVisitors,
};
const itemKind = (clicks: ColumnName) => ({
  brief: ["visitors", clicks, "revenue"] as ColumnName[],
  full: ["visitors", "change", "views", clicks, ...money] as ColumnName[],
  size: ofVisitors,
});

/** Every breakdown: what it is called, filtered by and made of. */
export const breakdowns: Record<BreakdownBy, Kind> = {
  source: { title: "Sources", one: "Source", filter: "source", nameOf: sourceName, ...visitorKind },
  campaign: {
    title: "Campaigns",
    one: "Campaign",
    filter: "campaign",
    nameOf: (key) => key || "No campaign",
    ...visitorKind,
  },
  promoter: {
    title: "Promoters",
    one: "Promoter",
    brief: ["orders", "revenue"],
    full: ["orders", "revenue", "before", "refunds"],
    size: (row) => row.revenueCents,
  },
  page: {
    title: "Pages",
    one: "Page",
    filter: "path",
    brief: ["visitors", "views"],
    full: ["visitors", "change", "views", "entries", "exits", "bounce"],
    size: ofVisitors,
  },
  entry: {
    title: "Entry pages",
    one: "Entry page",
    filter: "path",
    brief: ["entries", "bounce"],
    full: ["entries", "bounce", "time", "visitors", "views"],
    size: (row) => row.visits,
  },
  exit: {
    title: "Exit pages",
    one: "Exit page",
    filter: "path",
    brief: ["exits", "views"],
    full: ["exits", "visitors", "views"],
    size: (row) => row.clicks,
  },
  event: { title: "Events", one: "Event", filter: "eventId", ...itemKind("tickets") },
  product: { title: "Products", one: "Product", filter: "productId", ...itemKind("cards") },
  stream: { title: "Streams", one: "Stream", filter: "streamId", ...itemKind("messages") },
  device: {
    title: "Devices",
    one: "Device",
    filter: "device",
    nameOf: (key) => devices[key] ?? "Unknown",
    ...visitorKind,
  },
  browser: {
    title: "Browsers",
    one: "Browser",
    filter: "browser",
    nameOf: (key) => key || "Unknown",
    ...visitorKind,
  },
};

/** A row's name; without a title, what it is filtered by. */
export const rowName = (by: BreakdownBy, { title, key }: Pick<Row, "title" | "key">): string =>
  title ?? breakdowns[by].nameOf?.(key) ?? (key.startsWith("/") ? key : `${breakdowns[by].one} ${key}`);

/** A row that was unknown when it was counted, or many small ones together, can't be filtered by. */
export const canFilter = (by: BreakdownBy, key: string): boolean =>
  breakdowns[by].filter !== undefined && key !== "(other)" && (key !== "" || by === "source" || by === "campaign");
