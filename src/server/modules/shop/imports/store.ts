import { sql } from "kysely";
import type { ProductListQuery } from "#contract/shop/products.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, mapRows, onlyRow, run } from "#server/platform/db/rows.ts";
import type { Table } from "#server/platform/tables/table.ts";
import type { KnownVariant } from "./resolve-skus.ts";

/** Ids of products after one, in order. */
export function findIdsAfter(
  db: Queryable,
  after: number,
  show: ProductListQuery["show"],
  max: number,
): Promise<number[]> {
  const shown = {
    all: sql`true`,
    low: sql`true`,
    active: sql`publication = 'active'`,
    draft: sql`publication = 'draft'`,
    archived: sql`publication = 'archived'`,
  }[show];
  return allValues(db)`select id from products where id > ${after} and ${shown} order by id limit ${max}`;
}

/** Ids of products by their address. */
export function findIdsBySlug(db: Queryable, slugs: string[]): Promise<Map<string, number>> {
  return mapRows(db)`select slug, id from products where slug = any(${slugs}::text[])`;
}

/** Ids of products by an address that they left. */
export function findIdsByFormerSlug(db: Queryable, slugs: string[]): Promise<Map<string, number>> {
  return mapRows(db)`select slug, product_id from product_slugs where slug = any(${slugs}::text[])`;
}

/** All variants that aren't archived. */
export function findAllVariants(db: Queryable): Promise<KnownVariant[]> {
  return allRows(db)`
    select v.id, v.product_id as "productId", v.sku, p.title, v.options
    from variants v join products p on p.id = v.product_id where not v.is_archived order by v.id`;
}

/** Ids of variants by their SKU in lower case. */
export function findIdsBySku(db: Queryable, skus: string[]): Promise<Map<string, number>> {
  return mapRows(db)`
    select lower(sku), id from variants where lower(sku) = any(${skus}::text[]) and not is_archived`;
}

export function findCollections(db: Queryable): Promise<{ id: number; slug: string; name: string }[]> {
  return allRows(db)`select id, slug, name from collections order by id`;
}

/** What was read of a file: its rows, and lines that aren't among them. */
export type StoredTable = Pick<Table, "rows" | "unread">;

/** A product file as stored; its table is null once it is imported. */
export interface StoredImport {
  id: number;
  fileName: string;
  table: StoredTable | null;
  createdAt: Date;
  importedAt: Date | null;
}

const columns = sql`
  id, file_name as "fileName", read_table as "table", created_at as "createdAt", imported_at as "importedAt"`;

export function insertImport(
  db: Queryable,
  { fileName, table, staffId }: { fileName: string; table: StoredTable; staffId: number },
): Promise<StoredImport> {
  return onlyRow(db)`
    insert into product_imports (file_name, read_table, created_by)
    values (${fileName}, ${JSON.stringify(table)}::jsonb, ${staffId}) returning ${columns}`;
}

export function findImport(db: Queryable, id: number): Promise<StoredImport | undefined> {
  return firstRow(db)`select ${columns} from product_imports where id = ${id}`;
}

/** Locks a file, so that of two who import it at once only the first does. */
export function lockImport(tx: Tx, id: number): Promise<StoredImport | undefined> {
  return firstRow(tx)`select ${columns} from product_imports where id = ${id} for update`;
}

export function markImported(tx: Tx, id: number): Promise<void> {
  return run(tx)`update product_imports set imported_at = clock_now(), read_table = null where id = ${id}`;
}

/** Deletes files that nobody imported within a day. */
export function deleteForgotten(db: Queryable): Promise<void> {
  return run(db)`
    delete from product_imports where imported_at is null and created_at < clock_now() - interval '1 day'`;
}
