import { sql, type RawBuilder } from "kysely";
import type { ProductListQuery, ProductOption, ProductRow } from "#contract/shop/products.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { orderOf, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { likeEach } from "#server/platform/db/paging.ts";
import { allRows } from "#server/platform/db/rows.ts";
import { productPatterns } from "../catalog/search.ts";
import { salesOf } from "../report/sales-store.ts";
import { endless } from "./rules.ts";

type ListedProduct = Omit<ProductRow, "picture" | "available" | "lowVariants"> & {
  lowVariants: { id: number; options: string[]; left: number }[];
  pictureId: number | null;
  available: number;
};

const byId: SortKey = { by: sql`p.id`, type: "bigint" };
const keys: Record<string, SortKey[]> = {
  title: [{ by: sql`plain_letters(p.title)`, type: "text" }, byId],
  sold: [{ by: sql`sales.units`, type: "bigint" }, byId],
  available: [{ by: sql`counts.available`, type: "bigint" }, byId],
  position: [{ by: sql`p.position`, type: "bigint" }, byId],
};

const ofStock = sql`variants v join ${inventoryTables.stock} s on s.id = v.stock_id`;
const low = sql`s.capacity - s.sold <= v.low_stock_at`;

const shows: Record<ProductListQuery["show"], RawBuilder<unknown>> = {
  all: sql`p.publication <> 'archived'`,
  active: sql`p.publication = 'active'`,
  draft: sql`p.publication = 'draft'`,
  archived: sql`p.publication = 'archived'`,
  // As the count on the overview: of products on sale.
  low: sql`p.publication = 'active'
    and exists (select from ${ofStock} where v.product_id = p.id and not v.is_archived and ${low})`,
};

/** What is on hand of all variants of a product `p`. */
const counts = sql`cross join lateral (
  select count(*)::integer as variants, coalesce(min(v.price_cents), 0) as from_cents,
    least(coalesce(sum((s.capacity - s.held - s.sold)::bigint), 0), ${sql.lit(endless)}) as available,
    coalesce(bool_or(${low}), false) as is_low,
    coalesce(json_agg(json_build_object('id', v.id, 'options', v.options, 'left', s.capacity - s.sold) order by v.position)
      filter (where ${low}), '[]') as low_variants
  from ${ofStock} where v.product_id = p.id and not v.is_archived) counts`;

/** Products as staff search them. */
export const productRows: ListSource<ProductListQuery, ListedProduct> = {
  columns: sql`
    p.id, p.title, p.slug, p.kind, p.publication, p.currency, counts.variants as "variantCount",
    counts.from_cents as "fromCents", counts.available, counts.is_low as "isLow",
    counts.low_variants as "lowVariants", sales.units as "soldCount",
    sales.net_cents as "revenueCents",
    (select picture_id from product_pictures where product_id = p.id order by position limit 1) as "pictureId"`,
  from: (_, order) => (order === undefined ? sql`products p` : sql`products p ${counts} ${salesOf(sql`p.id`)}`),
  order: ({ sort }) => orderOf(sort, keys),
  filters: {
    q: (q) => sql`(${likeEach(sql`p.search_text`, productPatterns(q))} or exists (
      select from variants v where v.product_id = p.id and lower(v.sku) = ${q.toLowerCase()}))`,
    show: (show) => shows[show],
    kind: (kind) => sql`p.kind = ${kind}`,
  },
};

/** A select can hold this many. */
const maxOptions = 2000;

export function findProductOptions(db: Queryable): Promise<ProductOption[]> {
  return allRows(db)`select id, title from products order by plain_letters(title), id limit ${maxOptions}`;
}
