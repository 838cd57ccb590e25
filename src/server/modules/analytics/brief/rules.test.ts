import { expect, test } from "vitest";
import { changeOf, moversOf, isolated } from "./rules.ts";

test("what moved a number are the largest changes in its direction", () => {
  const parts = [
    { name: "google", value: 30, before: 10 },
    { name: "instagram", value: 100, before: 20 },
    { name: "x", value: 0, before: 50 },
    { name: "flyer", value: 7, before: 0 },
    { name: "email", value: 5, before: 5 },
  ];
  expect(moversOf(parts)).toEqual([
    { name: "instagram", change: 80 },
    { name: "google", change: 20 },
  ]);
  expect(moversOf([{ name: "a", value: 1, before: 2 }])).toEqual([{ name: "a", change: -1 }]);
  expect(moversOf([])).toEqual([]);
});

test.each([
  [10, 10, "the same as the week before"],
  [10, 0, "none the week before"],
  [15, 10, "up 50%"],
  [2, 8, "down 75%"],
  [-2, 8, "down 125%"],
  [5, -3, "more than the week before"],
  [-5, -3, "less than the week before"],
])("%i after %i is %s", (value, before, text) => expect(changeOf({ value, before })).toBe(text));

test("a name from right to left doesn't turn around the number beside it", () => {
  expect(isolated("Moonlight Mas")).toBe("Moonlight Mas");
  expect(isolated("ليلة")).toBe("\u2068ليلة\u2069");
});
