import { expect, test } from "vitest";
import { runDays, stepDay, timesOn } from "./run-dates.ts";

test.each([
  ["2026-11-27", "weekly", 2, "2026-12-11"],
  ["2026-11-27", "biweekly", 1, "2026-12-11"],
  // The last Friday, though November has four and January five of them.
  ["2026-11-27", "monthly", 2, "2027-01-29"],
  ["2026-11-06", "monthly", 1, "2026-12-04"],
  ["2026-12-31", "monthly", 2, "2027-02-25"],
] as const)("from %s %s, step %i is %s", (day, rhythm, steps, expected) => {
  expect(stepDay(day, rhythm, steps)).toBe(expected);
});

test("a series lists the days after its first", () => {
  expect(runDays("2026-11-27", "weekly", 3)).toEqual(["2026-12-04", "2026-12-11", "2026-12-18"]);
});

test("an event keeps its local times on another day, even across a daylight saving change", () => {
  const event = {
    timeZone: "America/New_York",
    startsAt: "2027-03-13T03:00:00.000Z",
    doorsAt: "2027-03-13T02:00:00.000Z",
    endsAt: "2027-03-13T09:00:00.000Z",
  };
  expect(timesOn(event, "2027-03-19")).toEqual({
    startsAt: "2027-03-20T02:00:00.000Z",
    doorsAt: "2027-03-20T01:00:00.000Z",
    endsAt: "2027-03-20T08:00:00.000Z",
  });
});
