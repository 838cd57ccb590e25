import { expect, test } from "vitest";
import { paths } from "#web/lib/paths.ts";
import { countFilters, priceRanges, rangeName, readShopFilter, toggled } from "./shop-filter.ts";

test.each([
  ["?size=M,L&color=Black&minCents=2500&maxCents=4999&inStock=true&sort=-price&page=3&q=tee&collection=road", true],
  ["", true],
  ["?page=1", false],
  ["?minCents=-5&maxCents=1e9&inStock=yes&sort=best&page=0x2", false],
] as const)("the URL %s is read, and only what makes sense stays in it: %s", (query, isKept) => {
  const address = paths.shop(readShopFilter(new URLSearchParams(query)));
  const sorted = (text: string) => [...new URLSearchParams(text)].toSorted().toString();
  expect(sorted(address.slice("/shop".length))).toBe(isKept ? sorted(query) : "");
});

test("a value is added to a filter and taken out again", () => {
  expect(toggled(undefined, "M")).toBe("M");
  expect(toggled("M", "L")).toBe("M,L");
  expect(toggled("M,L", "M")).toBe("L");
  expect(toggled("L", "L")).toBeUndefined();
});

test("filters are counted by value, and a price range once", () => {
  expect(countFilters({ size: "M,L", minCents: 1, maxCents: 2, inStock: "true", q: "tee", collection: "road" })).toBe(
    4,
  );
});

test.each([
  [null, []],
  [{ minCents: 3000, maxCents: 4500 }, []],
  [{ minCents: 1200, maxCents: 3500 }, ["Under $25", "$25 to $50"]],
  [{ minCents: 3000, maxCents: 30_000 }, ["$25 to $50", "$50 to $100", "$100 to $200", "$200 and up"]],
])("prices %j have the ranges %j", (prices, names) => {
  expect(priceRanges(prices).map(rangeName)).toEqual(names);
});

test("a range that somebody typed is named by its own ends", () => {
  expect(rangeName({ minCents: 1250, maxCents: 3000 })).toBe("$12.50 to $30");
});
