import { expect, test } from "vitest";
import { mergeEdits } from "./versioned-form.tsx";

const start = { name: "General", price: "45", limit: "8", pools: [1] };

test("changes made by only one of two people are kept, and the other person's are reported", () => {
  const mine = { ...start, price: "50" };
  const theirs = { ...start, limit: "4", pools: [1, 2] };
  expect(mergeEdits(start, mine, theirs)).toEqual({
    form: { name: "General", price: "50", limit: "4", pools: [1, 2] },
    theirEdits: [
      { name: "limit", theirs: "4", isMineToo: false },
      { name: "pools", theirs: [1, 2], isMineToo: false },
    ],
  });
});

test("if both changed a field, mine stays in the form and theirs is reported", () => {
  const { form, theirEdits } = mergeEdits(start, { ...start, price: "50" }, { ...start, price: "55" });
  expect(form.price).toBe("50");
  expect(theirEdits).toEqual([{ name: "price", theirs: "55", isMineToo: true }]);
});

test("the same change by both is not reported", () => {
  const both = { ...start, price: "50" };
  expect(mergeEdits(start, both, { ...both })).toEqual({ form: both, theirEdits: [] });
});
