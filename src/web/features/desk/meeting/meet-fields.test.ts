import { expect, test } from "vitest";
import { meetFields } from "./meet-fields.ts";

const start = { name: "General", price: "45", limit: "8", pools: [1] };

test("what only one of two changed is kept, and their changes are told", () => {
  const mine = { ...start, price: "50" };
  const theirs = { ...start, limit: "4", pools: [1, 2] };
  expect(meetFields(start, mine, theirs)).toEqual({
    form: { name: "General", price: "50", limit: "4", pools: [1, 2] },
    met: [
      { name: "limit", theirs: "4", isMineToo: false },
      { name: "pools", theirs: [1, 2], isMineToo: false },
    ],
  });
});

test("what both changed stays mine in the form, and theirs is told", () => {
  const { form, met } = meetFields(start, { ...start, price: "50" }, { ...start, price: "55" });
  expect(form.price).toBe("50");
  expect(met).toEqual([{ name: "price", theirs: "55", isMineToo: true }]);
});

test("the same change twice is nothing to tell", () => {
  const both = { ...start, price: "50" };
  expect(meetFields(start, both, { ...both })).toEqual({ form: both, met: [] });
});
