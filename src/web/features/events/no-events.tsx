import { CalendarOff, CalendarDays, LayoutGrid, MapPin } from "lucide-react";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { EmptyState } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { isNarrowed } from "./events-filter.ts";
import type { ReactNode } from "react";
import { clsx } from "clsx";
import { Link } from "#web/lib/router.ts";

const views = [
  { view: undefined, label: "Posters", Icon: LayoutGrid },
  { view: "map", label: "Map", Icon: MapPin },
  { view: "calendar", label: "Calendar", Icon: CalendarDays },
] as const;

/** Switches between posters, map and calendar for the same events. */
export function ViewSwitch({ filter }: { filter: EventsFilter }) {
  return (
    <nav aria-label="View" className="flex flex-wrap border-b border-line">
      {views.map(({ view, label, Icon }) => {
        const isOn = filter.view === view;
        return (
          <Link
            key={label}
            to={paths.events({ ...filter, view, page: undefined, month: undefined })}
            preventScrollReset
            aria-current={isOn ? "page" : undefined}
            className={clsx(
              "-mb-px flex min-h-12 items-center gap-1.5 border-b-3 px-2 font-display text-lg font-bold xs:gap-2 xs:px-4 tracking-[0.03em] uppercase first:pl-1",
              isOn ? "border-gold text-ink" : "border-transparent text-muted hover:text-ink",
            )}
          >
            <Icon className="size-5" /> {label}
          </Link>
        );
      })}
    </nav>
  );
}

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
  const [other, shown, rest] =
    when === "past" ? ([undefined, "past", "upcoming"] as const) : (["past", "upcoming", "past"] as const);
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
        title={other ? "No upcoming events right now" : "No past events yet"}
        text={other ? "The next one shows up here as soon as it's announced." : "The first one is still to come."}
        action={<LinkButton to={paths.events({ when: other, view })}>See {rest} events</LinkButton>}
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
      text={`We found no ${shown} ${sought}. Try a shorter search or other filters.`}
      action={
        <>
          <LinkButton to={paths.events({ when, view })}>Show all {shown} events</LinkButton>
          <LinkButton variant="outline" to={paths.events({ when: other, q, city, category, view })}>
            Search {rest} events
          </LinkButton>
        </>
      }
    />
  );
}
