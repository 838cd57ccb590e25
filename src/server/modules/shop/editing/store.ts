import { sql } from "kysely";
import { eventsTables } from "#server/modules/events/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, onlyRow, run } from "#server/platform/db/rows.ts";
import type { ProductDraft, ProductRecord } from "./rules.ts";
import type { Surroundings } from "./together-rules.ts";

/** Columns of a variant `v` with its stock `s`, as JSON. */
const variantJson = sql`
  json_build_object('id', v.id, 'stockId', v.stock_id, 'options', v.options, 'sku', v.sku, 'priceCents', v.price_cents,
    'compareAtCents', v.compare_at_cents, 'costCents', v.cost_cents, 'weightGrams', v.weight_grams,
    'lowStockAt', v.low_stock_at, 'maxPerOrder', v.max_per_order, 'maxPerPerson', v.max_per_person,
    'salesStartAt', v.sales_start_at, 'salesEndAt', v.sales_end_at, 'preorderShipsOn', v.preorder_ships_on,
    'picture', v.picture, 'stock', json_build_object('capacity', s.capacity, 'sold', s.sold, 'held', s.held),
    'isLow', coalesce(s.capacity - s.sold <= v.low_stock_at, false),
    'hasOrders', exists (select from variant_lines l where l.variant_id = v.id),
    'parts', (select coalesce(json_agg(json_build_object('variantId', w.id, 'title', t.title, 'sku', w.sku,
        'options', w.options, 'quantity', b.quantity) order by w.id), '[]')
      from variant_parts b join variants w on w.id = b.part_id join products t on t.id = w.product_id
      where b.variant_id = v.id))`;

/** Products with everything that their editor shows, by id; unknown ids are left out. One statement. */
export async function findRecords(db: Queryable, ids: number[]): Promise<Map<number, ProductRecord>> {
  const rows = await allRows(db)<ProductRecord>`
    select p.id, p.version, p.title, p.slug, p.tagline, p.description, p.kind, p.publication, p.tax_category as "taxCategory",
      p.options, p.size_guide as "sizeGuide", p.currency, p.position,
      (select coalesce(json_agg(${variantJson} order by v.position, v.id), '[]')
        from variants v join ${inventoryTables.stock} s on s.id = v.stock_id
        where v.product_id = p.id and not v.is_archived) as variants,
      to_json(array(select picture_id from product_pictures where product_id = p.id order by position)) as "pictureIds",
      to_json(array(select c.id from collection_products x join collections c on c.id = x.collection_id
        where x.product_id = p.id order by c.position, c.id)) as "collectionIds",
      to_json(array(select event_id from product_events where product_id = p.id order by event_id)) as "eventIds",
      (select json_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes) from product_files f
        where f.product_id = p.id) as file
    from products p where p.id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Blocks every other save of products and collections until the transaction ends, so that no two get the same slug or
 * SKU and no bundle gets a bundle in it. Sales don't wait for it.
 */
export function lockEditing(tx: Tx): Promise<void> {
  return run(tx)`select pg_advisory_xact_lock(hashtextextended('products', 0))`;
}

/** Reads what some drafts name, and what stands in their way. One statement. */
export function findSurroundings(db: Queryable, drafts: ProductDraft[]): Promise<Surroundings> {
  const ids = drafts.flatMap(({ id }) => id ?? []);
  const variants = drafts.flatMap((draft) => draft.variants);
  const skus = variants.map(({ sku }) => sku.toLowerCase());
  const partIds = variants.flatMap(({ parts }) => parts.map(({ variantId }) => variantId));
  return onlyRow(db)`
    select
      (select coalesce(json_agg(json_build_object('slug', s.slug, 'title', p.title)), '[]')
        from (select slug, id from products union all select slug, product_id from product_slugs) s
        join products p on p.id = s.id
        where s.slug = any(${drafts.map(({ slug }) => slug)}::text[]) and s.id <> all(${ids}::bigint[])) as slugs,
      (select coalesce(json_agg(json_build_object('sku', v.sku, 'title', p.title)), '[]')
        from variants v join products p on p.id = v.product_id
        where lower(v.sku) = any(${skus}::text[]) and not v.is_archived and v.product_id <> all(${ids}::bigint[])) as skus,
      (select coalesce(json_agg(json_build_object('id', v.id, 'productId', v.product_id, 'kind', p.kind,
          'isArchived', v.is_archived,
          'isBundle', exists (select from variant_parts b where b.variant_id = v.id))), '[]')
        from variants v join products p on p.id = v.product_id where v.id = any(${partIds}::bigint[])) as parts,
      (select coalesce(json_agg(json_build_object('partId', b.part_id, 'title', p.title)), '[]')
        from variant_parts b join variants v on v.id = b.variant_id join products p on p.id = v.product_id
        where not v.is_archived and b.part_id in (select id from variants where product_id = any(${ids}::bigint[])))
        as uses,
      to_json(array(select id from collections where id = any(${drafts.flatMap((draft) => draft.collectionIds)}::bigint[])))
        as "collectionIds",
      to_json(array(select id from ${eventsTables.events} e
        where id = any(${drafts.flatMap(({ eventIds }) => eventIds)}::bigint[]))) as "eventIds",
      (select coalesce(json_agg(json_build_object('id', id, 'productId', product_id)), '[]') from product_files
        where id = any(${drafts.flatMap(({ fileId }) => fileId ?? [])}::bigint[])) as "fileIds"`;
}

export async function findCollectionNames(db: Queryable): Promise<Map<number, string>> {
  const rows = await allRows(db)<{ id: number; name: string }>`select id, name from collections order by position, id`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Of some variants, those that an order or a bundle names: they can be archived, but not deleted. */
export function findNeeded(db: Queryable, variantIds: number[]): Promise<number[]> {
  return allValues(db)`
    select id from unnest(${variantIds}::bigint[]) as id
    where exists (select from variant_lines l where l.variant_id = id)
      or exists (select from variant_parts b where b.part_id = id)`;
}
