import { sql } from "kysely";
import type { Collection } from "#contract/shop/collections.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, firstValue, onlyValue, run } from "#server/platform/db/rows.ts";
import type { SearchedProduct } from "../catalog/search.ts";

const columns = sql`
  c.id, c.version, c.slug, c.name, c.description, c.position,
  (select count(*)::integer from collection_products x where x.collection_id = c.id) as "productCount"`;

/** All collections in order. */
export function findCollections(db: Queryable): Promise<Collection[]> {
  return allRows(db)`select ${columns} from collections c order by c.position, c.id`;
}

export function findCollection(db: Queryable, id: number): Promise<Collection | undefined> {
  return firstRow(db)`select ${columns} from collections c where c.id = ${id}`;
}

export type CollectionDraft = Pick<Collection, "slug" | "name" | "description" | "position">;

/** Another collection that has a slug, if any. */
export function findSlugOwner(db: Queryable, slug: string, exceptId: number): Promise<string | undefined> {
  return firstValue(db)`select name from collections where slug = ${slug} and id <> ${exceptId}`;
}

export function insertCollection(tx: Tx, { slug, name, description, position }: CollectionDraft): Promise<number> {
  return onlyValue(tx, integer)`
    insert into collections (slug, name, description, position)
    values (${slug}, ${name}, ${description}, ${position}) returning id`;
}

/** Stores a collection under its next version. */
export function updateCollection(
  tx: Tx,
  id: number,
  { slug, name, description, position }: CollectionDraft,
): Promise<void> {
  return run(tx)`
    update collections set slug = ${slug}, name = ${name}, description = ${description}, position = ${position},
      version = version + 1 where id = ${id}`;
}

/** Numbers collections in this order; omitted ones follow in the order that they have. */
export function setPositions(tx: Tx, ids: number[]): Promise<void> {
  return run(tx)`
    update collections c set position = n.position, version = c.version + 1
    from (select id, (row_number() over (order by array_position(${ids}::bigint[], id) nulls last, position, id))::integer as position
      from collections) n
    where c.id = n.id and c.position <> n.position`;
}

/** The products of a collection. */
export function findProductIds(db: Queryable, id: number): Promise<number[]> {
  return allValues(db)`select product_id from collection_products where collection_id = ${id}`;
}

/** Deletes a collection; its products stay. */
export function deleteCollection(tx: Tx, id: number): Promise<void> {
  return run(tx)`delete from collections where id = ${id}`;
}

/** What the search of some products covers. */
export function findSearched(db: Queryable, productIds: number[]): Promise<(SearchedProduct & { id: number })[]> {
  return allRows(db)`
    select p.id, p.title, p.tagline, p.options,
      to_json(array(select c.name from collection_products x join collections c on c.id = x.collection_id
        where x.product_id = p.id order by c.position, c.id)) as collections
    from products p where p.id = any(${productIds}::bigint[])`;
}

/** Stores what some products are searched by. */
export function setSearchTexts(tx: Tx, texts: { id: number; text: string }[]): Promise<void> {
  return run(tx)`
    update products p set search_text = r.text
    from json_to_recordset(${JSON.stringify(texts)}::json) as r(id bigint, text text) where p.id = r.id`;
}
