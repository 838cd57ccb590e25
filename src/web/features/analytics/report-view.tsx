import type { AnalyticsReport } from "#contract/analytics.ts";
import { Figures, formatCount } from "#web/features/desk/figures.tsx";
import { DayChart } from "./day-chart.tsx";
import { NightInterest } from "./night-interest.tsx";
import { Ranking } from "./ranking.tsx";

const devices = { mobile: "Phone", tablet: "Tablet", desktop: "Computer" };

/** What people looked at, from the whole down to each night. */
export function ReportView({ report }: { report: AnalyticsReport }) {
  const { totals } = report;
  const rank = <Row extends { pageViews: number; sessions: number }>(rows: Row[], nameOf: (row: Row) => string) =>
    rows
      .slice(0, 12)
      .map((row) => ({ key: nameOf(row), name: nameOf(row), views: row.pageViews, sessions: row.sessions }));
  return (
    <div className="grid gap-5">
      <Figures
        items={[
          { label: "Page views", value: formatCount(totals.pageViews) },
          { label: "Visitors", value: formatCount(totals.sessions), note: "browsers, counted once" },
          { label: "Looks at nights", value: formatCount(totals.eventViews) },
          { label: "Ticket clicks", value: formatCount(totals.ticketClicks) },
          { label: "Robots", value: formatCount(totals.robotPageViews), note: "in no other figure" },
        ]}
      />
      <div className="rounded-md border border-line bg-panel p-4 sm:p-5">
        <DayChart days={report.days} />
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <Ranking
          title="Pages"
          rows={rank(report.paths, (row) => row.path)}
          total={totals.pageViews}
          nothing="No page was looked at."
        />
        <div className="grid content-start gap-5">
          <Ranking
            title="Devices"
            rows={rank(report.devices, (row) => devices[row.deviceType])}
            total={totals.pageViews}
            nothing="No visit in these days."
          />
          <Ranking
            title="Browsers"
            rows={rank(report.browsers, (row) => row.browser)}
            total={totals.pageViews}
            nothing="No visit in these days."
          />
          <Ranking
            title="Came from"
            rows={rank(report.referrers, (row) => row.referrer ?? "Typed, or a bookmark").slice(0, 6)}
            total={totals.pageViews}
            nothing="No visit in these days."
          />
        </div>
      </div>
      <NightInterest events={report.events} timeZone={report.timeZone} />
    </div>
  );
}
