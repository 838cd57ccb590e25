import { expect, test } from "vitest";
import { isTonight, sortDoorEvents } from "./door-events.ts";

const now = Date.parse("2026-11-28T23:00:00Z");
const event = (name: string, startsAt: string) => ({ name, startsAt });

test("tonight's events come first, then upcoming ones, then past ones with the latest first", () => {
  const events = [
    event("next week", "2026-12-05T23:00:00Z"),
    event("yesterday", "2026-11-27T20:00:00Z"),
    event("tonight, late", "2026-11-29T04:00:00Z"),
    event("tomorrow", "2026-11-30T03:00:00Z"),
    event("two days ago", "2026-11-26T20:00:00Z"),
    event("tonight, running", "2026-11-28T22:00:00Z"),
  ];
  expect(sortDoorEvents(events, now).map(({ name }) => name)).toEqual([
    "tonight, running",
    "tonight, late",
    "tomorrow",
    "next week",
    "yesterday",
    "two days ago",
  ]);
});

test("an event is still tonight's at five in the morning", () => {
  expect(isTonight(event("", "2026-11-29T03:00:00Z"), Date.parse("2026-11-29T10:00:00Z"))).toBe(true);
});
