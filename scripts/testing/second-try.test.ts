import { expect, test } from "vitest";
import type { Failure } from "./outcome.ts";
import { mayBeTriedAgain, mostTries, tryAgain } from "./second-try.ts";

const failure = (more: Partial<Failure> = {}): Failure => ({
  runner: "vitest",
  file: "tests/orders/comps.test.ts",
  title: "a comp has a reason",
  message: "expected 1 to be 2",
  ...more,
});

test.each<[string, Partial<Failure>]>([
  ["a fault", { file: "tests/faults/late-money.test.ts" }],
  ["an invariant", { file: "tests/invariants/runner.test.ts" }],
  ["a race, by its file", { file: "tests/orders/rush.test.ts" }],
  ["a race, by its title", { title: "twenty gates scan a ticket at once" }],
  ["a negative control", { title: "negative control: without the lock it oversells" }],
  ["an invariant after a journey", { runner: "playwright", message: "What must always hold does not:\n  I-01" }],
])("%s is never retried", async (_, more) => {
  expect(mayBeTriedAgain(failure(more))).toBe(false);
  const again: string[] = [];
  const { failed, unsteady } = await tryAgain([failure(more)], async ({ file }) => again.push(file) > 0);
  expect([failed.length, unsteady.length, again]).toEqual([1, 0, []]);
});

test("any other test that passes alone is flaky, and one that fails again has failed", async () => {
  const tried: (string | undefined)[] = [];
  const { failed, unsteady } = await tryAgain([failure({ title: "a" }), failure({ title: "b" })], async ({ title }) => {
    tried.push(title);
    return title === "a";
  });
  expect(tried).toEqual(["a", "b"]);
  expect([unsteady.map(({ title }) => title), failed.map(({ title }) => title)]).toEqual([["a"], ["b"]]);
});

test("if many tests fail, none is retried", async () => {
  const many = Array.from({ length: mostTries + 1 }, (_, index) => failure({ title: String(index) }));
  const { failed } = await tryAgain(many, () => Promise.reject(new Error("tried again")));
  expect(failed).toEqual(many);
});
