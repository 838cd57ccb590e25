import { expect, test } from "vitest";
import { isTonight, orderNights } from "./nights.ts";

const now = Date.parse("2026-11-28T23:00:00Z");
const night = (name: string, startsAt: string) => ({ name, startsAt });

test("tonight comes first, then what is to come, then what is over with the latest first", () => {
  const nights = [
    night("next week", "2026-12-05T23:00:00Z"),
    night("yesterday", "2026-11-27T20:00:00Z"),
    night("tonight, late", "2026-11-29T04:00:00Z"),
    night("tomorrow", "2026-11-30T03:00:00Z"),
    night("two days ago", "2026-11-26T20:00:00Z"),
    night("tonight, running", "2026-11-28T22:00:00Z"),
  ];
  expect(orderNights(nights, now).map(({ name }) => name)).toEqual([
    "tonight, running",
    "tonight, late",
    "tomorrow",
    "next week",
    "yesterday",
    "two days ago",
  ]);
});

test("a night is still tonight at five in the morning", () => {
  expect(isTonight(night("", "2026-11-29T03:00:00Z"), Date.parse("2026-11-29T10:00:00Z"))).toBe(true);
});
