import { expect, test } from "vitest";
import { countDown } from "./ticket-type-row.tsx";

const now = Date.parse("2026-11-28T12:00:00.000Z");

test.each([
  ["2026-11-28T12:00:40.000Z", "less than a minute"],
  ["2026-11-28T12:12:30.000Z", "12 min"],
  ["2026-11-28T15:20:00.000Z", "3 hr 20 min"],
  ["2026-11-28T15:00:00.000Z", "3 hr"],
  ["2026-11-29T15:20:00.000Z", "27 hr"],
  ["2026-12-05T15:20:00.000Z", undefined],
  ["2026-11-28T12:00:00.000Z", undefined],
])("until %s it is %s", (until, words) => {
  expect(countDown(until, now)).toBe(words);
});
