import { Link } from "react-router";
import type { AnalyticsReport } from "#contract/analytics.ts";
import { counted, formatShare } from "#web/features/admin/figures.tsx";
import { Meter, MeterKey } from "#web/features/admin/meter.tsx";
import { formatDay } from "#web/lib/dates.ts";
import { paths, withQuery } from "#web/lib/paths.ts";

/** Views of each event, and clicks on its tickets. */
export function EventInterest({ events, timeZone }: { events: AnalyticsReport["events"]; timeZone: string }) {
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
              <Link
                to={withQuery(paths.ticketManagement(), { event: event.eventId })}
                className="font-semibold underline-offset-3 hover:underline"
              >
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
