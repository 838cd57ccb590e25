import { expect, test } from "vitest";
import { addUp, folderOf, journeys, judgeBudgets, paceOf, shared } from "./cpu-budgets.ts";

test.each([
  ["tests/orders/rush.test.ts", "tests/orders"],
  ["tests/generated.test.ts", "tests"],
  ["src/web/lib/call.test.ts", "src"],
])("%s counts toward %s", (file, folder) => {
  expect(folderOf(file)).toBe(folder);
});

test("CPU time of files adds up by folder, in turns of the loop, and the rest is shared", () => {
  const notes = [
    { file: "tests/orders/a.test.ts", cpuMs: 300 },
    { file: "tests/orders/b.test.ts", cpuMs: 100 },
    { file: "tests/faults/crash.test.ts", cpuMs: 5000, shares: { name: "tests/faults/crash, a flow", count: 10 } },
  ];
  expect(addUp(notes, 6000, 800, 100)).toEqual({
    "tests/orders": 4,
    "tests/faults/crash, a flow": 5,
    [shared]: 6,
    [journeys]: 8,
  });
});

test("a folder over 1.5 times its budget is reported with its slowest tests, one within it is not", () => {
  const timed = [
    { file: "tests/orders/a.test.ts", title: "quick", ms: 10 },
    { file: "tests/orders/a.test.ts", title: "slow", ms: 9000 },
    { file: "tests/events/a.test.ts", title: "elsewhere", ms: 90_000 },
  ];
  expect(judgeBudgets({ "tests/orders": 300 }, { "tests/orders": 200 }, timed)).toEqual([]);
  const [message, ...others] = judgeBudgets({ "tests/orders": 301 }, { "tests/orders": 200 }, timed);
  expect(others).toEqual([]);
  expect(message).toMatch(/^tests\/orders used 1\.5 times its budget of 200 units/);
  expect(message).toContain("9.0 s tests/orders/a.test.ts › slow");
  expect(message).not.toContain("elsewhere");
});

test("a new folder needs a budget once it costs something", () => {
  expect(judgeBudgets({ "tests/shop": 151 }, {}, [])).toEqual([expect.stringContaining("tests/shop has no budget")]);
  expect(judgeBudgets({ "tests/shop": 150 }, {}, [])).toEqual([]);
});

test.each([
  [{ a: 900, b: 1100, c: 5000, small: 900 }, 1.1],
  [{ a: 2000, b: 2600, c: 4100 }, 2.6],
  [{ small: 900, unknown: 700 }, 1],
])("the pace of a run is what the middle folder used of its budget: %j", (used, pace) => {
  expect(paceOf(used, { a: 1000, b: 1000, c: 1000, small: 150 })).toBe(pace);
});
