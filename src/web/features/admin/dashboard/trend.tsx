import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { TrendDay } from "#contract/admin.ts";
import { SalesChart, type SalesMetric } from "../sales-chart.tsx";
import { trendQuery } from "./queries.ts";

/** The last 30 days by day, and how the last seven compare to the seven before. */
export function Trend() {
  const { data, error, refetch } = useQuery(trendQuery());
  const days = data?.days ?? [];
  const isEmpty = days.every((day) => day.orders === 0);
  return (
    <SalesChart
      title="Sales in the last 30 days"
      state={data ? (isEmpty ? "empty" : "ready") : error ? "failed" : "waiting"}
      emptyText="No paid orders in the last 30 days."
      onRetry={() => void refetch()}
      sales={data}
      renderFigure={(metric, show) => <Comparison days={days} metric={metric} show={show} />}
    />
  );
}

const sum = (days: TrendDay[], metric: SalesMetric) => days.reduce((total, day) => total + day[metric], 0);

type ComparisonProps = { days: TrendDay[]; metric: SalesMetric; show: (value: number) => string };

function Comparison({ days, metric, show }: ComparisonProps) {
  const [last, before] = [sum(days.slice(-7), metric), sum(days.slice(-14, -7), metric)];
  const change = before === 0 ? undefined : Math.round((100 * (last - before)) / before);
  return (
    <span className="grid text-sm text-muted md:text-right">
      <span>
        <span className="font-display text-2xl leading-tight font-bold text-ink tabular-nums">{show(last)}</span> in the
        last 7 days
      </span>
      {/* Without a change to show, the line stays: the chart below doesn't move when the numbers arrive. */}
      <span className={clsx(change && (change > 0 ? "text-sea" : "text-hibiscus"))}>
        {change === undefined ? "\u00a0" : compare(change)}
      </span>
    </span>
  );
}

/** @param change the change from the seven days before, in whole percent */
const compare = (change: number) =>
  change === 0 ? "Same as the 7 days before" : `${change > 0 ? `+${change}` : `−${-change}`}% vs. the 7 days before`;
