import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import type { Overview, PanelFigures } from "#contract/analytics/panels.ts";
import { figureSentences } from "#contract/figures.ts";
import { counted, type Figure, Figures, formatCount } from "#web/admin-kit/figures.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { ExportLink, FilterSelect } from "#web/admin-kit/table/table-toolbar.tsx";
import { formatCalendarDay } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import { dayNames, hourNames } from "#web/ui/chart/scales.ts";
import { Skeleton } from "#web/ui/spinner.tsx";
import { BreakdownPanel } from "./breakdown-panel.tsx";
import { formatChange, formatDuration, formatPercent, panelPath, panelQuery, type Scope } from "./scope.ts";

/** The period's figures, the same over time, and what they consist of. */
export function OverviewView({ scope }: { scope: Scope }) {
  const query = useQuery(panelQuery("GET /api/admin/analytics/overview", scope.query));
  const { data, isPlaceholderData } = query;
  const { eventId, productId, streamId } = scope.filters;
  const hasVisits = (eventId ?? productId ?? streamId) === undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ReadFailure label="The figures" query={query} />
      {data ? (
        <div
          aria-busy={isPlaceholderData}
          className={clsx("grid grid-cols-[minmax(0,1fr)] gap-5 transition-opacity", isPlaceholderData && "opacity-50")}
        >
          <div className="grid gap-3">
            <Figures items={trafficOf(data).filter(({ label }) => hasVisits || !ofVisits.has(label))} />
            {scope.filters.path === undefined && <Figures items={salesOf(data)} />}
            {scope.filters.path === undefined && (
              <p className="text-sm text-muted">
                {figureSentences.revenue} {figureSentences.days} {figureSentences.conversion}
              </p>
            )}
          </div>
          <OverTime data={data} scope={scope} hasVisits={hasVisits} />
        </div>
      ) : (
        query.error === null && <Skeleton className="h-160" />
      )}
      <div className="halves items-start gap-5">
        <BreakdownPanel scope={scope} kinds={["source", "campaign", "promoter"]} />
        <BreakdownPanel scope={scope} kinds={["event", "product", "stream"]} />
        <BreakdownPanel scope={scope} kinds={["page", "entry", "exit"]} />
        <BreakdownPanel scope={scope} kinds={["device", "browser"]} />
      </div>
    </div>
  );
}

/** A change in words and color; the sign alone says it too. */
function Change({ now, before, show }: { now: number; before: number; show: (value: number) => string }) {
  const change = formatChange(now, before);
  return (
    <>
      {change && <span className={clsx(now > before && "text-sea", now < before && "text-hibiscus")}>{change} </span>}
      <span className="whitespace-nowrap">from {show(before)}</span>
    </>
  );
}

type Sum = "visitors" | "visits" | "views" | "orders" | "revenueCents";

const sumFigure = ({ total, totalBefore }: Overview, label: string, name: Sum, show = formatCount): Figure => ({
  label,
  value: show(total[name]),
  note: totalBefore && <Change now={total[name]} before={totalBefore[name]} show={show} />,
});

function rateFigure(
  { total, totalBefore }: Overview,
  label: string,
  name: keyof PanelFigures,
  show: (value: number) => string,
): Figure {
  const [value, before] = [total[name], totalBefore?.[name] ?? null];
  return { label, value: value === null ? "–" : show(value), note: before !== null && `from ${show(before)}` };
}

/** What only pages have: the views of an event, a product or a stream belong to visits of pages. */
const ofVisits = new Set(["Visits", "Bounce rate", "Average visit"]);

const trafficOf = (data: Overview): Figure[] => [
  sumFigure(data, "Visitors", "visitors"),
  sumFigure(data, "Visits", "visits"),
  sumFigure(data, "Page views", "views"),
  rateFigure(data, "Bounce rate", "bouncePercent", formatPercent),
  rateFigure(data, "Average visit", "averageSeconds", formatDuration),
];

function salesOf(data: Overview): Figure[] {
  const { total, totalBefore, currency } = data;
  const money = (cents: number) => formatMoney(cents, currency);
  const each = ({ visitors, revenueCents }: PanelFigures) => (visitors === 0 ? 0 : Math.round(revenueCents / visitors));
  return [
    sumFigure(data, "Revenue", "revenueCents", money),
    sumFigure(data, "Orders", "orders"),
    rateFigure(data, "Conversion", "conversionPercent", formatPercent),
    {
      label: "Revenue per visitor",
      value: money(each(total)),
      note: totalBefore && `from ${money(each(totalBefore))}`,
    },
  ];
}

const allMetrics = [
  { value: "visitors", label: "Visitors" },
  { value: "views", label: "Page views" },
  { value: "visits", label: "Visits" },
  { value: "revenueCents", label: "Revenue" },
  { value: "bots", label: "Bots" },
  { value: "likelyBots", label: "Likely bots" },
] as const;
type Metric = (typeof allMetrics)[number]["value"];

const daysText = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatCalendarDay(from) : `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;

function OverTime({ data, scope, hasVisits }: { data: Overview; scope: Scope; hasVisits: boolean }) {
  const [chosen, setMetric] = useState<Metric>("visitors");
  const metrics = allMetrics.filter(({ value }) => hasVisits || value !== "visits");
  const metric = metrics.some(({ value }) => value === chosen) ? chosen : "visitors";
  const { series, step, timeZone, currency, bots } = data;
  const byHour = step === "hour";
  const nameOf = byHour ? hourNames(timeZone) : dayNames(series.map(({ at }) => at));
  const money = (cents: number) => formatMoney(cents, currency);
  const isMoney = metric === "revenueCents";
  const show = isMoney ? money : formatCount;
  const { label } = metrics.find(({ value }) => value === metric)!;
  const beforeOf = (point: Overview["series"][number]) =>
    metric === "bots" || metric === "likelyBots" ? undefined : point.before?.[metric];
  const hasBefore = data.before !== null && series.some((point) => beforeOf(point) !== undefined);
  const title = `${label} by ${step}`;
  return (
    <ChartFrame
      title={title}
      state={series.every((point) => point[metric] === 0 && !beforeOf(point)) ? "empty" : "ready"}
      emptyText="Nothing in this period yet."
      figure={
        <span className="print:hidden">
          <ExportLink isPlain to={panelPath("GET /api/admin/analytics/overview.csv", scope.query)} />
        </span>
      }
      controls={
        <div className="w-44 max-w-full">
          <FilterSelect
            label="Metric"
            value={metric}
            choices={metrics}
            onChange={(value) => setMetric((value ?? "visitors") as Metric)}
          />
        </div>
      }
      table={{
        head: [byHour ? "Hour" : "Day", ...metrics.map((each) => each.label)],
        rows: series
          .toReversed()
          .map((point) => [
            nameOf(point.at),
            ...metrics.map(({ value }) => (value === "revenueCents" ? money : formatCount)(point[value])),
          ]),
      }}
    >
      <DayChart
        label={title}
        timeZone={timeZone}
        byHour={byHour}
        {...(isMoney ? { currency } : {})}
        beforeLabel={hasBefore ? daysText(data.before!) : undefined}
        points={series.map((point) => {
          const before = beforeOf(point);
          const text = `${show(point[metric])}${before === undefined ? "" : `, before ${show(before)}`}`;
          return { day: point.at, value: point[metric], before, text };
        })}
      />
      <p className="text-sm text-muted">
        {data.from !== data.to &&
          "A visitor counts once a day, so someone who comes on three days counts three times. "}
        Known bots made {counted(bots.bots, "page view")}, likely bots {formatCount(bots.likelyBots)}.{" "}
        {scope.likelyBots === "count" ? "Likely bots are counted here." : "They're in no other figure."}
      </p>
    </ChartFrame>
  );
}
