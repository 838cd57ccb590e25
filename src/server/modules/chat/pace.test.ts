import { expect, test } from "vitest";
import { Pace } from "./pace.ts";

/** At which of these seconds someone may do something, at most three times in a row and then once in two seconds. */
function allowed(seconds: number[]): boolean[] {
  let now = 0;
  const pace = new Pace({ burst: 3, perSecond: 0.5 }, () => now);
  return seconds.map((second) => {
    now = second * 1000;
    try {
      pace.spend(1);
      return true;
    } catch {
      return false;
    }
  });
}

test.each([
  ["a few in a row", [0, 0, 0, 0], [true, true, true, false]],
  ["one more after a pause", [0, 0, 0, 1.9, 2, 2], [true, true, true, false, true, false]],
  [
    "a full bucket after a longer one, and no more than that",
    [0, 0, 0, 600, 600, 600, 600],
    [true, true, true, true, true, true, false],
  ],
  ["a steady pace for ever", [0, 2, 4, 6, 8, 10], [true, true, true, true, true, true]],
  [
    "attempts that are refused cost nothing",
    [0, 0, 0, 1, 1, 1, 1, 2],
    [true, true, true, false, false, false, false, true],
  ],
])("%s", (_, seconds, expected) => expect(allowed(seconds)).toEqual(expected));

test("each person has a bucket, and a refusal says how long to wait", () => {
  let now = 0;
  const pace = new Pace({ burst: 1, perSecond: 0.1 }, () => now);
  pace.spend(1);
  pace.spend(2);
  now = 2500;
  expect(() => pace.spend(1)).toThrow(
    expect.objectContaining({ code: "too_many_requests", retryAfterSeconds: 8 }) as Error,
  );
});

test("people who have paused are forgotten, those who flood aren't", () => {
  let now = 0;
  const pace = new Pace({ burst: 1, perSecond: 1 }, () => now);
  for (let person = 1; person <= 10_000; person++) pace.spend(person);
  now = 500;
  pace.spend(10_001);
  expect(() => pace.spend(1)).toThrow("Too many");
  now = 1000;
  pace.spend(1);
  expect(() => pace.spend(10_001)).toThrow("Too many");
});
