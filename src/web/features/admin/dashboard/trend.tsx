import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TrendDay, AdminTrend } from "#contract/admin.ts";
import { formatCalendarDay } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { BarChart } from "#web/ui/bar-chart.tsx";
import { ChartFrame } from "#web/ui/chart-frame.tsx";
import { formatCount } from "../figures.tsx";
import { FilterSelect } from "../table/filter-select.tsx";
import { trendQuery } from "./queries.ts";

type Measure = "cents" | "tickets" | "orders";
const measures: { value: Measure; label: string }[] = [
  { value: "cents", label: "Revenue" },
  { value: "tickets", label: "Tickets" },
  { value: "orders", label: "Orders" },
];

/** The last 30 days by day, and how the last seven compare to the seven before. */
export function Trend() {
  const { data, error, refetch } = useQuery(trendQuery());
  const [measure, setMeasure] = useState<Measure>("cents");
  const show = (value: number) =>
    measure === "cents" ? formatMoney(value, data?.currency ?? "USD") : formatCount(value);
  const days = data?.days ?? [];
  const isEmpty = days.every((day) => day.orders === 0);
  return (
    <ChartFrame
      title="Sales in the last 30 days"
      state={data ? (isEmpty ? "empty" : "ready") : error ? "failed" : "waiting"}
      emptyText="No paid orders in the last 30 days."
      onRetry={() => void refetch()}
      figure={<Comparison days={days} measure={measure} show={show} />}
      legend={[{ label: "By day (today is lighter)", swatch: "bg-gold" }]}
      table={tableOf(data)}
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
        isLastOpen
        top={show(Math.max(...days.map((day) => day[measure])))}
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

const sum = (days: TrendDay[], measure: Measure) => days.reduce((total, day) => total + day[measure], 0);

function Comparison({ days, measure, show }: { days: TrendDay[]; measure: Measure; show: (value: number) => string }) {
  const [last, before] = [sum(days.slice(-7), measure), sum(days.slice(-14, -7), measure)];
  const change = before === 0 ? undefined : Math.round((100 * (last - before)) / before);
  return (
    <span className="text-sm text-muted">
      <span className="font-display text-2xl font-bold text-ink tabular-nums">{show(last)}</span> in the last 7 days
      {change !== undefined && (
        <span className={change > 0 ? "text-sea" : change < 0 ? "text-hibiscus" : undefined}>{compare(change)}</span>
      )}
    </span>
  );
}

/** @param change the change from the seven days before, in whole percent */
const compare = (change: number) =>
  change === 0 ? ", same as the 7 days before" : ` ${change > 0 ? `+${change}` : `−${-change}`}% vs. the 7 days before`;

function tableOf(data: AdminTrend | undefined) {
  const rows = (data?.days ?? []).toReversed();
  return {
    head: ["Day", "Orders", "Tickets", "Revenue"],
    rows: rows.map(({ day, orders, tickets, cents }) => [
      formatCalendarDay(day),
      formatCount(orders),
      formatCount(tickets),
      formatMoney(cents, data!.currency),
    ]),
  };
}
