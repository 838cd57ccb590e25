import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AdminEvent } from "#contract/box-office.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { failureText } from "../failure-text.ts";
import { formatCount, formatShare } from "../figures.tsx";
import { Meter } from "../meter.tsx";
import { EventMoment } from "../moment.tsx";
import { nextEventsQuery } from "./queries.ts";

/** The next events and the share of tickets that each has sold. */
export function NextEvents() {
  const { data, error } = useQuery(nextEventsQuery());
  const events = data?.items.filter(({ isOver }) => !isOver).slice(0, 6) ?? [];
  return (
    <section
      aria-labelledby="next-events"
      className="grid content-start gap-1 rounded-md border border-line bg-panel p-5"
    >
      <h2 id="next-events" className="font-semibold">
        Upcoming events
      </h2>
      {error && !data && <p className="text-sm text-hibiscus">{failureText(error)}</p>}
      {!data && !error && <Skeleton className="h-44" />}
      {data && events.length === 0 && <p className="py-10 text-center text-sm text-muted">No upcoming events.</p>}
      <ul>
        {events.map((event) => (
          <NextEventRow key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}

function NextEventRow({ event: { id, title, startsAt, timeZone, sold, held, capacity } }: { event: AdminEvent }) {
  return (
    <li className="relative grid gap-1.5 border-b border-line py-3 last:border-b-0 last:pb-0">
      <p className="flex items-baseline justify-between gap-4">
        <Link
          to={withQuery(paths.ticketManagement(), { event: id })}
          className="font-semibold underline-offset-3 wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {title}
        </Link>
        <span className="font-display text-xl font-bold tabular-nums">{formatShare(sold, capacity)}</span>
      </p>
      <Meter
        whole={capacity}
        parts={[
          { value: sold, tone: "gold", label: "Sold" },
          { value: held, tone: "soft", label: "On hold" },
        ]}
      />
      <p className="flex justify-between gap-4 text-sm text-muted tabular-nums">
        <EventMoment at={startsAt} timeZone={timeZone} withTime={false} />
        <span>
          {formatCount(sold)} of {formatCount(capacity)}
        </span>
      </p>
    </li>
  );
}
