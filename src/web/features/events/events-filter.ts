import type { EventsFilter } from "#web/lib/paths.ts";

const longestPage = 6;

/** The filter that an address of the list means. What cannot be is left out, so that an old or mistyped link still shows nights. */
export function readEventsFilter(search: URLSearchParams): EventsFilter {
  const text = (name: string, longest: number) => search.get(name)?.trim().slice(0, longest) || undefined;
  const page = search.get("page") ?? "";
  return {
    when: search.get("when") === "past" ? "past" : undefined,
    q: text("q", 100),
    city: text("city", 80),
    category: text("category", 40),
    page: /^[1-9]\d*$/.test(page) && page.length < longestPage && page !== "1" ? Number(page) : undefined,
  };
}

export const isNarrowed = ({ q, city, category }: EventsFilter) => Boolean(q || city || category);

/** What the list shows, in words: "Past nights in Miami". */
export function listTitle({ when, city, category }: EventsFilter): string {
  const what = category ? `${category} nights` : "Nights";
  const start = when === "past" ? `Past ${what.replace(/^Nights/, "nights")}` : what;
  return city ? `${start} in ${city}` : start;
}
