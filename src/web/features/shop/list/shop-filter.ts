import type { ShopList } from "#contract/shop/shop.ts";
import { formatMoney } from "#web/lib/money.ts";
import type { ShopFilter } from "#web/lib/paths.ts";

const sorts = ["newest", "price", "-price"] as const;
const maxPriceCents = 100_000_000;

/** The filter in the shop's URL. Invalid values are ignored, so an old or mistyped link still shows products. */
export function readShopFilter(search: URLSearchParams): ShopFilter {
  const text = (name: string, longest: number) => search.get(name)?.trim().slice(0, longest) || undefined;
  const cents = (name: string) => {
    const value = search.get(name) ?? "";
    return /^\d{1,9}$/.test(value) && Number(value) <= maxPriceCents ? Number(value) : undefined;
  };
  const page = search.get("page") ?? "";
  return {
    collection: text("collection", 60),
    q: text("q", 100),
    size: text("size", 200),
    color: text("color", 200),
    minCents: cents("minCents"),
    maxCents: cents("maxCents"),
    inStock: search.get("inStock") === "true" ? "true" : undefined,
    sort: sorts.find((sort) => sort === search.get("sort")),
    page: /^[1-9]\d{0,5}$/.test(page) && page !== "1" ? Number(page) : undefined,
  };
}

/** The values of a filter that can have several. */
export const valuesOf = (text: string | undefined) => (text ?? "").split(",").filter(Boolean);

/** The filter with one value more or less; undefined if none is left. */
export function toggled(text: string | undefined, value: string): string | undefined {
  const values = valuesOf(text);
  const others = values.filter((each) => each !== value);
  return (others.length < values.length ? others : [...values, value]).join(",") || undefined;
}

/** How many filters are on, besides the collection and the words. */
export const countFilters = ({ size, color, minCents, maxCents, inStock }: ShopFilter) =>
  valuesOf(size).length +
  valuesOf(color).length +
  (minCents === undefined && maxCents === undefined ? 0 : 1) +
  (inStock ? 1 : 0);

/** Whether the list leaves anything out. */
export const isNarrowed = (filter: ShopFilter) => Boolean(filter.collection || filter.q) || countFilters(filter) > 0;

/** The same place in the shop without any filters. */
export const withoutFilters = ({ collection, sort }: ShopFilter): ShopFilter => ({ collection, sort });

type PriceRange = Pick<ShopFilter, "minCents" | "maxCents">;
const steps = [0, 2500, 5000, 10_000, 20_000];

/** Ranges of prices to choose from: those that some product is in. None if a single range has everything. */
export function priceRanges(prices: ShopList["prices"]): PriceRange[] {
  if (!prices) return [];
  const ranges = steps
    .map((from, index): [number, number] => [from, (steps[index + 1] ?? Number.POSITIVE_INFINITY) - 1])
    .filter(([from, to]) => prices.maxCents >= from && prices.minCents <= to);
  if (ranges.length < 2) return [];
  return ranges.map(([from, to]) => ({
    minCents: from === 0 ? undefined : from,
    maxCents: Number.isFinite(to) ? to : undefined,
  }));
}

/** "Under $25", "$25 to $50", "$100 and up" */
export function rangeName({ minCents, maxCents }: PriceRange): string {
  const dollars = (cents: number) => formatMoney(cents).replace(/\.00$/, "");
  // A range ends a cent below the next one.
  const end = maxCents === undefined ? "" : dollars(maxCents % 100 === 99 ? maxCents + 1 : maxCents);
  if (minCents === undefined) return `Under ${end}`;
  return maxCents === undefined ? `${dollars(minCents)} and up` : `${dollars(minCents)} to ${end}`;
}

export const sameRange = (a: PriceRange, b: PriceRange) => a.minCents === b.minCents && a.maxCents === b.maxCents;
