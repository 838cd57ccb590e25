import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeskDay, DeskTrend } from "#contract/desk.ts";
import { formatDay } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { BarChart } from "#web/ui/bar-chart.tsx";
import { ChartFrame } from "#web/ui/chart-frame.tsx";
import { formatCount } from "../figures.tsx";
import { FilterSelect } from "../table/filter-select.tsx";
import { trendQuery } from "./queries.ts";

type Measure = "cents" | "tickets" | "orders";
const measures: { value: Measure; label: string }[] = [
  { value: "cents", label: "Money" },
  { value: "tickets", label: "Tickets" },
  { value: "orders", label: "Orders" },
];

/** Midday: a day is the same day in every zone near it. */
const nameDay = (day: string) => formatDay(`${day}T12:00:00Z`, "UTC");

/** The last thirty days, day by day, and whether the last seven were better than the seven before. */
export function Trend() {
  const { data, error, refetch } = useQuery(trendQuery());
  const [measure, setMeasure] = useState<Measure>("cents");
  const show = (value: number) =>
    measure === "cents" ? formatMoney(value, data?.currency ?? "USD") : formatCount(value);
  const days = data?.days ?? [];
  const isEmpty = days.every((day) => day.orders === 0);
  return (
    <ChartFrame
      title="Sales of the last 30 days"
      state={data ? (isEmpty ? "empty" : "ready") : error ? "failed" : "waiting"}
      emptyText="No order was paid in the last 30 days."
      onRetry={() => void refetch()}
      figure={<Comparison days={days} measure={measure} show={show} />}
      legend={[{ label: "Day, today lighter", swatch: "bg-gold" }]}
      table={tableOf(data)}
      controls={
        <div className="w-40">
          <FilterSelect
            label="Measure"
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
          name: nameDay(day.day),
          label: `${nameDay(day.day)}: ${show(day[measure])}`,
        }))}
      />
    </ChartFrame>
  );
}

const sum = (days: DeskDay[], measure: Measure) => days.reduce((total, day) => total + day[measure], 0);

function Comparison({ days, measure, show }: { days: DeskDay[]; measure: Measure; show: (value: number) => string }) {
  const [last, before] = [sum(days.slice(-7), measure), sum(days.slice(-14, -7), measure)];
  const change = before === 0 ? undefined : Math.round((100 * (last - before)) / before);
  return (
    <span className="text-sm text-muted">
      <span className="font-display text-2xl font-bold text-ink tabular-nums">{show(last)}</span> in 7 days
      {change !== undefined && (
        <span className={change > 0 ? "text-sea" : change < 0 ? "text-hibiscus" : undefined}>{compare(change)}</span>
      )}
    </span>
  );
}

/** @param change in whole percent of the seven days before */
const compare = (change: number) =>
  change === 0 ? ", level with the 7 before" : ` ${change > 0 ? `+${change}` : `−${-change}`}% on the 7 before`;

function tableOf(data: DeskTrend | undefined) {
  const rows = (data?.days ?? []).toReversed();
  return {
    head: ["Day", "Orders", "Tickets", "Money"],
    rows: rows.map(({ day, orders, tickets, cents }) => [
      nameDay(day),
      formatCount(orders),
      formatCount(tickets),
      formatMoney(cents, data!.currency),
    ]),
  };
}
