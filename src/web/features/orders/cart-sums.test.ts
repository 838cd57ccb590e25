import { expect, test } from "vitest";
import type { Cart, CartLine } from "#contract/cart.ts";
import { changesOf, draftOfCart, sumsOfCart } from "./cart-sums.ts";

const tee: CartLine = {
  kind: "variant",
  itemId: 7,
  title: "Yard Tee",
  name: "M",
  path: "/shop?product=yard-tee",
  picture: { key: "house", alt: "", dominant: "#000000", accent: "#000000", placeholder: null, width: 4, height: 5 },
  quantity: 3,
  buyable: 3,
  minQuantity: 1,
  maxQuantity: 6,
  unitCents: 4000,
  wasCents: null,
  totalCents: 12_000,
  notice: null,
  noticeText: null,
  isPhysical: true,
};
const cartOf = (...lines: Partial<CartLine>[]): Cart => ({
  lines: lines.map((line) => ({ ...tee, ...line })),
  count: 3,
  subtotalCents: 12_000,
  currency: "USD",
  untilFreeShippingCents: null,
});

test.each<[string, Partial<CartLine>, string[]]>([
  ["nothing", {}, []],
  [
    "fewer left",
    { buyable: 2, notice: "fewer", noticeText: "Only 2 left." },
    ["Yard Tee, M: only 2 left. We changed your quantity to 2."],
  ],
  [
    "sold out",
    { buyable: 0, notice: "sold_out", noticeText: "Sold out." },
    ["Yard Tee, M: sold out. It isn't part of this order."],
  ],
  [
    "a new price",
    { notice: "price", noticeText: "Price changed from $35.00 to $40.00." },
    ["Yard Tee, M: price changed from $35.00 to $40.00."],
  ],
])("checkout tells of %s", (_, line, told) => {
  expect(changesOf(cartOf(line))).toEqual(told);
});

test("an order of a cart has what can be bought of it, and no more", () => {
  const cart = cartOf({}, { itemId: 8, buyable: 0, totalCents: 0 }, { itemId: 9, buyable: 1, totalCents: 4000 });
  expect(draftOfCart(cart)).toEqual([
    { kind: "variant", itemId: 7, quantity: 3 },
    { kind: "variant", itemId: 9, quantity: 1 },
  ]);
  expect(sumsOfCart(cart).lines.map(({ quantity, totalCents }) => [quantity, totalCents])).toEqual([
    [3, 12_000],
    [1, 4000],
  ]);
});
