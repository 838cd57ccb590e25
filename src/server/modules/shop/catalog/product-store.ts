import { brandToday } from "#server/modules/settings/index.ts";
import { sql } from "kysely";
import type { ProductDetail, Variant } from "#contract/shop/shop.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { instant } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { likeEach } from "#server/platform/db/paging.ts";
import { allRows, allValues, firstRow, onlyValue, hasRows } from "#server/platform/db/rows.ts";
import { offers } from "../offers-store.ts";

/** A variant as stored, with the units that can be bought now. */
export type OfferRow = Omit<Variant, "currency" | "left"> & { available: number };

/** A product with the offers of its variants and the ids of its pictures, in order. */
export interface ProductRow extends Pick<
  ProductDetail,
  "id" | "slug" | "title" | "tagline" | "kind" | "currency" | "options"
> {
  variants: OfferRow[];
  pictureIds: number[];
  /** The positions of its pictures, which variants name theirs by. */
  picturePositions: number[];
}

/** Everything else that a product's page shows. */
interface DetailRow extends ProductRow, Pick<ProductDetail, "description" | "sizeGuide" | "collections" | "parts"> {
  /** Its upcoming public events. */
  eventIds: number[];
}

const columns = (maxPictures: number) => sql`
  p.id, p.slug, p.title, p.tagline, p.kind, p.currency, p.options,
  to_json(array(select picture_id from product_pictures where product_id = p.id order by position limit ${maxPictures}))
    as "pictureIds",
  array(select position from product_pictures where product_id = p.id order by position limit ${maxPictures})
    as "picturePositions",
  (select coalesce(json_agg(json_build_object('id', o.id, 'options', o.options, 'sku', o.sku, 'priceCents', o.price_cents,
      'compareAtCents', o.compare_at_cents, 'status', o.status, 'available', greatest(o.available, 0),
      'maxPerOrder', o.max_per_order, 'salesStartAt', o.sales_start_at,
      'preorderShipsOn', case when o.preorder_ships_on > ${brandToday} then o.preorder_ships_on end,
      'picture', o.picture) order by o.position, o.id), '[]')
    from offers o where o.product_id = p.id) as variants`;

/** Active products by their ids, in the order of these, with so many pictures; others are left out. One statement. */
export function findProductRows(db: Queryable, ids: number[], maxPictures: number): Promise<ProductRow[]> {
  return allRows(db)`
    with found as materialized (
      select id from products where id = any(${ids}::bigint[]) and publication = 'active'
    ), ${offers}
    select ${columns(maxPictures)} from products p join found f on f.id = p.id
    order by array_position(${ids}::bigint[], p.id)`;
}

const picturesOfPage = 20;

/** The active product that has an address, or that had it before. */
const idOf = (slug: string) => sql`
  select id from products where publication = 'active' and id = coalesce(
    (select id from products where slug = ${slug}), (select product_id from product_slugs where slug = ${slug}))`;

/** One active product with everything its page shows, by its address or a former one; undefined if there is none. */
export function findProductDetail(db: Queryable, slug: string): Promise<DetailRow | undefined> {
  return firstRow(db)`
    with found as materialized (
      ${idOf(slug)}
    ), ${offers}
    select ${columns(picturesOfPage)}, p.description, p.size_guide as "sizeGuide",
      (select coalesce(json_agg(json_build_object('slug', c.slug, 'name', c.name) order by c.position, c.id), '[]')
        from collection_products x join collections c on c.id = x.collection_id where x.product_id = p.id) as collections,
      -- Its bundles have the same parts in other sizes: each product counts once, with the most that one takes of it.
      (select coalesce(json_agg(json_build_object('title', t.title, 'slug', t.slug, 'quantity', b.quantity) order by t.id), '[]')
        from (
          select product_id, max(quantity)::integer as quantity from (
            select v.id, w.product_id, sum(b.quantity) as quantity
            from variants v join variant_parts b on b.variant_id = v.id join variants w on w.id = b.part_id
            where v.product_id = p.id and not v.is_archived group by v.id, w.product_id) each group by product_id) b
        join products t on t.id = b.product_id) as parts,
      to_json(array(select e.id from product_events x join ${eventsTables.events} e on e.id = x.event_id
        where x.product_id = p.id and e.visibility = 'published' and e.ends_at > clock_now() and e.status <> 'canceled'
        order by e.starts_at, e.id limit 12)) as "eventIds"
    from products p join found f on f.id = p.id`;
}

/** Of so many orders with a product the other products count: the latest ones. */
const ordersRead = 500;

/**
 * Active products that go with one: first what was bought with it most often lately, then others of its collections in
 * their order.
 */
export function findRelatedIds(db: Queryable, productId: number, max: number): Promise<number[]> {
  return allValues(db)`
    with bought as (
      select l.product_id, count(distinct l.order_id) as times from (
        select distinct order_id from variant_lines where product_id = ${productId} order by order_id desc
        limit ${sql.lit(ordersRead)}) o
      join variant_lines l using (order_id) where l.product_id <> ${productId} group by l.product_id
    ), alike as (
      select distinct b.product_id from collection_products a join collection_products b using (collection_id)
      where a.product_id = ${productId} and b.product_id <> ${productId}
    )
    select p.id from products p left join bought b on b.product_id = p.id left join alike a on a.product_id = p.id
    where p.publication = 'active' and (b.product_id is not null or a.product_id is not null)
    order by coalesce(b.times, 0) desc, p.position, p.id limit ${max}`;
}

/** Active products that belong to an event that people can see, in their order. */
export function findIdsOfEvent(db: Queryable, eventId: number, max: number): Promise<number[]> {
  return allValues(db)`
    select p.id from product_events x join products p on p.id = x.product_id
    join ${eventsTables.events} e on e.id = x.event_id
    where x.event_id = ${eventId} and p.publication = 'active' and e.visibility <> 'draft'
    order by p.position, p.id limit ${max}`;
}

/** True if visitors can see a product. */
export function isProductShown(db: Queryable, id: number): Promise<boolean> {
  return hasRows(db)`select from products where id = ${id} and publication = 'active'`;
}

/** The name and address of a product that visitors can see. */
export function findShownName(db: Queryable, id: number): Promise<{ slug: string; title: string } | undefined> {
  return firstRow(db)`select slug, title from products where id = ${id} and publication = 'active'`;
}

/** The active products that some variants belong to. */
export function findProductIdsOf(db: Queryable, variantIds: number[]): Promise<number[]> {
  return allValues(db)`
    select distinct product_id from variants where id = any(${variantIds}::bigint[]) and not is_archived`;
}

/** The id of an active product by its address or a former one; undefined if there is none. */
export async function findShownId(db: Queryable, slug: string): Promise<number | undefined> {
  const [id] = await allValues(db)<number>`${idOf(slug)}`;
  return id;
}

/** The titles of products by their ids, drafts and archived ones included. */
export async function findProductTitles(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  const rows = await allRows(db)<{ id: number; title: string }>`
    select id, title from products where id = any(${ids}::bigint[])`;
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Where search engines find a product, and when it last changed. */
export interface ProductAddress {
  slug: string;
  changedAt: Date;
}

/** Active products for the sitemap, latest first; as many as one page of it can have. */
export function findProductAddresses(db: Queryable): Promise<ProductAddress[]> {
  return allRows(db)`
    select slug, updated_at as "changedAt" from products where publication = 'active' order by id desc limit 50000`;
}

/** What staff find a product by, besides its words: the start of a SKU. Drafts and archived ones included. */
export function findForStaff(
  db: Queryable,
  patterns: string[],
  q: string,
  limit: number,
): Promise<{ id: number; title: string; publication: string; pictureId: number | null; total: number }[]> {
  return allRows(db)`
    select p.id, p.title, p.publication, count(*) over ()::integer as total,
      (select picture_id from product_pictures where product_id = p.id order by position limit 1) as "pictureId"
    from products p
    where ${likeEach(sql`p.search_text`, patterns)}
      or exists (select from variants v where v.product_id = p.id and starts_with(lower(v.sku), lower(${q})))
    order by p.publication = 'archived', p.position, p.id limit ${limit}`;
}

/** Now, by the clock that decides when a drop opens. */
export function readTime(db: Queryable): Promise<Date> {
  return onlyValue(db, instant)`select clock_now()`;
}
