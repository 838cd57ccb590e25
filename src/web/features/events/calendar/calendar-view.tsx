import { useSuspenseQuery } from "@tanstack/react-query";
import type { NightMark } from "#contract/event-marks.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dayOf, monthName } from "../days.ts";
import { EventsFrame } from "../events-frame.tsx";
import { monthQuery } from "../queries.ts";
import { Agenda } from "./agenda.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { MonthHead } from "./month-head.tsx";
import { useToday } from "./use-today.ts";

/** Nights of one month: a grid of days on a desk, the days that have nights on a phone. */
export function CalendarView({ filter }: { filter: EventsFilter }) {
  const { data } = useSuspenseQuery(monthQuery(filter));
  const { month, items, before, after } = data;
  const today = useToday();
  const byDay = groupByDay(items);
  const addressOf = (wanted: string | undefined) => paths.events({ ...filter, month: wanted });

  return (
    <EventsFrame filter={filter} facets={data} head={<MonthHead month={month} today={today} addressOf={addressOf} />}>
      {items.length === 0 && (
        <EmptyState
          title={`No night in ${monthName(month)}`}
          text={filter.q || filter.city || filter.category ? "Not of what you chose, at least." : undefined}
          action={
            <>
              {after && <LinkButton to={addressOf(after)}>On to {monthName(after)}</LinkButton>}
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

function groupByDay(nights: NightMark[]): Map<string, NightMark[]> {
  const days = new Map<string, NightMark[]>();
  for (const night of nights) {
    const day = dayOf(night.startsAt, night.timeZone);
    days.set(day, [...(days.get(day) ?? []), night]);
  }
  return days;
}
