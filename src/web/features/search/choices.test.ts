import { expect, test } from "vitest";
import { recentGroup, resultGroups, step } from "./choices.ts";

const { choices } = recentGroup(["soca", "steel", "jouvert"]);

test.each([
  ["from nowhere down to the first", undefined, 1, "recent-0"],
  ["from nowhere up to the last", undefined, -1, "recent-2"],
  ["on to the next", "recent-0", 1, "recent-1"],
  ["back to the one before", "recent-2", -1, "recent-1"],
  ["from the last down to the first", "recent-2", 1, "recent-0"],
  ["from the first up to the last", "recent-0", -1, "recent-2"],
  ["from a missing one up to the last", "recent-9", -1, "recent-2"],
] as const)("an arrow key moves %s", (_way, active, by, next) => {
  expect(step(choices, active, by)).toBe(next);
});

test("without choices an arrow key does nothing", () => {
  expect(step([], undefined, 1)).toBeUndefined();
});

test("if there are more events than shown, the list ends with a link to all of them", () => {
  const hit = { id: 1, title: "Soca on the Hudson", path: "/events/1" } as never;
  const found = (total: number) =>
    resultGroups({ q: "so ca", groups: [{ kind: "events", hits: [hit], total }] } as never);
  expect(found(1).flatMap((group) => group.choices.map(({ kind }) => kind))).toEqual(["hit"]);
  expect(found(2).at(-1)!.choices).toEqual([{ id: "all", kind: "all", words: "so ca", path: "/events?q=so+ca" }]);
});
