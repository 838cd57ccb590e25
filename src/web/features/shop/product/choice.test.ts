import { expect, test } from "vitest";
import type { Variant } from "#contract/shop/shop.ts";
import { firstPicks, maxOf, offerOf, type Picks, variantOf, withPick } from "./choice.ts";

const variant = (sku: string, options: string[], more: Partial<Variant> = {}) =>
  ({ sku, options, status: "on_sale", left: null, maxPerOrder: 10, ...more }) as Variant;

const options = [
  { name: "Color", values: ["Black", "Bone"] },
  { name: "Size", values: ["M", "L"] },
];
// There is no M in bone.
const tee = {
  options,
  variants: [
    variant("BM", ["Black", "M"], { status: "sold_out" }),
    variant("BL", ["Black", "L"]),
    variant("NL", ["Bone", "L"], { status: "in_carts" }),
  ],
};
const cap = { options: [], variants: [variant("CAP", [])] };
const colors = [{ name: "Color", values: ["Black", "Red"] }];
const caps = { options: colors, variants: [variant("CB", ["Black"], { status: "sold_out" }), variant("CR", ["Red"])] };
const gone = {
  options: colors,
  variants: ["Black", "Red"].map((color) => variant(color, [color], { status: "sold_out" })),
};
const oneSize = { options: [{ name: "Size", values: ["One size"] }], variants: [variant("ONE", ["One size"])] };

test.each([
  ["the variant of the URL, also one that is gone", tee, "BM", ["Black", "M"]],
  ["no size without a URL that names one", tee, null, ["Black", undefined]],
  ["an unknown SKU is ignored", tee, "XX", ["Black", undefined]],
  ["what can be bought, not the first that is sold out", caps, null, ["Red"]],
  ["the first one when nothing can be bought", gone, null, ["Black"]],
  ["the only size there is", oneSize, null, ["One size"]],
  ["a product without options", cap, null, []],
])("a page opens with a choice: %s", (_, product, sku, picks) => {
  expect(firstPicks(product, sku)).toEqual(picks);
});

test.each([
  [tee, ["Black", "L"], "BL"],
  [tee, ["Black", undefined], undefined],
  [tee, ["Bone", "M"], undefined],
  [cap, [], "CAP"],
] as [typeof tee, Picks, string | undefined][])("of %o, %j is the variant %s", (product, picks, sku) => {
  expect(variantOf(product, picks)?.sku).toBe(sku);
});

test.each([
  ["another color keeps the size", ["Black", "L"], 0, "Bone", ["Bone", "L"]],
  ["a color without that size asks for a size again", ["Black", "M"], 0, "Bone", ["Bone", undefined]],
  ["a size without that color asks for a color again", ["Bone", "L"], 1, "M", [undefined, "M"]],
  ["the first size", ["Black", undefined], 1, "M", ["Black", "M"]],
] as [string, Picks, number, string, Picks][])("after a pick, %s", (_, picks, at, value, after) => {
  expect(withPick(tee, picks, at, value)).toEqual(after);
});

test.each([
  [["Black", undefined], 1, "L", "open"],
  [["Black", undefined], 1, "M", "gone"],
  [["Bone", undefined], 1, "L", "gone"],
  [["Bone", undefined], 1, "M", "none"],
  [["Bone", "L"], 0, "Black", "open"],
] as [Picks, number, string, string][])("with %j picked, option %i as %s is %s", (picks, at, value, offer) => {
  expect(offerOf(tee, picks, at, value)).toBe(offer);
});

test("nobody can add more than are left or allowed", () => {
  expect(maxOf(variant("A", [], { left: 2 }))).toBe(2);
  expect(maxOf(variant("A", [], { maxPerOrder: 3 }))).toBe(3);
  expect(maxOf(variant("A", [], { left: 0 }))).toBe(1);
});
