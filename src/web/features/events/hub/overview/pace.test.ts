import { expect, test } from "vitest";
import { nextSteps } from "./next-steps.ts";
import { paceOf, usualShare } from "./sales-pace.tsx";

const day = (name: string, tickets: number) => ({ day: name, orders: 1, tickets, cents: 0 });
const sold = (soldByThen: number, capacity: number) => ({
  id: 1,
  title: "Before",
  startsAt: "2026-01-01T00:00:00.000Z",
  timeZone: "UTC",
  sold: soldByThen,
  soldByThen,
  capacity,
});

test("the pace adds up day by day, up to today", () => {
  const pace = paceOf([day("2026-11-01", 2), day("2026-11-03", 3)], "2026-11-04");
  expect(pace.map(({ total }) => total)).toEqual([2, 2, 5, 5]);
  expect(paceOf([], "2026-11-04")).toEqual([]);
  // The event's own day can be ahead of the viewer's.
  expect(paceOf([day("2026-11-05", 1)], "2026-11-04").map(({ total }) => total)).toEqual([1]);
});

test.each([
  [[], undefined],
  [[sold(5, 10)], 0.5],
  [[sold(9, 10), sold(1, 10), sold(4, 10)], 0.4],
  [[sold(1, 10), sold(9, 10)], 0.1],
  [[sold(3, 0)], undefined],
])("of some earlier events, the middle one is usual", (earlier, usual) => {
  expect(usualShare(earlier)).toBe(usual);
});

const known = {
  id: 1,
  visibility: "published",
  status: "on",
  isOver: false,
  sold: 0,
  comps: 0,
  capacity: 10,
  publishAt: null,
  isIncomplete: false,
  isSoon: false,
} as const;

test.each([
  ["canceled", { status: "canceled" }, "Refund ticket holders"],
  ["postponed", { status: "postponed" }, "Set the new date"],
  ["over", { isOver: true }, "See who came"],
  ["a complete draft", { visibility: "draft" }, "Publish the event"],
  ["an incomplete draft", { visibility: "draft", isIncomplete: true }, undefined],
  ["published without tickets", { capacity: 0 }, "Add tickets"],
  ["published and about to start", { isSoon: true }, "Get ready for check-in"],
  ["published", {}, "Share the link"],
] as const)("the first step for an event that is %s", (_name, more, first) => {
  expect(nextSteps({ ...known, ...more })[0]?.text).toBe(first);
});
