import { sql } from "kysely";
import type { StockChange } from "#contract/shop/products.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, onlyValue, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";

/** A change of a variant's stock besides its sales. */
type NewStockChange = Pick<StockChange, "reason" | "units" | "onHand" | "note"> & {
  variantId: number;
  staffId: number | null;
};

/** Stores changes that were made to stock. */
export function insertChanges(tx: Tx, changes: NewStockChange[]): Promise<void> {
  return run(tx)`
    insert into stock_changes (variant_id, reason, units, on_hand, note, made_by)
    select "variantId", reason, units, "onHand", note, "staffId"
    from json_to_recordset(${JSON.stringify(changes)}::json) as r("variantId" bigint, reason text, units integer,
      "onHand" integer, note text, "staffId" bigint)`;
}

/** The stock of a variant, archived ones included, and the product that it belongs to. */
export function findVariantStock(
  db: Queryable,
  variantId: number,
): Promise<{ stockId: number; productId: number; sku: string } | undefined> {
  return firstRow(db)`
    select stock_id as "stockId", product_id as "productId", sku from variants where id = ${variantId}`;
}

/** The latest changes of a variant's stock. */
export function findChanges(db: Queryable, variantId: number): Promise<Stored<StockChange>[]> {
  return allRows(db)`
    select c.id, c.at, c.reason, c.units, c.on_hand as "onHand", c.note, u.display_name as "by"
    from stock_changes c left join ${accountsTables.users} u on u.id = c.made_by
    where c.variant_id = ${variantId} order by c.id desc limit 200`;
}

const isLow = sql`s.capacity - s.sold <= v.low_stock_at`;

/** Variants that are running low, of products on sale. */
const lowVariants = sql`
  variants v join products p on p.id = v.product_id join ${inventoryTables.stock} s on s.id = v.stock_id
  where not v.is_archived and p.publication = 'active' and ${isLow}`;

/** How many variants are running low. */
export function countLow(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`select count(*)::integer from ${lowVariants}`;
}

/** Forgets the alerts of variants that have enough again, so that the next dip is told anew. */
export function endDips(tx: Tx): Promise<void> {
  return run(tx)`
    update variants set low_told_at = null where id in (
      select v.id from variants v join ${inventoryTables.stock} s on s.id = v.stock_id
      where v.low_told_at is not null and (${isLow}) is not true order by v.id for update of v skip locked)`;
}

/** Marks variants that are running low as told; returns those that weren't. Rows that another node works on are skipped. */
export function claimLow(tx: Tx): Promise<{ variantId: number; toldAt: Date }[]> {
  return allRows(tx)`
    update variants set low_told_at = clock_now()
    where id in (
      select v.id from ${lowVariants} and v.low_told_at is null order by v.id limit 200 for update of v skip locked)
    returning id as "variantId", low_told_at as "toldAt"`;
}

/** A variant that is running low, as an email names it. */
interface LowVariant {
  productId: number;
  title: string;
  options: string[];
  sku: string;
  onHand: number;
}

/** Some variants with the units that they have now. */
export function findLowVariants(db: Queryable, ids: number[]): Promise<LowVariant[]> {
  return allRows(db)`
    select p.id as "productId", p.title, v.options, v.sku, s.capacity - s.sold as "onHand"
    from variants v join products p on p.id = v.product_id join ${inventoryTables.stock} s on s.id = v.stock_id
    where v.id = any(${ids}::bigint[]) order by p.title, v.position`;
}
