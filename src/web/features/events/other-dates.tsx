import { Link } from "react-router";
import type { EventDetail, OtherDate } from "#contract/events.ts";
import { dateParts, formatTime } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { EventBadge } from "./event-badge.tsx";

/** The other dates of the same series, designed like ticket stubs. */
export function OtherDates({ dates }: { dates: EventDetail["otherDates"] }) {
  if (dates.length === 0) return null;
  return (
    <section aria-labelledby="other-dates">
      <h2 id="other-dates" className="eyebrow mb-4 text-gilt">
        Other dates
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2">
        {dates.map((date) => (
          <li key={date.id}>
            <DateStub date={date} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DateStub({ date }: { date: OtherDate }) {
  const { weekday, day, month } = dateParts(date.startsAt, date.timeZone);
  return (
    <Link
      to={paths.event(date.id, date.slug)}
      className="flex min-h-16 items-center gap-4 rounded-sm border border-line px-4 py-2 transition-colors hover:border-gold"
    >
      <span className="display text-display-sm text-gilt">
        {month} {day}
      </span>
      <span className="min-w-0 flex-1 text-sm text-muted">
        {weekday}, {formatTime(date.startsAt, date.timeZone)}
        <br />
        {date.city}
      </span>
      <EventBadge event={date} />
    </Link>
  );
}
