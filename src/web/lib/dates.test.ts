import { describe, expect, test } from "vitest";
import { dateParts, formatLongDate, formatRelative, formatTime } from "./dates.ts";

const newYork = "America/New_York";

test.each([
  ["2026-11-29T03:00:00Z", newYork, "November 28, 2026 at 10:00 PM EST"],
  ["2026-07-04T23:30:00Z", newYork, "July 4, 2026 at 07:30 PM EDT"],
  ["2026-11-29T04:00:00Z", "America/Chicago", "November 28, 2026 at 10:00 PM CST"],
  ["2026-11-01T05:30:00Z", newYork, "November 1, 2026 at 01:30 AM EDT"],
  ["2026-11-01T06:30:00Z", newYork, "November 1, 2026 at 01:30 AM EST"],
])("%s in %s is %s", (instant, zone, text) => {
  expect(formatLongDate(instant, zone)).toBe(text);
});

test("no special spaces: server and browser print the same characters", () => {
  expect(formatTime("2026-11-29T03:00:00Z", newYork)).toBe("10:00 PM");
});

test("the parts for large type are the day in the event's time zone", () => {
  expect(dateParts("2026-11-29T03:00:00Z", newYork)).toEqual({ weekday: "Sat", day: "28", month: "Nov", year: "2026" });
});

describe("relative time", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const day = 24 * hour;
  test.each([
    [0, "just now"],
    [1 * second, "1 second ago"],
    [59 * second, "59 seconds ago"],
    [60 * second, "1 minute ago"],
    [59 * minute, "59 minutes ago"],
    [60 * minute, "1 hour ago"],
    [23 * hour, "23 hours ago"],
    [24 * hour, "1 day ago"],
    [7 * day, "7 days ago"],
    [7 * day + second, "Nov 13, 2026"],
    [-5 * second, "just now"],
  ])("%i ms ago is %s", (age, text) => {
    expect(formatRelative(now - age, now, newYork)).toBe(text);
  });
});
