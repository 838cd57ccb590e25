import { expect, test } from "vitest";
import { mayRetry } from "./second-try.ts";

const failure = { file: "tests/comps/comps.test.ts", title: "a comp has a reason", message: "expected 1 to be 2" };

test.each([
  ["a fault", { file: "tests/faults/late-money.test.ts" }],
  ["an invariant", { file: "tests/invariants/runner.test.ts" }],
  ["a race, by its file", { file: "tests/orders/rush.test.ts" }],
  ["a race, by its title", { title: "twenty gates scan a ticket at once" }],
  ["a negative control", { title: "negative control: without the lock it oversells" }],
  ["an invariant after a journey", { message: "Broken invariants:\n  I-01" }],
  ["a property, which draws other values the next time", { message: "Property failed after 10 tests" }],
])("%s gets one try", (_, more) => {
  expect(mayRetry({ ...failure, ...more })).toBe(false);
});

test("any other test gets a second try", () => {
  expect(mayRetry(failure)).toBe(true);
});
