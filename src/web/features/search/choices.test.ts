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

test("if there are more results than shown and a page lists them, the list ends with a link to it", () => {
  const hit = { id: 1, title: "Soca on the Hudson", path: "/events/1" } as never;
  const events = { kind: "events", label: "Events", listPath: "/events?q=so+ca", hits: [hit] };
  const found = (total: number, listPath: string | null = events.listPath) =>
    resultGroups({ q: "so ca", groups: [{ ...events, listPath, total }] });
  expect(found(1).flatMap((group) => group.choices.map(({ kind }) => kind))).toEqual(["hit"]);
  expect(found(2, null).flatMap((group) => group.choices.map(({ kind }) => kind))).toEqual(["hit"]);
  expect(found(2).at(-1)!.choices).toEqual([
    { id: "all-events", kind: "all", text: "All events for “so ca”", path: "/events?q=so+ca" },
  ]);
});
