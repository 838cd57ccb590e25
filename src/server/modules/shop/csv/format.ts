import { CsvError, parse } from "csv-parse/sync";
import { isFormula, type CsvCell } from "#server/platform/csv.ts";
import type { ProductRecord, VariantRecord } from "../editing/rules.ts";

/** The columns of a product, in order. */
export const productColumns = [
  "Title",
  "Tagline",
  "Description",
  "Kind",
  "Publication",
  "Tax category",
  "Collections",
  "Position",
  "Option 1 name",
  "Option 2 name",
  "Option 3 name",
] as const;

/** The columns of a product file, in order: the handle, those of a product, then those of its variant. */
export const columns = [
  "Handle",
  ...productColumns,
  "Option 1 value",
  "Option 2 value",
  "Option 3 value",
  "SKU",
  "Price",
  "Compare-at price",
  "Cost",
  "Weight in grams",
  "On hand",
  "Low stock at",
  "Most per order",
  "Most per person",
  "Sales start",
  "Sales end",
  "Ships on",
  "Picture",
  "Parts",
] as const;
export type Column = (typeof columns)[number];

/** One row of a file: its cells by column, as text, and its number as a spreadsheet shows it. */
export interface SheetRow {
  row: number;
  cells: Partial<Record<Column, string>>;
}

/** A file that can't be read at all, with the row to blame. */
export interface Unreadable {
  row: number;
  field: string;
  message: string;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Reads a file whose first row names the columns, in any order; unknown columns are left out, empty rows too. */
export function readSheet(csv: string): SheetRow[] | Unreadable {
  let records: string[][];
  try {
    records = parse(csv, { bom: true, delimiter: delimiterOf(csv), relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Math.max(1, Number(error.lines ?? 1));
    return { row, field: "row", message: "We can't read this line. Check that each quotation mark is closed" };
  }
  const [header = [], ...rows] = records;
  const named = header.map((name) => columns.find((column) => plain(column) === plain(name)));
  for (const needed of ["Handle", "SKU"] as const) {
    if (!named.includes(needed))
      return { row: 1, field: needed, message: `The first row must name the column ${needed}` };
  }
  return rows.flatMap((values, index) => {
    if (values.every((value) => value.trim() === "")) return [];
    const cells = Object.fromEntries(
      named.flatMap((column, at) => (column === undefined ? [] : [[column, readCell(values[at] ?? "")]])),
    );
    return [{ row: index + 2, cells }];
  });
}

const delimiterOf = (csv: string) => {
  const [first = ""] = csv.split(/\r?\n/, 1);
  return [",", ";", "\t"].toSorted((some, other) => first.split(other).length - first.split(some).length)[0]!;
};

/** Text with the apostrophe that keeps spreadsheets from running it as a formula; `readCell` removes it again. */
export const writeText = (text: string): string =>
  /^'+/.test(text) && isFormula(text.replace(/^'+/, "")) ? `'${text}` : text;

const readCell = (cell: string): string => {
  const bare = cell.replace(/^'+/, "");
  return (bare !== cell && isFormula(bare) ? cell.slice(1) : cell).trim();
};

const money = (cents: number | null): number | null => (cents === null ? null : cents / 100);
const instant = (value: Date | string | null): string | null => (value === null ? null : new Date(value).toISOString());

/** The cells of a variant's row. `slugs` are the addresses of collections by id. */
export function toCells(product: ProductRecord, variant: VariantRecord, slugs: Map<number, string>): CsvCell[] {
  const { options } = product;
  const cells: Record<Column, CsvCell> = {
    Handle: product.slug,
    Title: product.title,
    Tagline: product.tagline,
    Description: product.description,
    Kind: product.kind,
    Publication: product.publication,
    "Tax category": product.taxCategory,
    Collections: product.collectionIds.map((id) => slugs.get(id)).join("; "),
    Position: product.position,
    "Option 1 name": options[0]?.name,
    "Option 2 name": options[1]?.name,
    "Option 3 name": options[2]?.name,
    "Option 1 value": variant.options[0],
    "Option 2 value": variant.options[1],
    "Option 3 value": variant.options[2],
    SKU: variant.sku,
    Price: money(variant.priceCents),
    "Compare-at price": money(variant.compareAtCents),
    Cost: money(variant.costCents),
    "Weight in grams": variant.weightGrams,
    "On hand": variant.stock.capacity - variant.stock.sold,
    "Low stock at": variant.lowStockAt,
    "Most per order": variant.maxPerOrder,
    "Most per person": variant.maxPerPerson,
    "Sales start": instant(variant.salesStartAt),
    "Sales end": instant(variant.salesEndAt),
    "Ships on": variant.preorderShipsOn,
    Picture: variant.picture === null ? null : variant.picture + 1,
    Parts: variant.parts.map(({ sku, quantity }) => `${sku} x ${quantity}`).join("; "),
  };
  return columns.map((column) => {
    const cell = cells[column];
    return typeof cell === "string" ? writeText(cell) : cell;
  });
}
