import type { TableRow } from "#server/platform/tables/table.ts";
import { readCell, type Column, type SheetRow } from "../../csv/format.ts";

/** Where a product file comes from; `own` is the file that this site exports. */
type FormatName = "own" | "shopify" | "woocommerce" | "square";

/** A variant as a file has it, in the columns of our own format. */
export interface VariantSheet extends SheetRow {
  /** The address of its own picture. */
  pictureUrl?: string;
}

/** A product as a file has it, whatever the format: the shape that every format is read into. */
export interface ProductSheet {
  handle: string;
  /** True if the file has no handles, so that an existing product is found by its SKUs first. */
  isHandleCreated: boolean;
  /** What belongs to the product, in the columns of our own format. Columns that the file lacks are left out. */
  shared: SheetRow;
  variants: VariantSheet[];
  /** Rows of the product that have no variant. */
  otherRows: number[];
  pictures: PictureSheet[];
  /** Collections that the file names; undefined if it has no column for them. */
  collections?: CollectionSheet[] | undefined;
  /** True for our own format: its file decides everything that it has a column for, and nothing in it is adapted. */
  isOwn: boolean;
}

/** The address of a product's picture. */
interface PictureSheet {
  row: number;
  url: string;
  alt: string;
}

/** A collection that a product should be in; tags are not suggested as new collections. */
export interface CollectionSheet {
  name: string;
  isSuggested: boolean;
}

/** Something to say about rows of a file. */
export interface Remark {
  row: number;
  /** The column's own heading in the file. */
  field: string;
  message: string;
}

/** A file as it was read, before it is compared with the shop. */
export interface ProductsRead {
  format: FormatName;
  products: ProductSheet[];
  /** Rows that can't be imported, and why. */
  leftOut: Remark[];
  /** What was read differently from how it is in the file. */
  remarks: Remark[];
  /** Headings of columns that aren't read. */
  unreadColumns: string[];
  /** The file's headings by the columns of our own format. */
  headings: Record<string, string>;
}

/** A row with its cells by the name of their field. */
export interface Entry<Field extends string> {
  row: number;
  /** True if the file has a column for it. */
  has: (field: Field) => boolean;
  /** The cell as trimmed text; empty if the file has no such column. */
  cell: (field: Field) => string;
  /** The cells of all columns that match, in the order of the file. */
  cells: (field: Field) => string[];
}

/** A heading as the patterns of fields match it: lowercase, with single spaces. */
export const normalizeHeading = (heading: string): string =>
  heading
    .normalize("NFC")
    .replace(/[\u200b-\u200f\u2060-\u2069\ufeff]/g, "")
    .replace(/[\s\u00a0_]+/g, " ")
    .trim()
    .toLowerCase();

/**
 * Starts reading a file whose header was found: names the cells of the rows below it. Of two columns with the same
 * heading, the first is read.
 *
 * @param headings the fields behind the columns of our own format
 */
export function startReading<Field extends string>(
  format: FormatName,
  [header, rows]: [header: TableRow, rows: TableRow[]],
  patterns: Record<Field, RegExp>,
  headings: [Column, Field][] = [],
) {
  const seen = new Set<string>();
  const places = new Map<Field, number[]>();
  const unreadColumns: string[] = [];
  header.cells.forEach((heading, at) => {
    const name = normalizeHeading(heading);
    if (name === "") return;
    const field = (Object.keys(patterns) as Field[]).find((candidate) => patterns[candidate].test(name));
    if (field === undefined || seen.has(name)) unreadColumns.push(heading.trim());
    else places.set(field, [...(places.get(field) ?? []), at]);
    seen.add(name);
  });
  const entries = rows.flatMap(({ line, cells }) => {
    if (cells.every((cell) => cell.trim() === "")) return [];
    const textAt = (at: number) => readCell(cells[at] ?? "");
    return {
      row: line,
      has: (field: Field) => places.has(field),
      cell: (field: Field) => (places.get(field) ?? []).map(textAt).find((text) => text !== "") ?? "",
      cells: (field: Field) => (places.get(field) ?? []).map(textAt),
    };
  });
  const heading = (field: Field) => header.cells[places.get(field)?.[0] ?? -1]?.trim();
  const known = headings.flatMap(([column, field]) => {
    const name = heading(field);
    return name === undefined ? [] : [[column, name]];
  });
  const read: ProductsRead = {
    format,
    products: [],
    leftOut: [],
    remarks: [],
    unreadColumns,
    headings: Object.fromEntries(known),
  };
  return { read, entries, heading };
}

/** Groups entries by a key, in the order in which the keys first appear. */
export function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** True for a cell that says yes: `TRUE`, `1`, `yes`, `Y`; false for one that says no; undefined for any other. */
export function parseYesNo(text: string): boolean | undefined {
  if (/^(true|1(\.0)?|yes|y|enabled)$/i.test(text)) return true;
  return /^(false|0(\.0)?|-1|no|n|disabled)$/i.test(text) ? false : undefined;
}
