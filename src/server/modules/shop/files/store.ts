import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, onlyRow, run } from "#server/platform/db/rows.ts";
import type { ProductFile } from "#contract/shop/products.ts";

/** A file that was received and stored. */
export interface NewFile {
  name: string;
  bytes: number;
  type: string;
  storeKey: string;
  staffId: number | null;
}

/** Stores that a file is there. A product names it when it is saved. */
export function insertFile(db: Queryable, file: NewFile): Promise<ProductFile> {
  return onlyRow(db)`
    insert into product_files (name, bytes, type, store_key, uploaded_by)
    values (${file.name}, ${file.bytes}, ${file.type}, ${file.storeKey}, ${file.staffId}) returning id, name, bytes`;
}

/** The file of a product, and its name in the store of private files. */
export interface StoredProductFile {
  name: string;
  bytes: number;
  /** Its media type, by its content. */
  type: string;
  storeKey: string;
}

/** The file that buyers of a digital product download, as it is now; undefined if it has none. */
export function findProductFile(db: Queryable, productId: number): Promise<StoredProductFile | undefined> {
  return firstRow(db)`
    select name, bytes, type, store_key as "storeKey" from product_files where product_id = ${productId}`;
}

/** Files that no product has had for a day: replaced ones, and uploads that nobody saved. */
export function findLeftovers(db: Queryable): Promise<{ id: number; storeKey: string }[]> {
  return allRows(db)`
    select id, store_key as "storeKey" from product_files
    where product_id is null and created_at < clock_now() - interval '1 day' order by id limit 100`;
}

/** Deletes a file that no product has. */
export function deleteLeftover(db: Queryable, id: number): Promise<void> {
  return run(db)`delete from product_files where id = ${id} and product_id is null`;
}

/** Of some names in the store, those that no row has. */
export function findUnknown(db: Queryable, storeKeys: string[]): Promise<string[]> {
  return allValues(db)`
    select key from unnest(${storeKeys}::text[]) as key
    where not exists (select from product_files f where f.store_key = key)`;
}
