import { expect, test } from "vitest";
import { maxReplayed, readPositions, resumeAt, writePositions } from "./positions.ts";

test.each([
  [undefined, {}],
  ["", {}],
  ["chat.12:345", { "chat.12": 345 }],
  ["chat.12:345;stream.12:7", { "chat.12": 345, "stream.12": 7 }],
  ["chat.12:345;nonsense;stream:7;chat.9:-1;chat.8:1e3;chat.7:", { "chat.12": 345 }],
  ["chat.12:9999999999999999", {}],
  ["../x.1:2", {}],
])("the positions %s are read as %o", (text, positions) => {
  expect(readPositions(text)).toEqual(positions);
});

test("positions are read as they were written", () => {
  const positions = { "chat.12": 345, "stream.a-b_c": 0 };
  expect(readPositions(writePositions(Object.entries(positions)))).toEqual(positions);
});

test.each([
  // Someone who missed nothing.
  [9, 1, 9, "start"],
  [0, null, 0, "start"],
  // Everything was deleted, and nothing came since.
  [9, null, 9, "start"],
  // All of what they missed is there.
  [8, 1, 9, "replay"],
  [0, 1, 9, "replay"],
  [4, 5, 9, "replay"],
  // The first of it is gone, or all of it.
  [3, 5, 9, "reset"],
  [0, null, 9, "reset"],
  // The topic has fewer messages than they have read.
  [10, 1, 9, "reset"],
  [1, null, 0, "reset"],
  // The most that is replayed, and one more.
  [100, 1, 100 + maxReplayed, "replay"],
  [100, 1, 101 + maxReplayed, "reset"],
] as const)("someone at %s goes on with a topic of %s to %s by %s", (from, oldest, newest, way) => {
  expect(resumeAt(from, { oldest, newest })).toBe(way);
});
