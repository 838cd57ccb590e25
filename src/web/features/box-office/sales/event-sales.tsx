import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EventSales as Sales } from "#contract/event-sales.ts";
import { formatCount } from "#web/features/admin/figures.tsx";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { formatCalendarDay } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { useNow } from "#web/lib/use-now.ts";
import { toLocalTime } from "#web/lib/zoned-time.ts";
import { BarChart } from "#web/ui/bar-chart.tsx";
import { ChartFrame } from "#web/ui/chart-frame.tsx";
import { salesQuery } from "../queries.ts";
import { Shares } from "./shares.tsx";

type Measure = "cents" | "tickets" | "orders";
const measures: { value: Measure; label: string }[] = [
  { value: "cents", label: "Revenue" },
  { value: "tickets", label: "Tickets" },
  { value: "orders", label: "Orders" },
];

/** An event's sales by day, ticket type, promo code and promoter. */
export function EventSales({ eventId }: { eventId: number }) {
  const { data, error, refetch } = useQuery(salesQuery(eventId));
  const state = data ? (data.total.orders === 0 ? "empty" : "ready") : error ? "failed" : "waiting";
  const frame = { state, onRetry: () => void refetch() } as const;
  const currency = data?.currency ?? "USD";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      <div className="min-w-0 lg:col-span-2">
        <Days frame={frame} data={data} />
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

type DaysProps = {
  frame: { state: "ready" | "waiting" | "empty" | "failed"; onRetry: () => void };
  data?: Sales | undefined;
};

function Days({ frame, data }: DaysProps) {
  const [measure, setMeasure] = useState<Measure>("cents");
  const now = useNow();
  const days = data?.days ?? [];
  const today = toLocalTime(new Date(now).toISOString(), data?.timeZone ?? "UTC").slice(0, 10);
  const isLastOpen = days.at(-1)?.day === today;
  const show = (value: number) =>
    measure === "cents" ? formatMoney(value, data?.currency ?? "USD") : formatCount(value);
  return (
    <ChartFrame
      title="Sales by day"
      {...frame}
      emptyText="No sales yet."
      figure={
        <span className="font-display text-2xl leading-tight font-bold tabular-nums">
          {data && show(data.total[measure])}
        </span>
      }
      {...(isLastOpen ? { legend: [{ label: "By day (today is lighter)", swatch: "bg-gold" }] } : {})}
      table={{
        head: ["Day", "Orders", "Tickets", "Revenue"],
        rows: days.map((day) => [
          formatCalendarDay(day.day),
          formatCount(day.orders),
          formatCount(day.tickets),
          formatMoney(day.cents, data?.currency ?? "USD"),
        ]),
      }}
      controls={
        <div className="w-40">
          <FilterSelect
            label="Metric"
            value={measure}
            choices={measures}
            onChange={(value) => setMeasure((value ?? "cents") as Measure)}
          />
        </div>
      }
    >
      <BarChart
        isLastOpen={isLastOpen}
        top={show(Math.max(0, ...days.map((day) => day[measure])))}
        bars={days.map((day) => ({
          key: day.day,
          value: day[measure],
          name: formatCalendarDay(day.day),
          label: `${formatCalendarDay(day.day)}: ${show(day[measure])}`,
        }))}
      />
    </ChartFrame>
  );
}
