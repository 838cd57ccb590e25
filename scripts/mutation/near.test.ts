import { expect, test } from "vitest";
import { parts } from "../../tests/mutants/all.ts";
import { nearTestsOf } from "./near.ts";

const tests = ["src/server/modules/shop", "tests/shop", "src/web/features/shop", "tests/components/shop"];

test.each([
  ["a server mutant", { tests }, "src/server/modules/shop/rules.ts", ["src/server/modules/shop", "tests/shop"]],
  ["a rule of the contract", { tests }, "src/contract/slug.ts", ["src/server/modules/shop", "tests/shop"]],
  ["a screen's mutant", { tests }, "src/web/pages/shop-page.tsx", ["src/web/features/shop", "tests/components/shop"]],
  ["a screen whose part names no such tests", { tests: ["tests/shop"] }, "src/web/lib/money.ts", ["tests/shop"]],
  ["a server mutant among screens", { tests: ["src/web/lib"] }, "src/contract/slug.ts", ["src/web/lib"]],
])("%s runs the tests of its side", (_, part, file, expected) => {
  expect(nearTestsOf(part, { file })).toEqual(expected);
});

test("every mutant has near tests", () => {
  const without = parts.flatMap((part) => part.mutants.filter((mutant) => nearTestsOf(part, mutant).length === 0));
  expect(without).toEqual([]);
});
