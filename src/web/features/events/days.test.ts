import { expect, test } from "vitest";
import { addDays, dayOf } from "#web/lib/dates.ts";
import { addMonths, dayName, monthName, weekendOf, weeksOf } from "./days.ts";

test.each([
  ["2026-11-29T03:00:00.000Z", "America/New_York", "2026-11-28"],
  ["2026-11-01T05:30:00.000Z", "America/New_York", "2026-11-01"],
  ["2026-03-08T07:30:00.000Z", "America/New_York", "2026-03-08"],
  ["2026-12-31T23:30:00.000Z", "Asia/Tokyo", "2027-01-01"],
])("%s in %s is on %s", (instant, zone, day) => {
  expect(dayOf(instant, zone)).toBe(day);
});

test("counting days and months works across month ends, year ends and daylight saving changes", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2026-03-07", 1)).toBe("2026-03-08");
  expect(addDays("2026-11-01", 1)).toBe("2026-11-02");
  expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
  expect(addMonths("2026-12", 1)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
});

test("weeks go from Sunday to Saturday and cover the whole month", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([
    "2026-11-01",
    "2026-11-02",
    "2026-11-03",
    "2026-11-04",
    "2026-11-05",
    "2026-11-06",
    "2026-11-07",
  ]);
  expect(weeksOf("2026-08")[0]![0]).toBe("2026-07-26");
  expect(weeksOf("2026-02").flat()).toHaveLength(28);
  expect(weeksOf("2026-08")).toHaveLength(6);
});

test.each([
  ["2026-11-18", "2026-11-20", "2026-11-22"],
  ["2026-11-20", "2026-11-20", "2026-11-22"],
  ["2026-11-21", "2026-11-21", "2026-11-22"],
  ["2026-11-22", "2026-11-22", "2026-11-22"],
  ["2026-11-23", "2026-11-27", "2026-11-29"],
])("on %s this weekend is %s to %s", (day, from, to) => {
  expect(weekendOf(day)).toEqual({ from, to });
});

test("days and months have names", () => {
  expect(monthName("2026-11")).toBe("November 2026");
  expect(dayName("2026-11-28")).toBe("Saturday, November 28");
});
