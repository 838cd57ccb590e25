import { CalendarOff } from "lucide-react";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { isNarrowed } from "./events-filter.ts";
import type { ReactNode } from "react";
import { ViewSwitch } from "./view-switch.tsx";

/** The frame around the notice that the map or calendar couldn't load: the other views are one press away. */
export const MissingView = ({ filter, children }: { filter: EventsFilter; children: ReactNode }) => (
  <div className="measure grid gap-6 py-10 md:py-16">
    <ViewSwitch filter={filter} />
    {children}
  </div>
);

/** An empty list that says why it is empty, and links to the nearest list that isn't. */
export function NoEvents({ filter, total }: { filter: EventsFilter; total: number }) {
  const { when, q, city, category, view } = filter;
  const other = when === "past" ? undefined : "past";
  if (total > 0) {
    const first = paths.events({ ...filter, page: undefined });
    return (
      <EmptyState title="There's nothing on this page" action={<LinkButton to={first}>Back to page 1</LinkButton>} />
    );
  }
  if (!isNarrowed(filter)) {
    return (
      <EmptyState
        icon={<CalendarOff />}
        title={when === "past" ? "No past events yet" : "No upcoming events right now"}
        text={
          when === "past" ? "The first one is still to come." : "The next one shows up here as soon as it's announced."
        }
        action={
          <LinkButton to={paths.events({ when: other, view })}>
            {other ? "See past events" : "See upcoming events"}
          </LinkButton>
        }
      />
    );
  }
  const sought = [
    category ? `${category} events` : "events",
    q && `for “${q}”`,
    city && `in ${city}`,
    (filter.from || filter.to) && "on these dates",
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <EmptyState
      icon={<CalendarOff />}
      title="No events found"
      text={`We found no ${when === "past" ? "past" : "upcoming"} ${sought}. Try a shorter search or other filters.`}
      action={
        <>
          <LinkButton to={paths.events({ when, view })}>
            Show all {when === "past" ? "past" : "upcoming"} events
          </LinkButton>
          <LinkButton variant="outline" to={paths.events({ when: other, q, city, category, view })}>
            Search {other ? "past" : "upcoming"} events
          </LinkButton>
        </>
      }
    />
  );
}
