import type { TableRow } from "#server/platform/tables/table.ts";
import { columns, productColumns, type Column } from "../../csv/format.ts";
import { groupBy, normalizeHeading, startReading, type ProductSheet, type ProductsRead } from "./sheet.ts";

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

const patterns = Object.fromEntries(
  columns.map((column) => [
    column,
    { test: (heading: string) => plain(heading) === plain(column) } as unknown as RegExp,
  ]),
) as Record<Column, RegExp>;

/** True for the header of the file that this site exports: columns in any order, at least the handle and the SKU. */
export function isOwnHeader(header: TableRow): boolean {
  const names = new Set(header.cells.map((cell) => plain(normalizeHeading(cell))));
  return names.has("handle") && names.has("sku");
}

/** Reads the file that this site exports. Later rows of a product repeat what belongs to it or leave that empty. */
export function readOwnFile(header: TableRow, rows: TableRow[]): ProductsRead {
  const { read, entries } = startReading("own", [header, rows], patterns);
  const named = entries.filter((entry) => {
    if (entry.cell("Handle") !== "") return true;
    read.leftOut.push({ row: entry.row, field: "Handle", message: "Enter the product's handle" });
    return false;
  });
  for (const [handle, group] of groupBy(named, (entry) => entry.cell("Handle"))) {
    const [first] = group as [(typeof group)[number]];
    const shared = Object.fromEntries(
      productColumns.flatMap((column) => (first.has(column) ? [[column, first.cell(column)]] : [])),
    );
    const product: ProductSheet = {
      handle,
      isHandleCreated: false,
      shared: { row: first.row, cells: shared },
      variants: [],
      otherRows: [],
      pictures: [],
      collections: first.has("Collections")
        ? first
            .cell("Collections")
            .split(/[;,]/)
            .flatMap((part) => (part.trim() === "" ? [] : [{ name: part.trim(), isSuggested: true }]))
        : undefined,
      isOwn: true,
    };
    for (const entry of group) {
      const differing = productColumns.find(
        (column) => entry.cell(column) !== "" && entry.cell(column) !== first.cell(column),
      );
      if (differing !== undefined) {
        const message = `Row ${first.row} of the same product says something else`;
        read.leftOut.push({ row: entry.row, field: differing, message });
        continue;
      }
      const cells = Object.fromEntries(
        columns.flatMap((column) => (entry.has(column) ? [[column, entry.cell(column)]] : [])),
      );
      product.variants.push({ row: entry.row, cells });
    }
    read.products.push(product);
  }
  return read;
}
