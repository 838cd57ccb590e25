import { expect, test } from "vitest";
import { addDays, countDays, daysBefore, isZone, spanOf, stepOf } from "./report-span.ts";

test.each([
  [{}, { from: "2026-11-01", to: "2026-11-28" }],
  [{ from: "2026-11-10" }, { from: "2026-11-10", to: "2026-11-28" }],
  [{ to: "2026-03-01" }, { from: "2026-02-02", to: "2026-03-01" }],
  [
    { from: "2026-11-28", to: "2026-11-28" },
    { from: "2026-11-28", to: "2026-11-28" },
  ],
  [{ from: "2026-11-29" }, "order"],
  [{ from: "2025-10-24", to: "2026-11-28" }, "length"],
  [
    { from: "2025-10-25", to: "2026-11-28" },
    { from: "2025-10-25", to: "2026-11-28" },
  ],
])("on the 28th the range %o is %o", (query, span) => expect(spanOf(query, "2026-11-28")).toEqual(span));

test.each([
  ["UTC", true],
  ["America/New_York", true],
  ["Mars/Olympus", false],
  ["", false],
  ["+05:00", false],
])("%s is a time zone: %s", (name, is) => expect(isZone(name)).toBe(is));

test("days are counted across daylight saving changes", () => {
  expect(countDays({ from: "2026-10-31", to: "2026-11-02" })).toBe(3);
  expect(addDays("2026-11-01", 1)).toBe("2026-11-02");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});

test.each([
  ["none", null],
  ["previous", { from: "2028-02-20", to: "2028-02-24" }],
  ["year", { from: "2027-02-25", to: "2027-02-28" }],
] as const)("five days to a leap day are compared by %s with %o", (compare, before) =>
  expect(daysBefore({ from: "2028-02-25", to: "2028-02-29" }, compare)).toEqual(before),
);

test.each([
  [{ from: "2026-11-01", to: "2026-11-02" }, "hour"],
  [{ from: "2026-11-01", to: "2026-11-03" }, "day"],
] as const)("%o is shown by %s", (days, step) => expect(stepOf(days)).toBe(step));
