import type { AnalyticsReport } from "#contract/analytics.ts";
import { counted, Figures, formatCount, formatShare } from "#web/features/admin/figures.tsx";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import { dayNames } from "#web/ui/chart/scales.ts";
import { Meter, MeterKey } from "#web/features/admin/meter.tsx";
import { Link } from "react-router";
import { hubPath } from "#web/features/event-hub/event-tab.ts";
import { formatDay } from "#web/lib/dates.ts";

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
      <EventInterest events={report.events} timeZone={report.timeZone} />
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

/** Views of each event, and clicks on its tickets. */
function EventInterest({ events, timeZone }: { events: AnalyticsReport["events"]; timeZone: string }) {
  const most = Math.max(1, ...events.flatMap((event) => [event.views, event.ticketClicks]));
  return (
    <section className="overflow-clip rounded-md border border-line bg-panel">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="font-semibold">Events</h2>
        <MeterKey
          parts={[
            { tone: "gold", label: "Views" },
            { tone: "sea", label: "Ticket clicks" },
          ]}
        />
      </header>
      {events.length === 0 && <p className="px-4 py-8 text-sm text-muted">No event views in this period.</p>}
      <ol>
        {events.map((event) => (
          <li
            key={event.eventId}
            className="grid items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-3 text-sm last:border-b-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_14rem]"
          >
            <p className="min-w-0">
              <Link to={hubPath(event.eventId)} className="font-semibold underline-offset-3 hover:underline">
                {event.title}
              </Link>
              <span className="ml-2 text-muted">{formatDay(event.startsAt, timeZone)}</span>
            </p>
            <div className="grid gap-1">
              <Meter whole={most} parts={[{ value: event.views, tone: "gold", label: "views" }]} className="h-1.5!" />
              <Meter
                whole={most}
                parts={[{ value: event.ticketClicks, tone: "sea", label: "clicks" }]}
                className="h-1.5!"
              />
            </div>
            <p className="tabular-nums md:text-right">
              {counted(event.views, "view")} · {counted(event.ticketClicks, "click")}
              <span className="ml-2 text-muted">{formatShare(event.ticketClicks, event.views)}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
