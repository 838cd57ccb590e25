import { expect, test } from "vitest";
import type { CartLine } from "#contract/carts.ts";
import { changesOf } from "./cart-callouts.tsx";

const tee: CartLine = {
  kind: "variant",
  itemId: 7,
  title: "Yard Tee",
  name: "M",
  path: "/shop?product=yard-tee",
  picture: { key: "house", alt: "", dominant: "#000000", accent: "#000000", placeholder: null, width: 4, height: 5 },
  event: null,
  heldOrderId: null,
  quantity: 3,
  buyable: 3,
  minQuantity: 1,
  maxQuantity: 6,
  unitCents: 4000,
  wasCents: null,
  totalCents: 12_000,
  problem: null,
  problemText: null,
  isPhysical: true,
};

test.each<[string, Partial<CartLine>, string[]]>([
  ["nothing", {}, []],
  [
    "fewer left",
    { buyable: 2, problem: "fewer", problemText: "Only 2 left." },
    ["Yard Tee, M: only 2 left. We changed your quantity to 2."],
  ],
  [
    "sold out",
    { buyable: 0, problem: "sold_out", problemText: "Sold out." },
    ["Yard Tee, M: sold out. It isn't part of this order."],
  ],
  [
    "a new price",
    { problem: "price", problemText: "Price changed from $35.00 to $40.00." },
    ["Yard Tee, M: price changed from $35.00 to $40.00."],
  ],
])("checkout tells of %s", (_, line, expected) => {
  expect(changesOf({ lines: [{ ...tee, ...line }] })).toEqual(expected);
});
