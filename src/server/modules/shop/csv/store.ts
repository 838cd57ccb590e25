import { sql } from "kysely";
import type { ProductListQuery } from "#contract/shop/products.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allValues, mapRows } from "#server/platform/db/rows.ts";

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

/** Ids of variants by their SKU in lower case. */
export function findIdsBySku(db: Queryable, skus: string[]): Promise<Map<string, number>> {
  return mapRows(db)`
    select lower(sku), id from variants where lower(sku) = any(${skus}::text[]) and not is_archived`;
}

/** Ids of collections by their address. */
export function findCollectionIds(db: Queryable): Promise<Map<string, number>> {
  return mapRows(db)`select slug, id from collections`;
}
