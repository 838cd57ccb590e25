import { useSuspenseQuery } from "@tanstack/react-query";
import type { EventMarker } from "#contract/events/markers.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { ownZone, dayOf } from "#web/lib/dates.ts";
import { useBrandZone } from "#web/lib/site.ts";
import { groupBy } from "#web/lib/group-by.ts";
import { monthName, dayName, addMonths, daysIn, timeOn } from "../days.ts";
import { EventsFrame } from "../events-frame.tsx";
import { monthQuery } from "../queries.ts";
import { MonthGrid } from "./month-grid.tsx";
import { useHydrated } from "#web/lib/use-now.ts";
import { useNow } from "#web/lib/use-now.ts";
import { EventLink } from "../event-link.tsx";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "#web/lib/router.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

/** The events of one month: a grid of days on desktop, a list of the days with events on a phone. */
export function CalendarView({ filter }: { filter: EventsFilter }) {
  const { data } = useSuspenseQuery(monthQuery(filter));
  const { month, items, before, after } = data;
  // First paint uses the server's day, the visitor's own comes after it.
  const brandZone = useBrandZone();
  const today = dayOf(useNow(), useHydrated() ? ownZone() : brandZone);
  const onDays = items.flatMap((event) => daysIn(month, event).map((day) => ({ day, event })));
  const byDay = new Map(
    [...groupBy(onDays, ({ day }) => day)]
      .map(([day, shown]) => [day, shown.map(({ event }) => event)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  const addressOf = (targetMonth: string | undefined) => paths.events({ ...filter, month: targetMonth });

  return (
    <EventsFrame filter={filter} facets={data} head={<MonthHeader month={month} today={today} addressOf={addressOf} />}>
      {items.length === 0 && (
        <EmptyState
          title={`No events in ${monthName(month)}`}
          text={filter.q || filter.city || filter.category ? "Try clearing your filters." : undefined}
          action={
            <>
              {after && <LinkButton to={addressOf(after)}>Go to {monthName(after)}</LinkButton>}
              {before && (
                <LinkButton variant="outline" to={addressOf(before)}>
                  Back to {monthName(before)}
                </LinkButton>
              )}
            </>
          }
        />
      )}
      <div className="max-md:hidden">
        <MonthGrid month={month} byDay={byDay} today={today} addressOf={addressOf} />
      </div>
      <div className="md:hidden">
        <Agenda byDay={byDay} today={today} />
      </div>
    </EventsFrame>
  );
}

/** The days with events, one below the other. */
function Agenda({ byDay, today }: { byDay: Map<string, EventMarker[]>; today: string }) {
  return (
    <ol className="grid gap-8">
      {[...byDay].map(([day, events]) => (
        <li key={day}>
          <h3 className="eyebrow flex items-center gap-3 border-b-2 border-gold pb-2">
            {dayName(day)}
            {day === today && <span className="rounded-sm bg-gold px-2 py-0.5 text-on-gold">Today</span>}
          </h3>
          <ul>
            {events.map((event) => (
              <li key={event.id} className="border-b border-line">
                <EventLink event={event} when={`${timeOn(day, event)} · ${event.city}`} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

type MonthHeaderProps = { month: string; today: string; addressOf: (month: string | undefined) => string };

/** The month in large type, with links to the months around it. */
function MonthHeader({ month, today, addressOf }: MonthHeaderProps) {
  const step = (other: string, label: string, Icon: typeof ArrowLeft) => (
    <Link
      to={addressOf(other)}
      preventScrollReset
      aria-label={`${label}: ${monthName(other)}`}
      className={buttonStyle("outline", "icon")}
    >
      <Icon className="size-5" />
    </Link>
  );
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <h2 id="month" aria-live="polite" className="display text-display-lg">
        {monthName(month)}
      </h2>
      <div className="mb-1 flex gap-2">
        {step(addMonths(month, -1), "Previous month", ArrowLeft)}
        {step(addMonths(month, 1), "Next month", ArrowRight)}
        {!today.startsWith(month) && (
          <Link to={addressOf(undefined)} preventScrollReset className={buttonStyle("quiet")}>
            Today
          </Link>
        )}
      </div>
    </div>
  );
}
