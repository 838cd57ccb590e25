const gramsPerOunce = 28.349523125;

/** A weight as staff type it: pounds and ounces. */
type Weight = { pounds: string; ounces: string };

/** "2 lb 3.3 oz"; "0 lb" for nothing. */
export function formatWeight(grams: number): string {
  const { pounds, ounces } = toWeight(grams);
  const parts = [pounds !== "" && `${pounds} lb`, ounces !== "" && `${ounces} oz`].filter(Boolean);
  return parts.length === 0 ? "0 lb" : parts.join(" ");
}

/** Grams in pounds and tenths of an ounce. Empty text for zero. */
export function toWeight(grams: number): Weight {
  const tenths = Math.round((grams / gramsPerOunce) * 10);
  const pounds = Math.floor(tenths / 160);
  const ounces = (tenths % 160) / 10;
  return { pounds: pounds === 0 ? "" : String(pounds), ounces: ounces === 0 ? "" : String(ounces) };
}

/** Grams as an amount of ounces, to two decimals: no two weights look the same. */
export const writeOunces = (grams: number): string => String(Math.round((grams / gramsPerOunce) * 100) / 100);

/** Ounces as typed, in whole grams. Undefined for nothing, NaN for text that isn't a weight. */
export const gramsOfOunces = (text: string): number | undefined =>
  text.trim() === "" ? undefined : Math.round(Number(text.trim().replace(",", ".")) * gramsPerOunce);

/** Whole grams; NaN for text that isn't a weight. What would be shown the same as `before` stays as it is. */
export function toGrams({ pounds, ounces }: Weight, before?: number | null): number {
  const number = (text: string) => (text.trim() === "" ? 0 : Number(text.trim().replace(",", ".")));
  const grams = Math.round((number(pounds) * 16 + number(ounces)) * gramsPerOunce);
  if (before !== undefined && before !== null && formatWeight(before) === formatWeight(grams)) return before;
  return grams < 0 ? Number.NaN : grams;
}
