import { expect, test } from "vitest";
import { nextSort, sortState } from "./columns.ts";

test.each([
  ["up", "other", "name"],
  ["down", "other", "-name"],
  ["up", "name", "-name"],
  ["up", "-name", "name"],
  ["down", "-name", "name"],
] as const)("a column that starts %s, in a list ordered by %s, asks for %s", (sort, current, asked) => {
  expect(nextSort({ id: "name", sort }, current)).toBe(asked);
});

test("a column header shows its sort direction", () => {
  expect([sortState("name", "name"), sortState("name", "-name"), sortState("name", "names")]).toEqual([
    "ascending",
    "descending",
    undefined,
  ]);
});
