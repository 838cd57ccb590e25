import { expect, test } from "vitest";
import { moveClock, moveStart, nextSaturday, runDays, stepDay, timesOn } from "./times.ts";

test("a new event is proposed for the next Saturday in the settings' time zone", () => {
  // Friday 11:30 PM in New York is already Saturday in London.
  expect(nextSaturday(Date.parse("2026-11-21T04:30:00Z"), "America/New_York")).toEqual({
    timeZone: "America/New_York",
    startsAt: "2026-11-22T03:00:00.000Z",
    doorsAt: "2026-11-22T02:00:00.000Z",
    endsAt: "2026-11-22T09:00:00.000Z",
  });
  const onSaturday = Date.parse("2026-11-21T18:00:00Z");
  expect(nextSaturday(onSaturday, "America/New_York").startsAt).toBe("2026-11-29T03:00:00.000Z");
  expect(nextSaturday(onSaturday, "Europe/London")).toMatchObject({
    timeZone: "Europe/London",
    startsAt: "2026-11-28T22:00:00.000Z",
  });
});

const times = {
  timeZone: "America/New_York",
  startsAt: "2026-10-24T02:00:00.000Z",
  doorsAt: "2026-10-24T01:00:00.000Z",
  endsAt: "2026-10-24T08:00:00.000Z",
};

test("changing the time zone keeps the local times", () => {
  expect(moveClock(times, "America/Port_of_Spain").startsAt).toBe("2026-10-24T02:00:00.000Z");
  expect(moveClock(times, "Europe/London")).toMatchObject({ startsAt: "2026-10-23T21:00:00.000Z" });
});

test("an event moved across a daylight saving change keeps its local times", () => {
  // From daylight saving time to standard time: 10:00 PM stays 10:00 PM.
  expect(moveStart(times, "2026-11-07T03:00:00.000Z")).toEqual({
    timeZone: "America/New_York",
    startsAt: "2026-11-07T03:00:00.000Z",
    doorsAt: "2026-11-07T02:00:00.000Z",
    endsAt: "2026-11-07T09:00:00.000Z",
  });
});

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
