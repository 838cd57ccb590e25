import { isGeneralMessage } from "#contract/field-messages.ts";
import type { Column, SheetRow } from "../csv/format.ts";

/** What is wrong with a cell. */
export interface CellProblem {
  row: number;
  field: string;
  message: string;
  /** True if only this row is wrong: the product's other variants can be imported. */
  isOfVariant?: boolean;
}

/** Reads the cells of one row. */
export type Reader = ReturnType<typeof createReader>;

/**
 * Reads the cells of a row: undefined for a column that the file doesn't have, null for an empty cell. Numbers, amounts
 * and dates are read as people and spreadsheets write them.
 */
export function createReader({ row, cells }: SheetRow, problems: CellProblem[], isOfVariant = false) {
  const object = (field: Column, message: string) =>
    void problems.push({ row, field, message, ...(isOfVariant ? { isOfVariant } : {}) });
  const has = (column: Column) => cells[column] !== undefined;
  const text = (column: Column) => cells[column];
  function read<Value>(
    column: Column,
    toValue: (text: string) => Value | undefined,
    problem: string | ((text: string) => string),
  ) {
    const cell = cells[column];
    if (cell === undefined) return undefined;
    if (cell === "") return null;
    const value = toValue(cell);
    if (value === undefined) object(column, typeof problem === "string" ? problem : problem(cell));
    return value ?? null;
  }
  const whole = (column: Column) => read(column, parseWhole, "Enter a whole number");
  const cents = (column: Column) => read(column, centsOf, centsProblem);
  const date = (column: Column) => read(column, parseDay, dayProblem);
  const time = (column: Column) => read(column, instantOf, "Enter a time in UTC such as 2026-12-05T17:00:00Z");
  return { row, object, has, text, read, whole, cents, date, time };
}

/** A whole number as spreadsheets write it: `12`, `12.0`, `1,200`; below zero too. */
export function parseWhole(text: string): number | undefined {
  const found = /^(-?)(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.0*)?$/.exec(text);
  if (found === null) return undefined;
  const size = Number(found[2]!.replaceAll(",", ""));
  return found[1] === "-" && size > 0 ? -size : size;
}

/**
 * An amount as people and spreadsheets write it, `$1,250.50` or `45.00 USD`, in cents; exact, without floating point. Of
 * a long fraction, as spreadsheets compute it, only what rounds to a cent is an amount.
 */
export function centsOf(text: string): number | undefined {
  const bare = text.replace(/^(?:US\$|USD|\$)\s*|\s*(?:USD|US\$|\$)$/gi, "");
  const found = /^(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}|\d{2}0+))?$/.exec(bare);
  if (found !== null)
    return Number(found[1]!.replaceAll(",", "")) * 100 + Number((found[2] ?? "").slice(0, 2).padEnd(2, "0"));
  if (!/^\d{1,7}\.\d{9,}$/.test(bare)) return undefined;
  const cents = Number(bare) * 100;
  return Math.abs(cents - Math.round(cents)) < 1e-6 ? Math.round(cents) : undefined;
}

/** Names the amount that was probably meant, because a comma can't be told from one between thousands. */
function centsProblem(text: string): string {
  const found = /^\D*(\d+(?:\.\d{3})*),(\d{1,2})\D*$/.exec(text);
  if (found === null) return "Enter an amount such as 45 or 45.00";
  return `Write ${text} as ${found[1]!.replaceAll(".", "")}.${found[2]!.padEnd(2, "0")}`;
}

/** A day as `2026-12-05` or, as Excel writes it in the US, month first: `12/5/2026`. A time at midnight is left out. */
export function parseDay(text: string): string | undefined {
  const bare = text.replace(/[T ]0?0:00(?::00(?:\.0+)?)?Z?$/, "");
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(bare);
  if (found !== null) return formatDay(Number(found[1]), Number(found[2]), Number(found[3]));
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)$/.exec(bare);
  if (american === null) return undefined;
  const [, month, day, year] = american.map(Number) as [number, number, number, number];
  return formatDay(year < 100 ? 2000 + year : year, month, day);
}

/** Undefined for a day that no calendar has. */
function formatDay(year: number, month: number, day: number): string | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return undefined;
  return time.toISOString().slice(0, 10);
}

function dayProblem(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  const meant = day === undefined ? undefined : formatDay(Number(year), Number(month), Number(day));
  if (meant === undefined) return "Enter a date such as 2026-12-05 or 12/5/2026";
  return `Write ${text} with the month first, as ${month}/${day}/${year}, or as ${meant}`;
}

function instantOf(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)$/.test(text)) return undefined;
  const time = Date.parse(text.replace(" ", "T"));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** The columns of the fields of products and variants. */
export const fieldColumns: Record<string, Column> = {
  slug: "Handle",
  title: "Title",
  tagline: "Tagline",
  description: "Description",
  kind: "Kind",
  publication: "Publication",
  fileId: "Publication",
  taxCategory: "Tax category",
  collectionIds: "Collections",
  position: "Position",
  sku: "SKU",
  priceCents: "Price",
  compareAtCents: "Compare-at price",
  costCents: "Cost",
  weightGrams: "Weight in grams",
  onHand: "On hand",
  lowStockAt: "Low stock at",
  maxPerOrder: "Most per order",
  maxPerPerson: "Most per person",
  salesStartAt: "Sales start",
  salesEndAt: "Sales end",
  preorderShipsOn: "Ships on",
  picture: "Picture",
  parts: "Parts",
};

/** The cell to blame for a field of a draft. */
export function toCell(
  { variantRows, firstRow }: { variantRows: (number | undefined)[]; firstRow: number },
  path: string,
  message: string,
): CellProblem {
  const [head = "", index, field = ""] = path.split(".");
  if (head === "variants" && index !== undefined) {
    const row = variantRows[Number(index)];
    const column = field === "options" ? "Option 1 value" : (fieldColumns[field] ?? "SKU");
    // A variant that the file doesn't name is a matter of the product.
    return { row: row ?? firstRow, field: column, message, ...(row === undefined ? {} : { isOfVariant: true }) };
  }
  if (head === "options") {
    const number = (Number(index) + 1) as 1 | 2 | 3;
    return { row: firstRow, field: field === "name" ? `Option ${number} name` : `Option ${number} value`, message };
  }
  return { row: firstRow, field: fieldColumns[head] ?? "SKU", message };
}

const expected: Partial<Record<Column, string>> = {
  Handle: "Use lowercase letters, digits and dashes",
  Title: "Enter a title of 2 to 120 characters",
  Tagline: "Use up to 160 characters",
  Description: "Use up to 5,000 characters",
  Kind: "Enter physical or digital",
  Publication: "Enter draft, active or archived",
  "Tax category": "Enter clothing, general, media or digital",
  Position: "Enter a number from 0 to 100,000",
  SKU: "Enter a SKU of up to 40 letters, digits, dots, dashes or underscores",
  Price: "Enter an amount such as 45 or 45.00",
  "Weight in grams": "Enter a number from 0 to 100,000",
  "On hand": "Enter a number from 0 to 1,000,000",
  "Low stock at": "Enter a number from 0 to 1,000,000",
  "Most per order": "Enter a number from 1 to 100",
  "Most per person": "Enter a number from 1 to 1,000",
  Picture: "Enter a number from 1 to 20",
};

/** A problem of a draft that its schema found, in words that say what to enter. Messages of our own stay. */
export const explain = (problem: CellProblem): CellProblem =>
  isGeneralMessage(problem.message)
    ? { ...problem, message: expected[problem.field as Column] ?? "Enter a value that fits this column" }
    : problem;
