import { CalendarOff } from "lucide-react";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { isNarrowed } from "./events-filter.ts";

/** An empty list that says why, and leads to the nearest list that is not. */
export function NoNights({ filter, total }: { filter: EventsFilter; total: number }) {
  const { when, q, city, category, view } = filter;
  const other = when === "past" ? undefined : "past";
  if (total > 0) {
    const first = paths.events({ ...filter, page: undefined });
    return (
      <EmptyState
        title="The list ends before this page"
        action={<LinkButton to={first}>Back to its start</LinkButton>}
      />
    );
  }
  if (!isNarrowed(filter)) {
    return (
      <EmptyState
        icon={<CalendarOff />}
        title={when === "past" ? "No night has passed yet" : "Nothing is on sale right now"}
        text={
          when === "past"
            ? "The first one is still to come."
            : "The next night appears here as soon as it is announced."
        }
        action={
          <LinkButton to={paths.events({ when: other, view })}>
            {other ? "See past nights" : "See what is coming"}
          </LinkButton>
        }
      />
    );
  }
  const sought = [q && `“${q}”`, category, city && `in ${city}`, (filter.from || filter.to) && "these days"]
    .filter(Boolean)
    .join(" ");
  return (
    <EmptyState
      icon={<CalendarOff />}
      title="No night matches"
      text={`Nothing ${when === "past" ? "in the past" : "that is coming up"} fits ${sought}. Try fewer letters, or another city.`}
      action={
        <>
          <LinkButton to={paths.events({ when, view })}>
            Show all {when === "past" ? "past" : "upcoming"} nights
          </LinkButton>
          <LinkButton variant="outline" to={paths.events({ when: other, q, city, category, view })}>
            Look {other ? "in the past" : "at what is coming"}
          </LinkButton>
        </>
      }
    />
  );
}
