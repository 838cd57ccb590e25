import { expect, test } from "vitest";
import { addDays, dayOf } from "#web/lib/dates.ts";
import { readRange } from "./range-picker.tsx";

const today = "2026-11-20";

test.each([
  ["", "2026-10-24", "2026-11-20"],
  ["from=2026-11-01", "2026-11-01", "2026-11-20"],
  ["from=2026-11-01&to=2026-11-05", "2026-11-01", "2026-11-05"],
  ["to=2026-11-05", "2026-10-09", "2026-11-05"],
  ["from=2026-11-09&to=2026-11-05", "2026-10-09", "2026-11-05"],
  ["to=2027-01-01", "2026-10-24", "2026-11-20"],
  ["from=yesterday&to=2026-13-45", "2026-10-24", "2026-11-20"],
  ["from=1999-01-01", "2025-10-17", "2026-11-20"],
])("the query %j shows %s to %s", (search, from, to) => {
  expect(readRange(new URLSearchParams(search), today)).toEqual({ from, to });
});

test("a day follows the time zone, and counting days works across daylight saving changes", () => {
  expect(dayOf(Date.parse("2026-11-20T03:00:00Z"), "America/New_York")).toBe("2026-11-19");
  expect(addDays("2026-11-01", 1)).toBe("2026-11-02");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});
