import { expect, test } from "vitest";
import { apiPath } from "#web/lib/paths.ts";
import { csvCell } from "./csv-button.tsx";
import { sourceName } from "#contract/figures.ts";
import { formatChange, formatDuration, filterBy, panelPath, readFilters, readPeriod } from "./scope.ts";
import { valuesOf } from "./sales-curve-view.tsx";

const today = "2026-11-20";

test.each([
  ["", "28d", "2026-10-24", today],
  ["period=today", "today", today, today],
  ["period=7d", "7d", "2026-11-14", today],
  ["period=month", "month", "2026-11-01", today],
  ["period=12m", "12m", "2025-11-21", today],
  ["period=century", "28d", "2026-10-24", today],
  ["from=2026-11-01&to=2026-11-05", "custom", "2026-11-01", "2026-11-05"],
  ["from=2026-11-09&to=2026-11-05", "28d", "2026-10-24", today],
  ["from=2026-11-01&to=2027-01-01", "28d", "2026-10-24", today],
  ["from=2026-11-01", "28d", "2026-10-24", today],
  ["from=1999-01-01&to=2026-11-20", "custom", "2024-11-20", today],
])("the query %j is the period %s, %s to %s", (search, name, from, to) => {
  expect(readPeriod(new URLSearchParams(search), today)).toEqual({ name, from, to });
});

test.each([
  ["source=instagram&device=mobile", { source: "instagram", device: "mobile" }],
  ["source=(none)&campaign=", { source: "" }],
  ["device=toaster&browser=Netscape&path=events", {}],
  ["eventId=12&productId=4", { eventId: "12" }],
  ["eventId=twelve&productId=4", { productId: "4" }],
  ["path=/shop&eventId=12", { path: "/shop" }],
])("the filters of %j are %j", (search, filters) => {
  expect(readFilters(new URLSearchParams(search))).toEqual(filters);
});

test("an event, product, stream or page replaces each other as a filter; a source stays beside them", () => {
  expect(filterBy("eventId", "12")).toEqual({
    path: undefined,
    eventId: "12",
    productId: undefined,
    streamId: undefined,
  });
  expect(filterBy("source", "")).toEqual({ source: "(none)" });
  expect(panelPath("GET /api/admin/analytics/overview", { source: "", device: undefined })).toBe(
    `${apiPath("GET /api/admin/analytics/overview")}?source=`,
  );
});

test.each([
  [12, 10, "+20%"],
  [8, 10, "−20%"],
  [10, 10, "0%"],
  [10, 0, undefined],
  [30_000, 10, "+299,900%"],
])("from %i to %i is %s", (now, before, text) => {
  expect(formatChange(now, before)).toBe(text);
});

test("sources and durations have names that people say", () => {
  expect(["", "instagram", "tiktok", "blog.example.com", "(other)"].map(sourceName)).toEqual([
    "Direct or unknown",
    "Instagram",
    "TikTok",
    "blog.example.com",
    "Other",
  ]);
  expect([0, 59, 84].map(formatDuration)).toEqual(["0 s", "59 s", "1 min 24 s"]);
});

test("a sales curve keeps its sum on days without sales, and ends today for an event that is ahead", () => {
  const points = [
    { daysToGo: 9, tickets: 2, revenueCents: 200 },
    { daysToGo: 6, tickets: 5, revenueCents: 500 },
  ];
  expect(valuesOf(points, { from: 10, until: 5 }, "tickets")).toEqual([0, 2, 2, 2, 5, 5, ...Array(5).fill(null)]);
  expect(valuesOf(points, { from: 2, until: 0 }, "revenueCents")).toEqual([500, 500, 500]);
});

test.each([
  [null, ""],
  [12.5, "12.5"],
  [-3, "-3"],
  ['Rum, "aged"', '"Rum, ""aged"""'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
])("the cell %j is %j in a file", (cell, text) => {
  expect(csvCell(cell)).toBe(text);
});
