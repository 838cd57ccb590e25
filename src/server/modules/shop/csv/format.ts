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

/** Text with the apostrophe that keeps spreadsheets from running it as a formula; `readCell` removes it again. */
const writeText = (text: string): string =>
  /^'+/.test(text) && isFormula(text.replace(/^'+/, "")) ? `'${text}` : text;

/** The text of a cell, without the apostrophe that keeps it from being run. */
export const readCell = (cell: string): string => {
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
