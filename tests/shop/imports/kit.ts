import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { readProducts } from "#server/modules/shop/imports/service.ts";
import type { TableRow } from "#server/platform/tables/table.ts";
import type { Client } from "#testing/site.ts";

/** The bytes of a file beside these tests. */
export const fileOf = (name: string): Buffer => readFileSync(new URL(`files/${name}`, import.meta.url));

/** A text as rows of a table. */
export const rowsOf = (text: string): TableRow[] =>
  parse(text, { bom: true, relax_column_count: true }).map((cells, at) => ({ line: at + 1, cells }));

/** A text as products, before they are compared with a shop. */
export const readText = (text: string) => readProducts(rowsOf(text))!;

/** Uploads a product file; the reply is its preview. */
export const upload = (admin: Client, file: string | Buffer, name = "products.csv") =>
  admin.call("POST", `/api/admin/product-imports?fileName=${name}`, Buffer.from(file), {
    "content-type": "application/octet-stream",
  });

/** Imports an uploaded file. */
export const apply = (admin: Client, id: number, decisions: object = {}) =>
  admin.post(`/api/admin/product-imports/${id}/apply`, decisions);
