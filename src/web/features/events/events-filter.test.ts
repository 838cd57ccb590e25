import { expect, test } from "vitest";
import type { EventsFilter } from "#web/lib/paths.ts";
import { listTitle, readEventsFilter } from "./events-filter.ts";

const read = (query: string) => JSON.parse(JSON.stringify(readEventsFilter(new URLSearchParams(query))));

test.each([
  ["", {}],
  ["when=past&city=Miami&page=3", { when: "past", city: "Miami", page: 3 }],
  ["when=someday&page=1", {}],
  ["page=-2", {}],
  ["page=1e9", {}],
  ["page=99999999999", {}],
  ["q=%20%20", {}],
  ["from=2026-11-28&to=2026-02-30", { from: "2026-11-28" }],
  ["from=tomorrow&to=2026-1-1", {}],
  ["view=map&month=2026-11", { view: "map", month: "2026-11" }],
  ["view=list&month=2026-13", {}],
  ["q=soca%20&category=Boat", { q: "soca", category: "Boat" }],
])("the query %j means %j", (query, filter) => {
  expect(read(query)).toEqual(filter);
});

test("a search longer than the API accepts is cut", () => {
  expect(readEventsFilter(new URLSearchParams({ q: "a".repeat(300) })).q).toHaveLength(100);
});

test.each<[EventsFilter, string]>([
  [{}, "Events"],
  [{ when: "past" }, "Past events"],
  [{ when: "past", city: "Miami" }, "Past events in Miami"],
  [{ category: "Soca", city: "Boston" }, "Soca events in Boston"],
  [{ when: "past", category: "Soca" }, "Past Soca events"],
])("the filter %j has the title %j", (filter, title) => {
  expect(listTitle(filter)).toBe(title);
});
