import { useQuery } from "@tanstack/react-query";
import { formatCount, counted, formatShare } from "#web/admin-kit/figures.tsx";
import { SalesChart } from "#web/admin-kit/sales-chart.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { salesQuery } from "../../admin-events.ts";
import { Meter } from "#web/admin-kit/meter.tsx";
import { ChartFrame, type ChartState } from "#web/ui/chart/chart-frame.tsx";

/** An event's sales by day, ticket type, promo code and promoter. */
export function EventSales({ eventId }: { eventId: number }) {
  const { data, error, refetch } = useQuery(salesQuery(eventId));
  const state = data ? (data.days.length === 0 ? "empty" : "ready") : error ? "failed" : "waiting";
  const frame = { state, onRetry: () => void refetch() } as const;
  const currency = data?.currency ?? "USD";
  const shared = { frame, currency, whole: data?.total.tickets ?? 0 };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      <div className="min-w-0 lg:col-span-2">
        <SalesChart
          title="Sales by day, after refunds"
          {...frame}
          emptyText="No sales yet."
          sales={data}
          renderFigure={(metric, show) => (
            <span className="font-display text-2xl leading-tight font-bold tabular-nums">
              {show(data?.total[metric] ?? 0)}
            </span>
          )}
        />
      </div>
      <Shares
        {...shared}
        title="By ticket type"
        rows={data?.types.map((type) => ({ ...type, key: String(type.id) })) ?? []}
        extra={[
          { head: "Comps", of: ({ compTickets }) => formatCount(compTickets) },
          { head: "Discount", of: ({ discountCents }) => formatMoney(discountCents, currency) },
          { head: "Refunded", of: ({ refundedCents }) => formatMoney(refundedCents, currency) },
        ]}
      />
      <Shares
        {...shared}
        title="By promo code"
        emptyText="No orders used a promo code."
        rows={data?.codes.map((row) => ({ ...row, key: row.code, name: row.code })) ?? []}
        extra={[{ head: "Discount", of: ({ discountCents }) => formatMoney(discountCents, currency) }]}
      />
      <Shares
        {...shared}
        title="By promoter"
        emptyText="No orders came through a promoter link."
        rows={data?.promoters.map((row) => ({ ...row, key: String(row.id) })) ?? []}
        extra={[{ head: "Commission", of: ({ commissionCents }) => formatMoney(commissionCents, currency) }]}
      />
    </div>
  );
}

type ShareRow = { key: string; name: string; orders: number; tickets: number; cents: number };

type SharesProps<Row extends ShareRow> = {
  title: string;
  frame: { state: ChartState; onRetry: () => void };
  emptyText?: string;
  currency: string;
  /** All tickets that the event sold; each row has a share of them. */
  whole: number;
  rows: Row[];
  /** More columns for the table. */
  extra: { head: string; of: (row: Row) => string }[];
};

/** Each part's share of the whole, as bars with their figures. The table below has all figures. */
function Shares<Row extends ShareRow>({ title, frame, emptyText, currency, whole, rows, extra }: SharesProps<Row>) {
  return (
    <ChartFrame
      title={title}
      {...frame}
      state={frame.state === "ready" && rows.length === 0 ? "empty" : frame.state}
      emptyText={emptyText}
      table={{
        head: ["Name", "Orders", "Tickets", "Revenue", ...extra.map(({ head }) => head)],
        rows: rows.map((row) => [
          row.name,
          formatCount(row.orders),
          formatCount(row.tickets),
          formatMoney(row.cents, currency),
          ...extra.map(({ of }) => of(row)),
        ]),
      }}
    >
      <ul className="grid gap-3.5">
        {rows.slice(0, 12).map((row) => (
          <li key={row.key} className="grid gap-1">
            <span className="split-row">
              <span className="font-semibold">{row.name}</span>
              <span className="text-sm tabular-nums">
                {formatMoney(row.cents, currency)}
                <span className="text-muted">
                  {" "}
                  · {counted(row.tickets, "ticket")}, {formatShare(row.tickets, whole)}
                </span>
              </span>
            </span>
            <Meter whole={whole} parts={[{ value: row.tickets, tone: "gold", label: "tickets" }]} />
          </li>
        ))}
      </ul>
      {rows.length > 12 && <p className="pt-3 text-sm text-muted">And {rows.length - 12} more in the table.</p>}
    </ChartFrame>
  );
}
