const months = "january february march april may june july august september october november december".split(" ");

/** A number without its spelling: its digits without zeros at the ends, and the power of ten of the first one. */
interface Decimal {
  digits: string;
  power: number;
}

/** Excel keeps this many digits of a number; the rest become zeros. */
const maxDigits = 15;

/** The number that a spreadsheet takes a text for: `00123`, `1E5`, `12.50`. */
function parseDecimal(text: string): Decimal | undefined {
  const found = /^(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (found === null) return undefined;
  const all = found[1]! + found[2]!;
  if (all === "") return undefined;
  const digits = all.replace(/^0+/, "");
  if (digits === "") return { digits: "0", power: 0 };
  const power = found[1]!.length - (all.length - digits.length) - 1 + Number(found[3] ?? 0);
  return { digits: digits.slice(0, maxDigits).replace(/0+$/, "") || "0", power };
}

/** The month and the other number of what a spreadsheet takes for a date: `MAR1`, `3-1`, `1-Mar`, `2026-03-01`. */
function parseDateKey(text: string): string | undefined {
  const lower = text.toLowerCase();
  const named = /^(?:(\d{1,2})[-/ ]?([a-z]{3,9})|([a-z]{3,9})[-/ .]?(\d{1,4}))$/.exec(lower);
  if (named !== null) {
    const month = months.findIndex((name) => name.startsWith((named[2] ?? named[3])!)) + 1;
    return month === 0 ? undefined : `date ${month} ${Number(named[1] ?? named[4]) % 100}`;
  }
  const iso = /^\d{4}-(\d\d)-(\d\d)/.exec(lower);
  const numbers = iso ?? /^(\d{1,2})[-/](\d{1,2})(?:[-/](?:\d\d|\d{4}))?$/.exec(lower);
  if (numbers === null || Number(numbers[1]) > 12 || Number(numbers[2]) > 31) return undefined;
  return `date ${Number(numbers[1])} ${Number(numbers[2])}`;
}

function keyOf(text: string): string | undefined {
  const decimal = parseDecimal(text);
  return decimal === undefined ? parseDateKey(text) : `number ${decimal.digits} ${decimal.power}`;
}

/** A long number as Excel shows it: `1.23457E+11`. Digits after those shown are lost. */
const shortened = /^\d(?:\.\d+)?e\+\d+$/i;

/** True if Excel wrote fewer digits than an SKU had, so that nobody can tell which SKU it was. */
export const isShortened = (sku: string): boolean => shortened.test(sku);

/** Finds SKUs that a spreadsheet could have rewritten into each other. */
export interface LookalikeFinder {
  /** SKUs that aren't the same text but look the same to a spreadsheet. */
  find: (sku: string) => string[];
}

/**
 * Prepares a search among the shop's SKUs. Excel takes digits for numbers (`00123` becomes `123`, `1E5` becomes `100000`,
 * `123456789012` becomes `1.23457E+11`) and months for dates (`MAR1` becomes `1-Mar`).
 */
export function createLookalikeFinder(skus: string[]): LookalikeFinder {
  const byKey = new Map<string, string[]>();
  const long: { sku: string; decimal: Decimal }[] = [];
  for (const sku of skus) {
    const key = keyOf(sku);
    if (key === undefined) continue;
    byKey.set(key, [...(byKey.get(key) ?? []), sku]);
    const decimal = parseDecimal(sku);
    if (decimal !== undefined && decimal.power >= 10) long.push({ sku, decimal });
  }
  return {
    find(sku) {
      const key = keyOf(sku);
      if (key === undefined) return [];
      const found = new Set(byKey.get(key));
      const decimal = parseDecimal(sku);
      if (decimal !== undefined && isShortened(sku)) {
        for (const { sku: other, decimal: whole } of long) if (roundsTo(whole, decimal)) found.add(other);
      } else if (decimal !== undefined && decimal.power >= 10) {
        // The other way round: an earlier import has the shortened one.
        for (const { sku: other, decimal: few } of long) {
          if (isShortened(other) && roundsTo(decimal, few)) found.add(other);
        }
      }
      return [...found].filter((other) => other.toLowerCase() !== sku.toLowerCase());
    },
  };
}

/** True if a long number, shown with as few digits as another, is that other one. */
function roundsTo(whole: Decimal, few: Decimal): boolean {
  if (few.digits.length >= whole.digits.length) return whole.digits === few.digits && whole.power === few.power;
  const rounded = Math.round(
    Number(`${whole.digits.slice(0, few.digits.length)}.${whole.digits.slice(few.digits.length)}`),
  );
  const text = String(rounded);
  const power = whole.power + (text.length - few.digits.length);
  return text.replace(/0+$/, "") === few.digits && power === few.power;
}
