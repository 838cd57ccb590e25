import { brandToday } from "#server/modules/settings/index.ts";
import { sql, type RawBuilder } from "kysely";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { SoldLine } from "#server/modules/purchasables/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, allValues } from "#server/platform/db/rows.ts";
import type { VariantOnSale } from "./rules.ts";

/**
 * Reads variants for selling, in no order; unknown ids are left out. One prepared statement for a whole batch of orders,
 * because it runs inside the transaction that everyone waits for. A change of price, parts or publication meanwhile
 * raises the stock's sale version, so that the order is priced again.
 */
export function loadVariants(db: Queryable, ids: number[]): Promise<VariantOnSale[]> {
  return allRows(db)`
    select v.id, p.title, v.options, p.currency, v.price_cents as "priceCents", v.max_per_order as "maxPerOrder",
      v.max_per_person as "maxPerPerson", v.stock_id as "stockId", s.sale_version as "saleVersion", p.kind,
      v.weight_grams as "weightGrams", p.tax_category as "taxCategory",
      p.publication <> 'active' or v.is_archived as "isHidden",
      (select coalesce(json_agg(json_build_object('stockId', w.stock_id, 'each', b.quantity) order by w.stock_id), '[]')
        from variant_parts b join variants w on w.id = b.part_id where b.variant_id = v.id) as draws,
      case when v.sales_end_at <= clock_now() then 'ended' when v.sales_start_at > clock_now() then 'scheduled'
        else 'on_sale' end as status
    from variants v join products p on p.id = v.product_id join ${inventoryTables.stock} s on s.id = v.stock_id
    where v.id = any(${ids}::bigint[])`;
}

/** Stores what only lines of variants have, as the product is when it is ordered. */
export const storeLines = (lines: SoldLine[]): RawBuilder<unknown> => sql`
  insert into variant_lines (order_line_id, order_id, variant_id, product_id, kind, sku, cost_cents, weight_grams,
    preorder_ships_on)
  select l.id, l."orderId", v.id, p.id, p.kind, v.sku,
    -- A bundle without a cost of its own costs what its parts do, if all of theirs are known.
    coalesce(v.cost_cents, (
      select case when bool_and(w.cost_cents is not null) then sum(w.cost_cents * b.quantity)::integer end
      from variant_parts b join variants w on w.id = b.part_id where b.variant_id = v.id)), v.weight_grams,
    case when v.preorder_ships_on > ${brandToday} then v.preorder_ships_on end
  from json_to_recordset(${JSON.stringify(lines)}::json) as l(id uuid, "orderId" uuid, "itemId" bigint)
  join variants v on v.id = l."itemId" join products p on p.id = v.product_id`;

/** The events that products belong to, by their variants. */
export function findEventsOfVariants(db: Queryable, variantIds: number[]): Promise<number[]> {
  return allValues(db)`
    select distinct e.event_id from product_events e join variants v on v.product_id = e.product_id
    where v.id = any(${variantIds}::bigint[])`;
}

/** A variant as carts name it. */
interface VariantName {
  id: number;
  title: string;
  options: string[];
  slug: string;
  /** Its own picture, or its product's first; null without any. */
  pictureId: number | null;
}

/** Variants by their ids, sold or not; unknown ids are left out. */
export function findVariantNames(db: Queryable, ids: number[]): Promise<VariantName[]> {
  return allRows(db)`
    select v.id, p.title, v.options, p.slug,
      (select picture_id from product_pictures x where x.product_id = p.id
        order by x.position = v.picture desc nulls last, x.position limit 1) as "pictureId"
    from variants v join products p on p.id = v.product_id where v.id = any(${ids}::bigint[])`;
}
