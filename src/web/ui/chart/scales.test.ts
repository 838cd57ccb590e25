import { expect, test } from "vitest";
import { axisFormat, daysBetween, dayScale, dayTicks, valueScale } from "./scales.ts";

const daysFrom = (first: string, count: number) => daysBetween(first, "2027-12-31").slice(0, count);

test.each([
  [[0, 0], undefined, ["0", "1", "2", "3", "4"]],
  [[3, 13, 8], undefined, ["0", "5", "10", "15"]],
  [[1400], undefined, ["0", "500", "1K", "1.5K"]],
  [[0], "USD", ["$0", "$1", "$2", "$3", "$4"]],
  [[87_000], "USD", ["$0", "$200", "$400", "$600", "$800", "$1K"]],
  [[1_240_000], "USD", ["$0", "$5K", "$10K", "$15K"]],
])("values up to the highest of %j, in %s, have the grid lines %j", (values, currency, labels) => {
  const scale = valueScale(values, currency);
  const ticks = scale.ticks(4);
  expect(ticks.map(axisFormat(currency))).toEqual(labels);
  // The labels are spread evenly from the bottom to the top.
  expect([scale(ticks[0]!), scale(ticks.at(-1)!)]).toEqual([100, 0]);
});

test.each([
  ["2026-11-14", 7, 5, ["Nov 14", "Nov 16", "Nov 18", "Nov 20"]],
  ["2026-11-14", 7, 15, ["Nov 14", "Nov 15", "Nov 16", "Nov 17", "Nov 18", "Nov 19", "Nov 20"]],
  ["2026-10-22", 30, 5, ["Oct 22", "Oct 29", "Nov 5", "Nov 12", "Nov 19"]],
  ["2026-08-22", 90, 5, ["Sep", "Oct", "Nov"]],
  ["2025-11-21", 365, 5, ["Jan 2026", "Apr", "Jul", "Oct"]],
  ["2026-11-20", 1, 5, ["Nov 20"]],
])("from %s, %i days have at most %i labels: %j", (first, count, max, labels) => {
  expect(dayTicks(daysFrom(first, count), max).map(({ label }) => label)).toEqual(labels);
});

test("every day has a slot of the same width, on the days when clocks change too", () => {
  const days = daysFrom("2026-10-31", 3);
  const scale = dayScale(days);
  const left = days.map((day) => scale(day)! - (scale.step() - scale.bandwidth()) / 2);
  expect(left.map((value) => Math.round(value * 100) / 100)).toEqual([0, 33.33, 66.67]);
});

test("the days from one to another include both, over the ends of months and years", () => {
  expect(daysBetween("2026-12-30", "2027-01-02")).toEqual(["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"]);
  expect(daysBetween("2026-11-20", "2026-11-20")).toEqual(["2026-11-20"]);
});
