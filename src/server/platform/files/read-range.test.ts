import { expect, test } from "vitest";
import { readRange } from "./folder-store.ts";

test.each([
  [undefined, undefined],
  ["bytes=0-", { first: 0, last: 99 }],
  ["bytes=10-19", { first: 10, last: 19 }],
  ["bytes=90-500", { first: 90, last: 99 }],
  ["bytes=-5", { first: 95, last: 99 }],
  ["bytes=-500", { first: 0, last: 99 }],
  ["bytes=-0", "outside"],
  ["bytes=100-", "outside"],
  // Not a range, or several: the whole file is sent.
  ["bytes=20-10", undefined],
  ["bytes=0-1,5-6", undefined],
  ["bytes=-", undefined],
  ["lines=0-1", undefined],
])("the range %s of a hundred bytes", (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test("an empty file has no range", () => {
  expect(readRange("bytes=0-", 0)).toBe("outside");
});
