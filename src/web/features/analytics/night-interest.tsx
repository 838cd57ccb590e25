import { Link } from "react-router";
import type { AnalyticsReport } from "#contract/analytics.ts";
import { formatCount, formatShare } from "#web/features/desk/figures.tsx";
import { Meter, MeterKey } from "#web/features/desk/meter.tsx";
import { formatDay } from "#web/lib/dates.ts";
import { paths, withQuery } from "#web/lib/paths.ts";

/** How many looked at each night, and how many of them went for its tickets. */
export function NightInterest({ events, timeZone }: { events: AnalyticsReport["events"]; timeZone: string }) {
  const most = Math.max(1, ...events.flatMap((night) => [night.views, night.ticketClicks]));
  return (
    <section className="overflow-clip rounded-md border border-line bg-panel">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="font-semibold">Nights</h2>
        <MeterKey
          parts={[
            { tone: "gold", label: "Looks" },
            { tone: "sea", label: "Ticket clicks" },
          ]}
        />
      </header>
      {events.length === 0 && <p className="px-4 py-8 text-sm text-muted">Nobody looked at a night in these days.</p>}
      <ol>
        {events.map((night) => (
          <li
            key={night.eventId}
            className="grid items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-3 text-sm last:border-b-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_14rem]"
          >
            <p className="min-w-0">
              <Link
                to={withQuery(paths.ticketManagement(), { event: night.eventId })}
                className="font-semibold underline-offset-3 hover:underline"
              >
                {night.title}
              </Link>
              <span className="ml-2 text-muted">{formatDay(night.startsAt, timeZone)}</span>
            </p>
            <div className="grid gap-1">
              <Meter whole={most} parts={[{ value: night.views, tone: "gold", label: "looks" }]} className="h-1.5!" />
              <Meter
                whole={most}
                parts={[{ value: night.ticketClicks, tone: "sea", label: "clicks" }]}
                className="h-1.5!"
              />
            </div>
            <p className="tabular-nums md:text-right">
              {formatCount(night.views)} looks · {formatCount(night.ticketClicks)} clicks
              <span className="ml-2 text-muted">{formatShare(night.ticketClicks, night.views)}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
