import type { AnalyticsReport } from "#contract/analytics.ts";
import { counted, Figures, formatCount } from "#web/features/admin/figures.tsx";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import { dayNames } from "#web/ui/chart/scales.ts";
import { EventInterest } from "./event-interest.tsx";
import { Ranking } from "./ranking.tsx";

const devices = { mobile: "Phone", tablet: "Tablet", desktop: "Desktop" };

/** What visitors viewed, from the totals down to each event. */
export function ReportView({ report }: { report: AnalyticsReport }) {
  const { days, totals } = report;
  const dayName = dayNames(days.map(({ day }) => day));
  const rank = <Row extends { pageViews: number; sessions: number }>(rows: Row[], nameOf: (row: Row) => string) =>
    rows
      .slice(0, 12)
      .map((row) => ({ key: nameOf(row), name: nameOf(row), views: row.pageViews, sessions: row.sessions }));
  return (
    <div className="grid gap-5">
      <Figures
        items={[
          { label: "Page views", value: formatCount(totals.pageViews) },
          { label: "Visitors", value: formatCount(totals.sessions), note: "unique browsers" },
          { label: "Event views", value: formatCount(totals.eventViews) },
          { label: "Ticket clicks", value: formatCount(totals.ticketClicks) },
          { label: "Bots", value: formatCount(totals.botPageViews), note: "not counted elsewhere" },
        ]}
      />
      <ChartFrame
        title="Page views by day"
        state={totals.pageViews === 0 ? "empty" : "ready"}
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
          rows={rank(report.paths, (row) => row.path)}
          total={totals.pageViews}
          nothing="No page views in this period."
        />
        <div className="grid content-start gap-5">
          <Ranking
            title="Devices"
            rows={rank(report.devices, (row) => devices[row.deviceType])}
            total={totals.pageViews}
            nothing="No visits in this period."
          />
          <Ranking
            title="Browsers"
            rows={rank(report.browsers, (row) => row.browser)}
            total={totals.pageViews}
            nothing="No visits in this period."
          />
          <Ranking
            title="Referrers"
            rows={rank(report.referrers, (row) => row.referrer ?? "Direct").slice(0, 6)}
            total={totals.pageViews}
            nothing="No visits in this period."
          />
        </div>
      </div>
      <EventInterest events={report.events} timeZone={report.timeZone} />
    </div>
  );
}
