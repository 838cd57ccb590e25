import type { TableRow } from "#server/platform/tables/table.ts";
import { isOwnHeader, readOwnFile } from "./own.ts";
import type { ProductsRead } from "./sheet.ts";
import { isShopifyHeader, readShopifyFile } from "./shopify.ts";
import { isSquareHeader, readSquareFile } from "./square.ts";
import { isWooHeader, readWooFile } from "./woocommerce.ts";

/** The header may be below a title, notes or empty rows. */
const maxRowsAboveHeader = 20;

/** Shopify's header comes before ours: its own file has a handle and an SKU too. */
const formats = [
  { isHeader: isShopifyHeader, read: readShopifyFile },
  { isHeader: isWooHeader, read: readWooFile },
  { isHeader: isSquareHeader, read: readSquareFile },
  { isHeader: isOwnHeader, read: readOwnFile },
];

/**
 * Reads the products of a table by the meaning of its columns: our own export, or that of Shopify, WooCommerce or Square.
 *
 * @returns undefined if no row is the header of a product file
 */
export function readProducts(rows: TableRow[]): ProductsRead | undefined {
  for (const [at, row] of rows.slice(0, maxRowsAboveHeader).entries()) {
    const format = formats.find(({ isHeader }) => isHeader(row));
    if (format !== undefined) return format.read(row, rows.slice(at + 1));
  }
  return undefined;
}
