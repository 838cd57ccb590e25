import { expect, test } from "vitest";
import { noSums, percentOf, pointAt, subjectOf, toCurve, toFigures, toSteps } from "./rules.ts";

test.each([
  [1, 3, 33.3],
  [0, 3, 0],
  [3, 0, null],
  [3, 3, 100],
  [5, 4, null],
])("%i of %i is %s percent", (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent));

test("rates follow from sums, and nothing has none", () => {
  const sums = { ...noSums, visitors: 8, visits: 10, bounces: 4, seconds: 1234, orders: 2 };
  expect(toFigures(sums)).toMatchObject({ bouncePercent: 40, averageSeconds: 123, conversionPercent: 25 });
  expect(toFigures(noSums)).toMatchObject({ bouncePercent: null, averageSeconds: null, conversionPercent: null });
});

test.each([
  [{}, { kind: "visit", subject: "" }],
  [{ path: "/shop" }, { kind: "page_view", subject: "/shop" }],
  [{ eventId: 3 }, { kind: "event_view", subject: "3" }],
  [{ productId: 4 }, { kind: "product_view", subject: "4" }],
  [{ streamId: 5 }, { kind: "stream_view", subject: "5" }],
])("the filter %o counts %o", (filters, subject) => expect(subjectOf(filters)).toEqual(subject));

test("a funnel shows the share of the step before, and what each one at a step was worth", () => {
  const reached = {
    counts: { event_view: 100, ticket_click: 40, checkout: 10, paid: 5 },
    placedCents: 50_000,
    revenueCents: 20_000,
  };
  expect(toSteps("tickets", reached, { ...reached, counts: { event_view: 50 } })).toEqual([
    { step: "event_view", count: 100, countBefore: 50, percent: null, cents: null, centsEach: 200 },
    { step: "ticket_click", count: 40, countBefore: 0, percent: 40, cents: null, centsEach: 500 },
    { step: "checkout", count: 10, countBefore: 0, percent: 25, cents: 50_000, centsEach: 2000 },
    { step: "paid", count: 5, countBefore: 0, percent: 50, cents: 20_000, centsEach: 4000 },
  ]);
});

test("a sales curve adds up from the first sale, and is read at any day", () => {
  const curve = toCurve([
    { daysToGo: 0, tickets: 5, revenueCents: 500 },
    { daysToGo: 30, tickets: 2, revenueCents: 200 },
    { daysToGo: 7, tickets: 3, revenueCents: -50 },
  ]);
  expect(curve.map(({ daysToGo, tickets, revenueCents }) => [daysToGo, tickets, revenueCents])).toEqual([
    [30, 2, 200],
    [7, 5, 150],
    [0, 10, 650],
  ]);
  expect(pointAt(curve, 31)).toEqual({ daysToGo: 31, tickets: 0, revenueCents: 0 });
  expect(pointAt(curve, 10)).toEqual({ daysToGo: 10, tickets: 2, revenueCents: 200 });
  expect(pointAt(curve, 7)).toEqual({ daysToGo: 7, tickets: 5, revenueCents: 150 });
});
