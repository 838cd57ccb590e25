import { expect, test } from "vitest";
import { bitRateText, lengthText, signalText } from "./labels.ts";

test.each([
  [null, "No video yet"],
  [1.9, "1 s ago"],
  [65, "1 min ago"],
  [4000, "Over an hour ago"],
])("a segment %s seconds ago reads %s", (seconds, text) => {
  expect(signalText(seconds)).toBe(text);
});

test.each([
  [12, "12 s"],
  [60, "1 min"],
  [4330, "1 h 12 min"],
])("%d seconds of video read %s", (seconds, text) => {
  expect(lengthText(seconds)).toBe(text);
});

test.each([
  [null, "None"],
  [2_440_000, "2.4 Mbps"],
])("%s bits per second read %s", (bits, text) => {
  expect(bitRateText(bits)).toBe(text);
});
