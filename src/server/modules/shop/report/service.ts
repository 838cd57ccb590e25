import type { ProductReport, ProductReportQuery, SalesFigures } from "#contract/shop/reports.ts";
import { isZone, spanOf } from "#server/platform/report-span.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { fieldError } from "#server/platform/app-error.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import { variantName } from "../rules.ts";
import { findInventory } from "./inventory-store.ts";
import * as store from "./sales-store.ts";

/** Sums with the margin: revenue whose cost is known minus that cost. */
function withMargin({ costedCents, hasCost, ...sums }: store.SalesSums): SalesFigures {
  const marginCents = hasCost ? costedCents - sums.costCents : null;
  const marginPercent =
    marginCents === null || costedCents <= 0 ? null : Math.round((marginCents / costedCents) * 1000) / 10;
  return { ...sums, marginCents, marginPercent };
}

/**
 * What the shop sold and earned in some days, in the brand's currency. Refunds and lost disputes count on the day when
 * they happened.
 *
 * @throws AppError `invalid_input` for an unknown zone, or days that aren't a span of 400 days at most
 */
export async function readProductReport(db: Database, query: ProductReportQuery): Promise<ProductReport> {
  const { defaultTimeZone, defaultCurrency: currency } = await getSettings(db);
  const timeZone = query.timeZone ?? defaultTimeZone;
  if (!isZone(timeZone)) throw fieldError("timeZone", "That's not a known time zone");
  const days = spanOf(query, await store.findToday(db, timeZone));
  if (days === "order") throw fieldError("from", "The start date can't be after the end date");
  if (typeof days === "string") throw fieldError("from", "A report can cover up to 400 days");
  const span = { ...days, timeZone, currency };
  const [total, byDay, products, variants, events, inventory] = await Promise.all([
    store.findTotal(db, span),
    store.findByDay(db, span),
    store.findByProduct(db, span),
    store.findByVariant(db, span),
    store.findByEvent(db, span),
    findInventory(db, currency),
  ]);
  const named = <Row extends store.SalesSums>(rows: Row[]) =>
    rows.map((row) => withMargin(row) as SalesFigures & Omit<Row, keyof store.SalesSums>);
  return {
    ...span,
    total: withMargin(total),
    days: byDay,
    products: named(products),
    variants: named(variants).map(({ options, ...row }) => ({ ...row, title: variantName(row.title, options) })),
    events: named(events),
    inventory: {
      ...inventory,
      variants: inventory.variants.map(({ options, ...row }) => ({ ...row, title: variantName(row.title, options) })),
    },
  };
}

const money = (cents: number | null) => (cents === null ? null : cents / 100);

/** One part of the report as a spreadsheet file, money as numbers in the brand's currency. */
export function productReportFile(
  db: Database,
  { by, ...query }: ProductReportQuery & { by: "product" | "variant" | "event" | "inventory" },
): SheetFile {
  if (by === "inventory") return inventoryFile(db, query);
  async function* pages() {
    const report = await readProductReport(db, query);
    const rows: (SalesFigures & { title: string; sku?: string })[] = report[`${by as "product"}s`];
    yield rows.map((row) => [
      row.title,
      ...(by === "variant" ? [row.sku] : []),
      row.units,
      money(row.grossCents),
      money(row.discountCents),
      money(row.refundCents),
      money(row.netCents),
      money(row.costCents),
      money(row.marginCents),
      row.marginPercent,
      row.unitsWithoutCost,
    ]);
  }
  const named = { product: ["Product"], variant: ["Variant", "SKU"], event: ["Event"] }[by];
  const figures = [
    "Units",
    "Full price",
    "Discounts",
    "Refunds",
    "Revenue",
    "Cost",
    "Margin",
    "Margin %",
    "Units without cost",
  ];
  return { header: [...named, ...figures], pages: pages() };
}

/** What is in stock now, as a spreadsheet file. */
function inventoryFile(db: Database, query: ProductReportQuery): SheetFile {
  async function* pages() {
    const { inventory } = await readProductReport(db, query);
    yield inventory.variants.map((row) => [
      row.title,
      row.sku,
      row.units,
      money(row.unitCostCents),
      money(row.costCents),
      money(row.priceCents),
    ]);
  }
  return { header: ["Variant", "SKU", "In stock", "Unit cost", "Value at cost", "Value at price"], pages: pages() };
}
