import type { Column, SheetRow } from "./format.ts";

/** What is wrong with a cell. */
export interface CellProblem {
  row: number;
  field: string;
  message: string;
}

/** Reads the cells of one row. */
export type Reader = ReturnType<typeof createReader>;

/** Reads the cells of a row: undefined for a column that the file doesn't have, null for an empty cell. */
export function createReader({ row, cells }: SheetRow, problems: CellProblem[]) {
  const object = (field: Column, message: string) => void problems.push({ row, field, message });
  const has = (column: Column) => cells[column] !== undefined;
  const text = (column: Column) => cells[column];
  function read<Value>(column: Column, toValue: (text: string) => Value | undefined, message: string) {
    const cell = cells[column];
    if (cell === undefined) return undefined;
    if (cell === "") return null;
    const value = toValue(cell);
    if (value === undefined) object(column, message);
    return value ?? null;
  }
  const whole = (column: Column) =>
    read(column, (cell) => (/^\d{1,9}$/.test(cell) ? Number(cell) : undefined), "Enter a whole number");
  const cents = (column: Column) => read(column, centsOf, "Enter an amount such as 45 or 45.00");
  const date = (column: Column) =>
    read(column, (cell) => (/^\d{4}-\d\d-\d\d$/.test(cell) ? cell : undefined), "Enter a date such as 2026-12-05");
  const time = (column: Column) => read(column, instantOf, "Enter a time in UTC such as 2026-12-05T17:00:00Z");
  return { row, object, has, text, read, whole, cents, date, time };
}

/** An amount as people type it, "$1,250.50", in cents; exact, without floating point. */
export function centsOf(text: string): number | undefined {
  const found = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(text);
  if (found === null) return undefined;
  return Number(found[1]!.replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

function instantOf(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)$/.test(text)) return undefined;
  const time = Date.parse(text.replace(" ", "T"));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

const fieldColumns: Record<string, Column> = {
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
    const row = variantRows[Number(index)] ?? firstRow;
    return { row, field: field === "options" ? "Option 1 value" : (fieldColumns[field] ?? "SKU"), message };
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
  /^(Invalid|Too) /.test(problem.message)
    ? { ...problem, message: expected[problem.field as Column] ?? "Enter a value that fits this column" }
    : problem;
