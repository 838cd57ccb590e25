import type { AnalyticsReport } from "#contract/analytics.ts";
import { counted, Figures, formatCount, formatShare } from "#web/features/admin/figures.tsx";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import { dayNames } from "#web/ui/chart/scales.ts";
import { Meter, MeterKey } from "#web/features/admin/meter.tsx";
import { Link } from "react-router";
import { hubPath } from "#web/features/event-hub/event-tab.ts";
import { formatDay } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";

const devices = { mobile: "Phone", tablet: "Tablet", desktop: "Desktop" };

/** What visitors viewed, from the totals down to each event. */
export function ReportView({ report }: { report: AnalyticsReport }) {
  const { days, totals } = report;
  const dayName = dayNames(days.map(({ day }) => day));
  const total = totals.pageViews;
  return (
    <div className="grid gap-5">
      <Figures
        items={[
          { label: "Page views", value: formatCount(total) },
          { label: "Visitors", value: formatCount(totals.sessions), note: "unique browsers" },
          { label: "Event views", value: formatCount(totals.eventViews) },
          { label: "Ticket clicks", value: formatCount(totals.ticketClicks) },
          { label: "Bots", value: formatCount(totals.botPageViews), note: "not counted elsewhere" },
        ]}
      />
      <ChartFrame
        title="Page views by day"
        state={total === 0 ? "empty" : "ready"}
        emptyText="No page views in this period."
        table={{
          head: ["Day", "Page views", "Visitors"],
          rows: days.map(({ day, pageViews, sessions }) => [
            dayName(day),
            formatCount(pageViews),
            formatCount(sessions),
          ]),
        }}
      >
        <DayChart
          label="Page views by day"
          timeZone={report.timeZone}
          points={days.map(({ day, pageViews, sessions }) => ({
            day,
            value: pageViews,
            text: `${counted(pageViews, "view")}, ${counted(sessions, "visitor")}`,
          }))}
        />
      </ChartFrame>
      <div className="grid gap-5 md:grid-cols-2">
        <Ranking
          title="Pages"
          rows={report.paths}
          nameOf={(row) => row.path}
          total={total}
          nothing="No page views in this period."
        />
        <div className="grid content-start gap-5">
          <Ranking title="Devices" rows={report.devices} nameOf={(row) => devices[row.deviceType]} total={total} />
          <Ranking title="Browsers" rows={report.browsers} nameOf={(row) => row.browser} total={total} />
          <Ranking
            title="Referrers"
            rows={report.referrers}
            most={6}
            nameOf={(row) => row.referrer ?? "Direct"}
            total={total}
          />
        </div>
      </div>
      <Interest
        title="Events"
        clicks="Ticket clicks"
        nothing="No event views in this period."
        rows={report.events.map(({ eventId, startsAt, ticketClicks, ...event }) => ({
          ...event,
          path: hubPath(eventId),
          note: formatDay(startsAt, report.timeZone),
          clicks: ticketClicks,
        }))}
      />
      {report.products.length > 0 && (
        <Interest
          title="Products"
          clicks="Card clicks"
          nothing="No product views in this period."
          rows={report.products.map(({ productId, detailClicks, ...product }) => ({
            ...product,
            path: paths.admin({ section: "products", id: String(productId) }),
            clicks: detailClicks,
          }))}
        />
      )}
    </div>
  );
}

type RankingProps<Row> = {
  title: string;
  rows: Row[];
  nameOf: (row: Row) => string;
  most?: number;
  total: number;
  nothing?: string;
};

/** The most viewed items, each with a bar relative to the first. */
function Ranking<Row extends { pageViews: number }>({
  title,
  rows,
  nameOf,
  most = 12,
  total,
  nothing = "No visits in this period.",
}: RankingProps<Row>) {
  const shown = rows.slice(0, most);
  const whole = Math.max(1, ...shown.map(({ pageViews }) => pageViews));
  return (
    <section className="grid content-start gap-3 rounded-md border border-line bg-panel p-4 sm:p-5">
      <h2 className="flex justify-between gap-4 font-semibold">
        {title}
        <span className="text-sm font-normal text-muted">views</span>
      </h2>
      {rows.length === 0 && <p className="text-sm text-muted">{nothing}</p>}
      <ol className="grid gap-3 text-sm">
        {shown.map((row) => (
          <li key={nameOf(row)} className="grid gap-1">
            <div className="flex justify-between gap-4">
              <span className="min-w-0 truncate">{nameOf(row)}</span>
              <span className="shrink-0 tabular-nums">
                {formatCount(row.pageViews)}{" "}
                <span className="inline-block w-10 text-right text-muted">{formatShare(row.pageViews, total)}</span>
              </span>
            </div>
            <Meter whole={whole} parts={[{ value: row.pageViews, tone: "gold", label: "views" }]} className="h-1.5!" />
          </li>
        ))}
      </ol>
    </section>
  );
}

type InterestRow = { path: string; title: string; note?: string; views: number; clicks: number };
type InterestProps = { title: string; clicks: string; nothing: string; rows: InterestRow[] };

/** Views of each event or product, and the clicks that followed. */
function Interest({ title, clicks, nothing, rows }: InterestProps) {
  const most = Math.max(1, ...rows.flatMap((row) => [row.views, row.clicks]));
  return (
    <section className="overflow-clip rounded-md border border-line bg-panel">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="font-semibold">{title}</h2>
        <MeterKey
          parts={[
            { tone: "gold", label: "Views" },
            { tone: "sea", label: clicks },
          ]}
        />
      </header>
      {rows.length === 0 && <p className="px-4 py-8 text-sm text-muted">{nothing}</p>}
      <ol>
        {rows.map((row) => (
          <li
            key={row.path}
            className="grid items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-3 text-sm last:border-b-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_14rem]"
          >
            <p className="min-w-0">
              <Link to={row.path} className="font-semibold underline-offset-3 hover:underline">
                {row.title}
              </Link>
              {row.note && <span className="ml-2 text-muted">{row.note}</span>}
            </p>
            <div className="grid gap-1">
              <Meter whole={most} parts={[{ value: row.views, tone: "gold", label: "views" }]} className="h-1.5!" />
              <Meter whole={most} parts={[{ value: row.clicks, tone: "sea", label: "clicks" }]} className="h-1.5!" />
            </div>
            <p className="tabular-nums md:text-right">
              {counted(row.views, "view")} · {counted(row.clicks, "click")}
              <span className="ml-2 text-muted">{formatShare(row.clicks, row.views)}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
