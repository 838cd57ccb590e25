import { sql, type RawBuilder } from "kysely";
import type { ShopList, ShopQuery } from "#contract/shop/shop.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import { likeEach } from "#server/platform/db/paging.ts";
import { onlyRow } from "#server/platform/db/rows.ts";
import { offersInPassing } from "../offers-store.ts";
import { productPatterns } from "./search.ts";

/** A page of product ids in the asked order, how many there are, and what they could be narrowed down to. */
type FoundProducts = Pick<ShopList, "total" | "collections" | "sizes" | "colors" | "prices"> & { ids: number[] };

const orders: Record<ShopQuery["sort"], RawBuilder<unknown>> = {
  featured: sql`position, id`,
  newest: sql`published_at desc nulls last, id desc`,
  price: sql`from_cents, position, id`,
  "-price": sql`from_cents desc, position, id`,
};

/** The values of a filter that can name several. */
const oneOf = (column: RawBuilder<unknown>, values: string | undefined): RawBuilder<unknown> => {
  const named = (values ?? "").split(",").filter(Boolean);
  return named.length === 0 ? sql`true` : sql`coalesce(${column} = any(${named}::text[]), false)`;
};

function inPrices({ minCents, maxCents }: ShopQuery): RawBuilder<unknown> {
  const least = minCents === undefined ? sql`true` : sql`o.price_cents >= ${minCents}`;
  const max = maxCents === undefined ? sql`true` : sql`o.price_cents <= ${maxCents}`;
  return sql`(${least} and ${max})`;
}

const inCollection = ({ collection }: ShopQuery): RawBuilder<unknown> =>
  collection
    ? sql`exists (select from collection_products c where c.product_id = p.id
        and c.collection_id = (select id from collections where slug = ${collection}))`
    : sql`true`;

/**
 * Finds products on sale. A product fits if one of its variants has everything that is asked for: black, size M and in
 * stock. Each filter's options are counted under all other filters. One statement that reads each variant once.
 */
export function findProducts(db: Queryable, query: ShopQuery, pageSize: number): Promise<FoundProducts> {
  const offset = ((query.page ?? 1) - 1) * pageSize;
  return onlyRow(db)`
    ${plannedByValues} with found as materialized (
      select p.id, p.position, p.published_at, p.size_at, p.color_at, ${inCollection(query)} as in_collection
      from products p where p.publication = 'active' and ${likeEach(sql`p.search_text`, productPatterns(query.q))}
    ), ${offersInPassing}, judged as materialized (
      select o.*, ${oneOf(sql`o.size`, query.size)} as in_size, ${oneOf(sql`o.color`, query.color)} as in_color,
        ${inPrices(query)} as in_prices, ${query.inStock ? sql`o.status = 'on_sale'` : sql`true`} as in_stock
      from (
        select o.product_id, o.price_cents, o.status, o.options[f.size_at] as size, o.options[f.color_at] as color,
          f.in_collection
        from offers o join found f on f.id = o.product_id) o
    ), listed as materialized (
      select product_id, bool_or(in_size and in_color and in_prices and in_stock) as fits,
        coalesce(min(price_cents) filter (where status = 'on_sale'), min(price_cents)) as from_cents
      from judged group by product_id
    ), shown as materialized (
      select f.id, f.position, f.published_at, l.from_cents
      from listed l join found f on f.id = l.product_id where l.fits and f.in_collection
    )
    select (select count(*)::integer from shown) as total,
      to_json(array(select id from shown order by ${orders[query.sort]} limit ${pageSize} offset ${offset})) as ids,
      (select coalesce(json_agg(json_build_object('slug', c.slug, 'name', c.name, 'description', c.description,
          'count', n.count) order by c.position, c.id), '[]')
        from collections c join (
          select x.collection_id, count(*) filter (where l.fits)::integer as count
          from collection_products x join listed l using (product_id) group by x.collection_id) n
        on n.collection_id = c.id) as collections,
      ${choices(sql`size`, sql`in_color and in_prices and in_stock`)} as sizes,
      ${choices(sql`color`, sql`in_size and in_prices and in_stock`)} as colors,
      (select case when count(*) > 0 then json_build_object('minCents', min(price_cents), 'maxCents', max(price_cents)) end
        from judged where in_collection and in_size and in_color and in_stock) as prices`;
}

/** The values of an option, each with the number of products that have it under the other filters. */
const choices = (column: RawBuilder<unknown>, others: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('value', value, 'count', n.count) order by n.count desc, value), '[]') from (
    select value, count(*)::integer as count from (
      select distinct ${column} as value, product_id from judged where in_collection and ${others} and ${column} is not null
    ) d group by value) n)`;
