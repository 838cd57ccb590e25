import { sql } from "kysely";
import type { ProductReport } from "#contract/shop/reports.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, onlyRow } from "#server/platform/db/rows.ts";
import { endless } from "../editing/rules.ts";

type Inventory = ProductReport["inventory"];
type Row = Inventory["variants"][number] & { options: string[] };

/** Variants in a currency with units on hand, valued. A bundle's units are those of its parts. */
const stocked = (currency: string) => sql`
  stocked as materialized (
    select v.id, v.product_id, p.title, v.options, v.sku, s.capacity - s.sold as units, v.cost_cents, v.price_cents
    from variants v join products p on p.id = v.product_id join ${inventoryTables.stock} s on s.id = v.stock_id
    where p.currency = ${currency} and s.capacity > s.sold and s.capacity < ${endless / 2}
      and not exists (select from variant_parts b where b.variant_id = v.id))`;

/** What is in stock now, in one currency. At most 2,000 variants are listed; the sums count all. */
export async function findInventory(
  db: Queryable,
  currency: string,
): Promise<Omit<Inventory, "variants"> & { variants: Row[] }> {
  const [sums, variants] = await Promise.all([
    onlyRow(db)<Omit<Inventory, "variants">>`
      with ${stocked(currency)}
      select coalesce(sum(units), 0)::bigint as units,
        coalesce(sum(units::bigint * cost_cents), 0)::bigint as "costCents",
        coalesce(sum(units::bigint * price_cents), 0)::bigint as "priceCents",
        coalesce(sum(units) filter (where cost_cents is null), 0)::bigint as "unitsWithoutCost"
      from stocked`,
    allRows(db)<Row>`
      with ${stocked(currency)}
      select id, product_id as "productId", title, options, sku, units, cost_cents as "unitCostCents",
        units::bigint * cost_cents as "costCents", units::bigint * price_cents as "priceCents"
      from stocked order by units::bigint * cost_cents desc nulls last, units desc, id limit 2000`,
  ]);
  return { ...sums, variants };
}
