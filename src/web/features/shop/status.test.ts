import { expect, test } from "vitest";
import { dropTime, isGone, productBadge } from "./status.ts";

const offered = { status: "on_sale", left: null, salesStartAt: null, isPreorder: false } as const;

test.each([
  ["simply in stock", {}, undefined],
  ["few left", { left: 2, isPreorder: true }, { label: "2 left", tone: "soon" }],
  ["made to order", { isPreorder: true }, { label: "Pre-order", tone: "gold" }],
  ["in others' carts", { status: "in_carts", left: null }, { label: "All in carts", tone: "soon" }],
  ["sold out, once made to order", { status: "sold_out", isPreorder: true }, { label: "Sold out", tone: "gone" }],
  ["no longer sold", { status: "ended" }, { label: "No longer sold", tone: "gone" }],
  ["announced without a time", { status: "scheduled" }, { label: "Coming soon", tone: "on-poster" }],
  [
    "announced, in the brand's zone",
    { status: "scheduled", salesStartAt: "2026-12-06T00:00:00Z" },
    { label: "Drops Sat, Dec 5, 7:00 PM EST", tone: "on-poster" },
  ],
] as const)("a card's badge of what is %s", (_, change, badge) => {
  expect(productBadge({ ...offered, ...change }, "America/New_York")).toEqual(badge);
});

test("a drop's time has its day and its zone's name, summer time included", () => {
  expect(dropTime("2026-07-04T03:30:00Z", "America/Los_Angeles")).toBe("Fri, Jul 3, 8:30 PM PDT");
});

test("gone is what can't be bought and has no time at which it will be", () => {
  const gone = (["on_sale", "scheduled", "in_carts", "sold_out", "ended"] as const).map((status) => isGone({ status }));
  expect(gone).toEqual([false, false, true, true, true]);
});
