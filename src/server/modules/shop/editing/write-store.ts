import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";
import { mapRows, run } from "#server/platform/db/rows.ts";
import type { ProductDraft, VariantDraft } from "./rules.ts";

export type ProductRow = Pick<
  ProductDraft,
  | "slug"
  | "title"
  | "tagline"
  | "description"
  | "kind"
  | "publication"
  | "taxCategory"
  | "options"
  | "sizeGuide"
  | "position"
> & { id?: number | undefined; searchText: string; currency?: string };

/** A variant's own row, at its position; without an id it is new. */
export type VariantRow = Omit<VariantDraft, "parts" | "onHand"> & {
  productId: number;
  stockId?: number | undefined;
  position: number;
};

/** Creates products, each with its own slug; returns their ids by these. */
export function insertProducts(tx: Tx, rows: ProductRow[]): Promise<Map<string, number>> {
  return mapRows(tx)`
    insert into products (slug, title, tagline, description, kind, publication, tax_category, options, size_guide,
      currency, position, search_text, published_at)
    select slug, title, tagline, description, kind, publication, "taxCategory", options, "sizeGuide",
      currency, position, "searchText", case when publication = 'active' then clock_now() end
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(slug text, title text, tagline text, description text,
      kind text, publication text, "taxCategory" text, options jsonb, "sizeGuide" jsonb, currency text, position integer,
      "searchText" text)
    returning slug, id`;
}

/**
 * Stores products under their next version. Their addresses are cleared first, so that two can exchange theirs. The
 * first time that a product goes on sale counts as its publication.
 */
export async function updateProducts(tx: Tx, rows: ProductRow[]): Promise<void> {
  await run(tx)`
    update products set slug = '--' || id where id = any(${rows.flatMap(({ id }) => id ?? [])}::bigint[])`;
  await run(tx)`
    update products p set slug = r.slug, title = r.title, tagline = r.tagline, description = r.description, kind = r.kind,
      publication = r.publication, tax_category = r."taxCategory", options = r.options,
      size_guide = r."sizeGuide", position = r.position, search_text = r."searchText",
      published_at = case when r.publication = 'active' then coalesce(p.published_at, clock_now()) else p.published_at end,
      version = p.version + 1, updated_at = clock_now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, slug text, title text, tagline text,
      description text, kind text, publication text, "taxCategory" text, options jsonb, "sizeGuide" jsonb,
      position integer, "searchText" text)
    where p.id = r.id`;
}

/**
 * Stores the addresses that saved products left, if no product took them; an address that one took is no longer a former
 * one. The caller blocks other saves.
 */
export async function storeFormerSlugs(tx: Tx, left: { id: number; slug: string }[], taken: string[]): Promise<void> {
  await run(tx)`delete from product_slugs where slug = any(${taken}::text[])`;
  await run(tx)`
    insert into product_slugs (slug, product_id)
    select l.slug, l.id from json_to_recordset(${JSON.stringify(left)}::json) as l(id bigint, slug text)
    where not exists (select from products p where p.slug = l.slug)`;
}

/** A product and what belongs to it. */
export type Linked = Pick<ProductDraft, "collectionIds" | "eventIds" | "pictureIds" | "fileId"> & { id: number };

/** Sets the collections, events, pictures and files of products. A file that a product no longer has is left over. */
export async function setLinks(tx: Tx, products: Linked[]): Promise<void> {
  const ids = products.map(({ id }) => id);
  const pairs = (field: "collectionIds" | "eventIds" | "pictureIds") =>
    JSON.stringify(
      products.flatMap((product) => product[field].map((to, position) => ({ id: product.id, to, position }))),
    );
  await run(tx)`
    with c as (delete from collection_products where product_id = any(${ids}::bigint[])),
      e as (delete from product_events where product_id = any(${ids}::bigint[]))
    delete from product_pictures where product_id = any(${ids}::bigint[])`;
  await run(tx)`
    with c as (
      insert into collection_products (product_id, collection_id)
      select id, "to" from json_to_recordset(${pairs("collectionIds")}::json) as r(id bigint, "to" bigint)
    ), e as (
      insert into product_events (product_id, event_id)
      select id, "to" from json_to_recordset(${pairs("eventIds")}::json) as r(id bigint, "to" bigint)
    )
    insert into product_pictures (product_id, position, picture_id)
    select id, position, "to" from json_to_recordset(${pairs("pictureIds")}::json)
      as r(id bigint, position integer, "to" bigint)`;
  const files = products.flatMap(({ id, fileId }) => (fileId === undefined ? [] : [{ id, fileId }]));
  const fileIds = files.map(({ fileId }) => fileId);
  await run(tx)`
    update product_files set product_id = null
    where product_id = any(${ids}::bigint[]) and id <> all(${fileIds}::bigint[])`;
  await run(tx)`
    update product_files f set product_id = r.id
    from unnest(${files.map(({ id }) => id)}::bigint[], ${fileIds}::bigint[]) as r(id, file_id) where f.id = r.file_id`;
}

/** Clears the SKUs and options of variants that change, so that two can exchange theirs. */
export function parkVariants(tx: Tx, ids: number[]): Promise<void> {
  return run(tx)`
    update variants set sku = '~' || id, options = array['~' || id] where id = any(${ids}::bigint[])`;
}

const recordset = (rows: VariantRow[]) => sql`
  json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, "productId" bigint, "stockId" bigint, options text[],
    sku text, "priceCents" integer, "compareAtCents" integer, "costCents" integer, "weightGrams" integer,
    "lowStockAt" integer, "maxPerOrder" integer, "maxPerPerson" integer, "salesStartAt" timestamptz,
    "salesEndAt" timestamptz, "preorderShipsOn" date, picture integer, position integer)`;

/** Creates variants with their stock; returns their ids by SKU. */
export function insertVariants(tx: Tx, rows: VariantRow[]): Promise<Map<string, number>> {
  return mapRows(tx)`
    insert into variants (product_id, stock_id, options, sku, price_cents, compare_at_cents, cost_cents, weight_grams,
      low_stock_at, max_per_order, max_per_person, sales_start_at, sales_end_at, preorder_ships_on, picture, position)
    select "productId", "stockId", options, sku, "priceCents", "compareAtCents", "costCents", "weightGrams", "lowStockAt",
      "maxPerOrder", "maxPerPerson", "salesStartAt", "salesEndAt", "preorderShipsOn", picture, position
    from ${recordset(rows)} returning sku, id`;
}

/** Stores changed variants. The caller has locked their stock and cleared their SKUs. */
export function updateVariants(tx: Tx, rows: VariantRow[]): Promise<void> {
  return run(tx)`
    update variants v set options = r.options, sku = r.sku, price_cents = r."priceCents",
      compare_at_cents = r."compareAtCents", cost_cents = r."costCents", weight_grams = r."weightGrams",
      low_stock_at = r."lowStockAt", max_per_order = r."maxPerOrder", max_per_person = r."maxPerPerson",
      sales_start_at = r."salesStartAt", sales_end_at = r."salesEndAt", preorder_ships_on = r."preorderShipsOn",
      picture = r.picture, position = r.position
    from ${recordset(rows)} where v.id = r.id`;
}

/** Sets what bundles consist of. */
export async function setParts(
  tx: Tx,
  variantIds: number[],
  parts: { variantId: number; partId: number; quantity: number }[],
): Promise<void> {
  await run(tx)`delete from variant_parts where variant_id = any(${variantIds}::bigint[])`;
  await run(tx)`
    insert into variant_parts (variant_id, part_id, quantity)
    select "variantId", "partId", quantity from json_to_recordset(${JSON.stringify(parts)}::json)
      as r("variantId" bigint, "partId" bigint, quantity integer)`;
}

/** Withdraws variants that orders name. Nobody can buy them anymore. */
export function archiveVariants(tx: Tx, ids: number[]): Promise<void> {
  return run(tx)`update variants set is_archived = true where id = any(${ids}::bigint[])`;
}

/** Deletes variants that nothing names. Their stock is the caller's. */
export function deleteVariants(tx: Tx, ids: number[]): Promise<void> {
  return run(tx)`delete from variants where id = any(${ids}::bigint[])`;
}
