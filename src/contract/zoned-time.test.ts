import { expect, test } from "vitest";
import { instantAt, instantsAt, isTimeZone, toLocalTime } from "./zoned-time.ts";

const newYork = "America/New_York";

test.each([
  ["2026-11-28T22:00", newYork, ["2026-11-29T03:00:00.000Z"]],
  ["2026-07-04T22:00", newYork, ["2026-07-05T02:00:00.000Z"]],
  ["2026-07-04T22:00", "America/Port_of_Spain", ["2026-07-05T02:00:00.000Z"]],
  ["2026-01-04T22:00", "Asia/Kolkata", ["2026-01-04T16:30:00.000Z"]],
  ["2026-03-08T02:30", newYork, []],
  ["2026-11-01T01:30", newYork, ["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"]],
  ["2026-11-01T02:00", newYork, ["2026-11-01T07:00:00.000Z"]],
  ["2026-03-29T01:30", "Europe/London", []],
  ["2026-10-25T01:30", "Europe/London", ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]],
  // Half an hour is skipped, not a whole one.
  ["2026-10-04T02:15", "Australia/Lord_Howe", []],
  // A whole day was skipped here.
  ["2011-12-30T12:00", "Pacific/Apia", []],
  ["no time", newYork, []],
])("%s in %s is at %j", (local, zone, instants) => {
  expect(instantsAt(local, zone)).toEqual(instants);
  for (const instant of instants) expect(toLocalTime(instant, zone)).toBe(local);
});

test("an ambiguous time means its first instant, a skipped time moves forward with the clock", () => {
  expect(instantAt("2026-11-01T01:30", newYork)).toBe("2026-11-01T05:30:00.000Z");
  expect(instantAt("2026-11-01T01:30", newYork, true)).toBe("2026-11-01T06:30:00.000Z");
  expect(toLocalTime(instantAt("2026-03-08T02:30", newYork)!, newYork)).toBe("2026-03-08T03:30");
  expect(instantAt("no time", newYork)).toBeUndefined();
});

test.each([
  ["America/New_York", true],
  ["America/Argentina/Buenos_Aires", true],
  ["UTC", true],
  ["Mars/Olympus", false],
  ["+02:00", false],
  ["EST", false],
  ["", false],
  ["America/New_York; drop", false],
])("%s is a time zone: %s", (name, known) => {
  expect(isTimeZone(name)).toBe(known);
});
