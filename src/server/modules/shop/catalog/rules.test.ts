import { expect, test } from "vitest";
import { bySize, summarize, toldLeft, type Offer } from "./rules.ts";
import { productPatterns, productSearchText } from "./search.ts";

const offer = (more: Partial<Offer>): Offer => ({
  priceCents: 3000,
  compareAtCents: null,
  status: "on_sale",
  available: 9,
  salesStartAt: null,
  preorderShipsOn: null,
  ...more,
});
const soon = "2026-12-01T17:00:00+00:00";
const later = "2026-12-09T17:00:00+00:00";

test.each([
  ["one variant", [offer({})], { status: "on_sale", fromCents: 3000, hasPrices: false, left: null }],
  [
    "two prices",
    [offer({}), offer({ priceCents: 2000, compareAtCents: 2500 })],
    { fromCents: 2000, hasPrices: true, compareAtCents: 2500 },
  ],
  [
    "the cheapest is sold out: the price is of what can be bought",
    [offer({ priceCents: 2000, compareAtCents: 2500, status: "sold_out", available: 0 }), offer({})],
    { status: "on_sale", fromCents: 3000, hasPrices: false, compareAtCents: null },
  ],
  ["few left of all", [offer({ available: 2 }), offer({ available: 3 })], { left: 5 }],
  ["more than few left of all", [offer({ available: 3 }), offer({ available: 3 })], { left: null }],
  [
    "the rest is in carts",
    [offer({ status: "sold_out", available: 0 }), offer({ status: "in_carts", available: 0 })],
    { status: "in_carts", left: null },
  ],
  [
    "a drop opens with its first variant",
    [offer({ status: "scheduled", salesStartAt: later }), offer({ status: "scheduled", salesStartAt: soon })],
    { status: "scheduled", salesStartAt: soon, left: null },
  ],
  [
    "a variant that opened ends the wait",
    [offer({ status: "scheduled", salesStartAt: later }), offer({ salesStartAt: soon })],
    { status: "on_sale", salesStartAt: null },
  ],
  ["everything is sold out", [offer({ status: "sold_out", available: 0 })], { status: "sold_out", fromCents: 3000 }],
  [
    "sold out beats ended",
    [offer({ status: "ended" }), offer({ status: "sold_out", available: 0 })],
    { status: "sold_out" },
  ],
  [
    "all that can be bought is made to order",
    [offer({ preorderShipsOn: "2026-12-20" }), offer({ status: "sold_out", available: 0 })],
    { isPreorder: true },
  ],
  ["some of it is in stock", [offer({ preorderShipsOn: "2026-12-20" }), offer({})], { isPreorder: false }],
  ["no variants", [], { status: "ended", fromCents: 0, isPreorder: false }],
] as [string, Offer[], object][])("a product is offered by its variants: %s", (_, variants, expected) => {
  expect(summarize(variants)).toMatchObject(expected);
});

test.each([
  ["on_sale", 5, 5],
  ["on_sale", 1, 1],
  ["on_sale", 6, null],
  ["on_sale", 0, null],
  ["scheduled", 3, null],
  ["in_carts", 0, null],
] as const)("of a variant that is %s with %i left, %s are told", (status, available, expected) => {
  expect(toldLeft(status, available)).toBe(expected);
});

test("sizes are sorted as people read them", () => {
  const table: [entered: string, sorted: string][] = [
    ["XL,10,M,One size,S,9,2XL,xs", "xs,S,M,XL,2XL,9,10,One size"],
    ["L/XL,S/M", "S/M,L/XL"],
    ["M,S-M,L / XL,S,L", "S,S-M,M,L,L / XL"],
    ["5XL,4XL,XXS,3XL", "XXS,3XL,4XL,5XL"],
    ["10.5,9,10,32x30,30x32", "9,10,10.5,30x32,32x30"],
    ["One-size,Tall,Short,OS,7", "7,Tall,Short,One-size,OS"],
  ];
  for (const [entered, sorted] of table) {
    expect(entered.split(",").toSorted(bySize).join(",")).toBe(sorted);
  }
});

test("title, tagline, collections and colors are searchable, sizes are not", () => {
  const text = productSearchText({
    title: "J'ouvert Tee",
    tagline: "Café-black cotton",
    collections: ["Carnival 2026"],
    options: [
      { name: "Color", values: ["Bone"] },
      { name: "Size", values: ["M", "L"] },
    ],
  });
  expect(text).toBe("jouvert tee cafe black cotton carnival 2026 bone");
  expect(productPatterns("JOUVERT 100%")).toEqual(["%jouvert%", "%100\\%%"]);
});
