import { expect, test } from "vitest";
import { flows } from "../../tests/faults/crash/flows/all.ts";
import { describeParts, listParts } from "./parts.ts";

test("every file of flows is a part, and no name is there twice", () => {
  const names = listParts().map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("crash-")).toSorted()).toEqual(
    [...new Set(flows.map(({ file }) => `crash-${file}`))].toSorted(),
  );
  expect(new Set(names).size).toBe(names.length);
});

test("a part is green only for the tree that it passed on", () => {
  const parts = [{ name: "trading" }, { name: "pooler" }, { name: "realtime" }];
  const runs = { trading: { minutes: 31.25, green: "this tree" }, pooler: { minutes: 4, green: "an earlier one" } };
  expect(describeParts(parts, runs, "this tree")).toEqual([
    "trading   green      31.3 minutes",
    "pooler    not green  4.0 minutes",
    "realtime  not green  never run here",
    "1 of 3 parts are green for this tree.",
  ]);
});
