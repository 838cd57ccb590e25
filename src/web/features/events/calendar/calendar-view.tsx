import { useSuspenseQuery } from "@tanstack/react-query";
import type { EventMarker } from "#contract/event-markers.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dayOf, monthName } from "../days.ts";
import { EventsFrame } from "../events-frame.tsx";
import { monthQuery } from "../queries.ts";
import { Agenda } from "./agenda.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { MonthHeader } from "./month-header.tsx";
import { useToday } from "./use-today.ts";

/** The events of one month: a grid of days on desktop, a list of the days with events on a phone. */
export function CalendarView({ filter }: { filter: EventsFilter }) {
  const { data } = useSuspenseQuery(monthQuery(filter));
  const { month, items, before, after } = data;
  const today = useToday();
  const byDay = groupByDay(items);
  const addressOf = (wanted: string | undefined) => paths.events({ ...filter, month: wanted });

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

function groupByDay(events: EventMarker[]): Map<string, EventMarker[]> {
  const days = new Map<string, EventMarker[]>();
  for (const event of events) {
    const day = dayOf(event.startsAt, event.timeZone);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return days;
}
