import { describe, expect, test } from "vitest";
import { containedTax, documentNumber, seriesOf, withTax, yearOf } from "./rules.ts";

describe("the tax that a price contains", () => {
  test.each([
    [10_888, 8_875, 888],
    [10_000, 20_000, 1_667],
    [1, 20_000, 0],
    [3, 20_000, 1],
    [0, 8_875, 0],
    [50_000_000, 50_000, 16_666_667],
  ])("%i cents at %i thousandths of a percent contain %i", (cents, rate, tax) => {
    expect(containedTax(cents, rate)).toBe(tax);
  });

  test("is rounded for each line, so that the printed numbers add up", () => {
    const line = { title: "", startsAt: "", timeZone: "", place: "", name: "", quantity: 1, unitCents: 999 };
    const lines = [1, 2, 3].map(() => ({ ...line, totalCents: 999, discountCents: 100 }));
    const { lines: taxed, tax } = withTax(lines, { taxLabel: "VAT", taxRateThousandths: 17_500 });
    expect(taxed.map(({ taxCents }) => taxCents)).toEqual([134, 134, 134]);
    expect(tax).toEqual({ label: "VAT", rateThousandths: 17_500, cents: 402 });
  });

  test("is none if no rate is set", () => {
    expect(withTax([], { taxLabel: "VAT", taxRateThousandths: null }).tax).toBeNull();
  });
});

test.each([
  ["receipt", 42, "R-2026-000042"],
  ["invoice", 1_234_567, "INV-2026-1234567"],
  ["credit_note", 1, "CN-2026-000001"],
] as const)("a %s's number %i reads %s", (kind, number, text) => {
  expect(documentNumber({ kind, year: 2026, number })).toBe(text);
});

test("the year of a number follows the organizer's time zone", () => {
  const lastMinutes = new Date("2027-01-01T04:59:00Z");
  expect(yearOf(lastMinutes, "America/New_York")).toBe(2026);
  expect(yearOf(lastMinutes, "Europe/London")).toBe(2027);
});

test("documents are grouped by kind and year, always in the same order", () => {
  const at = (id: number, kind: "receipt" | "invoice", day: string) => ({ id, kind, dueAt: new Date(day) });
  const documents = [at(1, "receipt", "2026-12-31"), at(2, "invoice", "2027-06-01"), at(3, "receipt", "2027-06-01")];
  const expected = [
    { kind: "invoice", year: 2027, ids: [2] },
    { kind: "receipt", year: 2026, ids: [1] },
    { kind: "receipt", year: 2027, ids: [3] },
  ];
  expect(seriesOf(documents, "UTC")).toEqual(expected);
});
