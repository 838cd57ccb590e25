import { useQuery } from "@tanstack/react-query";
import { formatCount } from "#web/features/admin/figures.tsx";
import { SalesChart } from "#web/features/admin/sales-chart.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { salesQuery } from "../queries.ts";
import { Shares } from "./shares.tsx";

/** An event's sales by day, ticket type, promo code and promoter. */
export function EventSales({ eventId }: { eventId: number }) {
  const { data, error, refetch } = useQuery(salesQuery(eventId));
  const state = data ? (data.total.orders === 0 ? "empty" : "ready") : error ? "failed" : "waiting";
  const frame = { state, onRetry: () => void refetch() } as const;
  const currency = data?.currency ?? "USD";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      <div className="min-w-0 lg:col-span-2">
        <SalesChart
          title="Sales by day"
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
        title="By ticket type"
        frame={frame}
        currency={currency}
        whole={data?.total.tickets ?? 0}
        rows={data?.types.map((type) => ({ ...type, key: String(type.id) })) ?? []}
        extra={[
          { head: "Comps", of: ({ compTickets }) => formatCount(compTickets) },
          { head: "Discount", of: ({ discountCents }) => formatMoney(discountCents, currency) },
          { head: "Refunded", of: ({ refundedCents }) => formatMoney(refundedCents, currency) },
        ]}
      />
      <Shares
        title="By promo code"
        frame={data && data.codes.length === 0 ? { ...frame, state: "empty" } : frame}
        emptyText="No orders used a promo code."
        currency={currency}
        whole={data?.total.tickets ?? 0}
        rows={data?.codes.map((row) => ({ ...row, key: row.code, name: row.code })) ?? []}
        extra={[{ head: "Discount", of: ({ discountCents }) => formatMoney(discountCents, currency) }]}
      />
      <Shares
        title="By promoter"
        frame={data && data.promoters.length === 0 ? { ...frame, state: "empty" } : frame}
        emptyText="No orders came through a promoter link."
        currency={currency}
        whole={data?.total.tickets ?? 0}
        rows={data?.promoters.map((row) => ({ ...row, key: String(row.id) })) ?? []}
        extra={[{ head: "Commission", of: ({ commissionCents }) => formatMoney(commissionCents, currency) }]}
      />
    </div>
  );
}
