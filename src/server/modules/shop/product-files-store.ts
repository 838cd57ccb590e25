import type { Queryable } from "#server/platform/db/database.ts";
import { allRows } from "#server/platform/db/rows.ts";

/** The file of a digital product. */
export interface SoldFile {
  id: number;
  productId: number;
  /** As it was uploaded: the name under which it is downloaded. */
  name: string;
  bytes: number;
  type: string;
  /** Its name in the store. */
  storeKey: string;
}

/** The files of digital products, by product; leaves out products whose file isn't there yet. */
export async function findProductFiles(db: Queryable, productIds: number[]): Promise<Map<number, SoldFile>> {
  const rows = await allRows(db)<SoldFile>`
    select id, product_id as "productId", name, bytes::float8 as bytes, type, store_key as "storeKey" from product_files
    where product_id = any(${productIds}::bigint[])`;
  return new Map(rows.map((file) => [file.productId, file]));
}
