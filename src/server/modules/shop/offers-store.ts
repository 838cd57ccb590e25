import { sql, type RawBuilder } from "kysely";
import { inventoryTables } from "#server/modules/inventory/tables.ts";

/**
 * CTEs that count what can be bought: `offers` has a row for each variant of the products in the CTE `found`, with its
 * units for sale and its status by the database clock. Units of expired holds count as free. Of a bundle there are as
 * many as its scarcest part allows. There are few bundles, so all of them are read.
 */
const offersAs = (way: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  clock as materialized (select clock_now() as now),
  holding as materialized (
    select stock_id, coalesce(sum(quantity) filter (where expires_at <= (select now from clock)), 0)::integer as expired,
      coalesce(sum(quantity) filter (where expires_at = 'infinity'), 0)::integer as kept
    from ${inventoryTables.holds} h
    where status = 'active' and expires_at is not null
      and (expires_at <= (select now from clock) or expires_at = 'infinity')
    group by stock_id
  ), bundles as materialized (
    select b.variant_id,
      min((s.capacity - s.held - s.sold + coalesce(h.expired, 0)) / b.quantity) as available,
      min((s.capacity - s.sold - coalesce(h.kept, 0)) / b.quantity) as unsold
    from variant_parts b join variants p on p.id = b.part_id join ${inventoryTables.stock} s on s.id = p.stock_id
    left join holding h on h.stock_id = s.id
    group by b.variant_id
  ), offers as ${way} (
    select o.*, case
      when o.sales_end_at <= o.now then 'ended'
      when o.sales_start_at > o.now then 'scheduled'
      when o.available > 0 then 'on_sale'
      when o.unsold > 0 then 'in_carts'
      else 'sold_out' end as status
    from (
      select v.id, v.product_id, v.options, v.sku, v.price_cents, v.compare_at_cents, v.max_per_order, v.sales_start_at,
        v.sales_end_at, v.preorder_ships_on, v.picture, v.position, c.now,
        least(s.capacity - s.held - s.sold + coalesce(h.expired, 0), b.available) as available,
        least(s.capacity - s.sold - coalesce(h.kept, 0), b.unsold) as unsold
      from clock c cross join found f join variants v on v.product_id = f.id and not v.is_archived
      join ${inventoryTables.stock} s on s.id = v.stock_id
      left join holding h on h.stock_id = s.id
      left join bundles b on b.variant_id = v.id) o
  )`;

/** For a few products, whose rows are looked up one by one. */
export const offers = offersAs(sql`materialized`);

/** For a query that reads all of them once: planned as a part of it, without what it doesn't need. */
export const offersInPassing = offersAs(sql`not materialized`);
