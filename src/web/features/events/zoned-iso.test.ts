import { expect, test } from "vitest";
import { zonedIso } from "./event-json-ld.tsx";

test.each([
  ["2026-11-29T03:00:00.000Z", "America/New_York", "2026-11-28T22:00:00-05:00"],
  ["2026-07-29T03:00:00.000Z", "America/New_York", "2026-07-28T23:00:00-04:00"],
  ["2026-11-01T05:30:00.000Z", "America/New_York", "2026-11-01T01:30:00-04:00"],
  ["2026-11-01T06:30:00.000Z", "America/New_York", "2026-11-01T01:30:00-05:00"],
  ["2026-03-08T07:00:00.000Z", "America/New_York", "2026-03-08T03:00:00-04:00"],
  ["2026-11-29T04:00:00.000Z", "America/Port_of_Spain", "2026-11-29T00:00:00-04:00"],
  ["2026-11-29T04:00:00.000Z", "America/St_Johns", "2026-11-29T00:30:00-03:30"],
  ["2026-01-05T20:00:00.000Z", "Europe/London", "2026-01-05T20:00:00+00:00"],
  ["2026-01-05T20:00:00.000Z", "UTC", "2026-01-05T20:00:00+00:00"],
])("%s in %s is %s, the same instant", (instant, zone, text) => {
  expect(zonedIso(instant, zone)).toBe(text);
  expect(Date.parse(text)).toBe(Date.parse(instant));
});
