import { type ReactNode, useState } from "react";
import { figureSentences } from "#contract/figures.ts";
import { formatMoney } from "#web/lib/money.ts";
import { ChartFrame, type ChartState } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import { dayNames } from "#web/ui/chart/scales.ts";
import { counted, formatCount } from "./figures.tsx";
import { FilterSelect } from "./table/table-toolbar.tsx";

type SalesDay = { day: string; orders: number; tickets: number; cents: number };

export type SalesMetric = "cents" | "tickets" | "orders";
const metrics: { value: SalesMetric; label: string }[] = [
  { value: "cents", label: "Revenue" },
  { value: "tickets", label: "Tickets" },
  { value: "orders", label: "Orders" },
];

/** Takes the space of what is usual until the sales are there. */
const unread = { days: [], currency: "USD", timeZone: "America/New_York" };

type SalesChartProps = {
  title: string;
  state: ChartState;
  onRetry: () => void;
  emptyText: string;
  /** The days and their time zone; undefined until they are loaded. */
  sales: { days: SalesDay[]; currency: string; timeZone: string } | undefined;
  /** The total beside the title, for the metric that is shown. */
  renderFigure: (metric: SalesMetric, show: (value: number) => string) => ReactNode;
};

/** Sales by day: revenue, tickets or orders as a chart, and all three as a table, latest first. */
export function SalesChart({ title, sales, renderFigure, ...frame }: SalesChartProps) {
  const [metric, setMetric] = useState<SalesMetric>("cents");
  const { days, currency, timeZone } = sales ?? unread;
  const dayName = dayNames(days.map(({ day }) => day));
  const isMoney = metric === "cents";
  const show = (value: number) => (isMoney ? formatMoney(value, currency) : formatCount(value));
  return (
    <ChartFrame
      title={title}
      {...frame}
      figure={renderFigure(metric, show)}
      table={{
        head: ["Day", "Orders", "Tickets", "Revenue"],
        rows: days
          .toReversed()
          .map(({ day, orders, tickets, cents }) => [
            dayName(day),
            formatCount(orders),
            formatCount(tickets),
            formatMoney(cents, currency),
          ]),
      }}
      controls={
        <div className="w-40 max-w-full">
          <FilterSelect
            label="Metric"
            value={metric}
            choices={metrics}
            onChange={(value) => setMetric((value ?? "cents") as SalesMetric)}
          />
        </div>
      }
    >
      <DayChart
        label={`${title}: ${metrics.find(({ value }) => value === metric)!.label}`}
        {...(isMoney ? { currency } : {})}
        timeZone={timeZone}
        points={days.map(({ day, orders, tickets, cents }) => ({
          day,
          value: { orders, tickets, cents }[metric],
          text: `${formatMoney(cents, currency)}, ${counted(tickets, "ticket")}, ${counted(orders, "order")}`,
        }))}
      />
      <p className="text-sm text-muted">{isMoney ? figureSentences.days : figureSentences.tickets}</p>
    </ChartFrame>
  );
}
