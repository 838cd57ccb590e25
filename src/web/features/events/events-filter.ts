import { isDay } from "#web/lib/dates.ts";
import type { EventsFilter } from "#web/lib/paths.ts";

const longestPage = 6;
const month = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** The filter in a list URL's query. Invalid values are ignored, so an old or mistyped link still shows events. */
export function readEventsFilter(search: URLSearchParams): EventsFilter {
  const text = (name: string, longest: number) => search.get(name)?.trim().slice(0, longest) || undefined;
  const page = search.get("page") ?? "";
  const day = (name: string) => {
    const date = search.get(name);
    return isDay(date) && date.startsWith("20") ? date : undefined;
  };
  const view = search.get("view");
  return {
    when: search.get("when") === "past" ? "past" : undefined,
    q: text("q", 100),
    city: text("city", 80),
    category: text("category", 40),
    from: day("from"),
    to: day("to"),
    view: view === "map" || view === "calendar" ? view : undefined,
    month: month.exec(search.get("month") ?? "")?.[0],
    page: /^[1-9]\d*$/.test(page) && page.length < longestPage && page !== "1" ? Number(page) : undefined,
  };
}

export const isNarrowed = ({ q, city, category, from, to }: EventsFilter) =>
  Boolean(q || city || category || from || to);

/** The list's title: "Past events in Miami". */
export function listTitle({ when, city, category }: EventsFilter): string {
  const what = category ? `${category} events` : "Events";
  const start = when === "past" ? `Past ${what.replace(/^Events/, "events")}` : what;
  return city ? `${start} in ${city}` : start;
}
