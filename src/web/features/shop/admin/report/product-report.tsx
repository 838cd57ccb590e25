import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useSearchParams } from "#web/lib/router.ts";
import { figureSentences } from "#contract/figures.ts";
import type { ProductReport, SalesFigures } from "#contract/shop/reports.ts";
import { counted, Figures, formatCount } from "#web/admin-kit/figures.tsx";
import { DownloadLink } from "#web/admin-kit/download-link.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { RangePicker, readRange } from "#web/features/analytics/range-picker.tsx";
import { useBrandDay } from "#web/features/analytics/scope.ts";
import { formatMoney } from "#web/lib/money.ts";
import { apiPath } from "#web/lib/paths.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import { dayNames } from "#web/ui/chart/scales.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { PartBoundary } from "#web/ui/part-boundary.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";

const groupings = ["product", "variant", "event", "inventory"] as const;
type Grouping = (typeof groupings)[number];
const groupingLabels: Record<Grouping, string> = {
  product: "Products",
  variant: "Variants",
  event: "Events",
  inventory: "In stock now",
};

/** What the shop sold and earned between two days in the brand's time zone. */
export function ProductReportView() {
  const [search] = useSearchParams();
  const address = useListAddress();
  const { today } = useBrandDay();
  const range = readRange(search, today);
  const by = address.choice("by", groupings) ?? "product";
  const query = useQuery(adminQuery("GET /api/admin/reports/products", { query: range }));
  const { data, error, isPlaceholderData } = query;
  return (
    <div className="grid grid-cols-1 gap-5">
      <RangePicker range={range} today={today} />
      <ReadFailure label="Sales" query={query} />
      {!data && !error && <Skeleton className="h-96" />}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={clsx("grid grid-cols-1 gap-5 transition-opacity", isPlaceholderData && "opacity-50")}
        >
          <Totals report={data} />
          <SalesByDay report={data} />
          <div className="flex flex-wrap items-end justify-between gap-3">
            <PageTabs
              label="What is listed"
              tabs={groupings.map((each) => ({
                label: groupingLabels[each],
                current: each === by,
                to: address.addressWith({ by: each === "product" ? undefined : each }),
              }))}
            />
            <DownloadLink
              isPlain
              to={apiPath("GET /api/admin/reports/products.csv", { query: { ...range, by } })}
              className={buttonStyle("outline", "sm")}
            >
              CSV
            </DownloadLink>
          </div>
          <PartBoundary>
            {by === "inventory" ? <InventoryTable report={data} /> : <SalesTable report={data} by={by} />}
          </PartBoundary>
        </div>
      )}
    </div>
  );
}

const percent = (value: number | null) => (value === null ? "–" : `${value.toFixed(1)}%`);

function Totals({ report: { total, currency } }: { report: ProductReport }) {
  const money = (cents: number | null) => (cents === null ? "–" : formatMoney(cents, currency));
  const unknown = total.unitsWithoutCost;
  return (
    <Figures
      items={[
        { label: "Units sold", value: formatCount(total.units) },
        { label: "Full price", value: money(total.grossCents) },
        { label: "Discounts", value: money(total.discountCents) },
        { label: "Refunds", value: money(total.refundCents) },
        { label: "Revenue", value: money(total.netCents) },
        {
          label: "Margin",
          value: money(total.marginCents),
          note:
            unknown > 0
              ? `${counted(unknown, "unit")} without a cost left out`
              : total.marginPercent === null
                ? undefined
                : percent(total.marginPercent),
        },
      ]}
    />
  );
}

function SalesByDay({ report: { days, total, currency, timeZone } }: { report: ProductReport }) {
  const dayName = dayNames(days.map(({ day }) => day));
  return (
    <ChartFrame
      title="Revenue by day"
      state={days.every(({ netCents, units }) => netCents === 0 && units === 0) ? "empty" : "ready"}
      emptyText="No sales in this period."
      figure={formatMoney(total.netCents, currency)}
      table={{
        head: ["Day", "Units", "Revenue"],
        rows: days
          .toReversed()
          .map(({ day, units, netCents }) => [dayName(day), formatCount(units), formatMoney(netCents, currency)]),
      }}
    >
      <DayChart
        label="Revenue by day"
        currency={currency}
        timeZone={timeZone}
        points={days.map(({ day, netCents, units }) => ({
          day,
          value: netCents,
          text: `${formatMoney(netCents, currency)}, ${counted(units, "unit")}`,
        }))}
      />
      <p className="text-sm text-muted">
        {figureSentences.revenue} {figureSentences.days}
      </p>
    </ChartFrame>
  );
}

/** The names stay while a phone scrolls the figures. */
const firstColumn = "sticky left-0 min-w-28 bg-panel px-4";
const heads = ["Units", "Full price", "Discounts", "Refunds", "Revenue", "Cost", "Margin", "%"];

type SalesGrouping = Exclude<Grouping, "inventory">;

function SalesTable({ report, by }: { report: ProductReport; by: SalesGrouping }) {
  const { currency } = report;
  const rows: (SalesFigures & { id: number; title: string; sku?: string })[] = report[`${by}s`];
  if (rows.length === 0) return <p className="text-sm text-muted">No sales in this period.</p>;
  const cellsOf = (row: SalesFigures) => [
    formatCount(row.units),
    ...[row.grossCents, row.discountCents, row.refundCents, row.netCents, row.costCents].map((cents) =>
      formatMoney(cents, currency),
    ),
    row.marginCents === null ? "–" : formatMoney(row.marginCents, currency),
    percent(row.marginPercent),
  ];
  return (
    <FigureTable
      label={`Sales by ${by}`}
      heads={[groupingLabels[by].slice(0, -1), ...heads]}
      rows={rows.map((row) => ({ ...row, cells: cellsOf(row) }))}
      note={by === "event" ? "A product that belongs to several events counts for each of them." : undefined}
    />
  );
}

/** What is in stock now and what it is worth, whatever days are chosen above. */
function InventoryTable({ report: { inventory, currency } }: { report: ProductReport }) {
  const money = (cents: number | null) => (cents === null ? "–" : formatMoney(cents, currency));
  const { variants, units, unitsWithoutCost } = inventory;
  if (variants.length === 0) return <p className="text-sm text-muted">Nothing is in stock.</p>;
  return (
    <>
      <Figures
        items={[
          { label: "Units in stock", value: formatCount(units), note: "Sold units are their buyers', shipped or not" },
          {
            label: "Value at cost",
            value: money(inventory.costCents),
            note: unitsWithoutCost > 0 ? `${counted(unitsWithoutCost, "unit")} without a cost left out` : undefined,
          },
          { label: "Value at price", value: money(inventory.priceCents) },
        ]}
      />
      <FigureTable
        label="In stock now"
        heads={["Variant", "Units", "Unit cost", "Value at cost", "Value at price"]}
        rows={variants.map((row) => ({
          ...row,
          cells: [formatCount(row.units), ...[row.unitCostCents, row.costCents, row.priceCents].map(money)],
        }))}
      />
    </>
  );
}

type FigureTableProps = {
  label: string;
  /** The first is that of the names. */
  heads: string[];
  rows: { id: number; title: string; sku?: string; cells: string[] }[];
  note?: string | undefined;
};

function FigureTable({ label, heads: [first, ...others], rows, note }: FigureTableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table must scroll by keyboard too
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line bg-panel"
    >
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={`${firstColumn} py-3 font-semibold`}>
              {first}
            </th>
            {others.map((head) => (
              <th key={head} scope="col" className="px-3 py-3 text-right font-semibold whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-b border-line last:border-b-0">
              <th scope="row" className={`${firstColumn} py-2.5 font-semibold`}>
                {row.title}
                {row.sku && <span className="block text-xs font-normal text-muted">{row.sku}</span>}
              </th>
              {row.cells.map((cell, index) => (
                <td key={others[index]} className="px-3 py-2.5 text-right whitespace-nowrap tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p className="border-t border-line px-4 py-3 text-sm text-muted">{note}</p>}
    </div>
  );
}
