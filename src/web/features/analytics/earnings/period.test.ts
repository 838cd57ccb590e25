import { expect, test } from "vitest";
import { periodsOf, readPeriod } from "./period.ts";

test.each([
  ["", "2026-11-01", "2026-11-28"],
  ["from=2026-10-01&to=2026-10-31", "2026-10-01", "2026-10-31"],
  ["from=2026-11-02", "2026-11-02", "2026-11-28"],
  ["from=2026-11-02&to=2027-01-01", "2026-11-02", "2026-11-28"],
  ["from=2026-11-02&to=2026-10-01", "2026-09-04", "2026-10-01"],
  ["from=2026-02-30", "2026-11-01", "2026-11-28"],
  ["from=2020-01-01", "2024-11-28", "2026-11-28"],
])("the URL %j shows %s to %s", (search, from, to) => {
  expect(readPeriod(new URLSearchParams(search), "2026-11-28")).toEqual({ from, to });
});

test("the periods to choose from follow the calendar, also in January", () => {
  expect(periodsOf("2026-01-15").map(({ label, period: { from, to } }) => `${label}: ${from} to ${to}`)).toEqual([
    "Last 28 days: 2025-12-19 to 2026-01-15",
    "This month: 2026-01-01 to 2026-01-15",
    "Last month: 2025-12-01 to 2025-12-31",
    "This year: 2026-01-01 to 2026-01-15",
    "Last year: 2025-01-01 to 2025-12-31",
  ]);
});
