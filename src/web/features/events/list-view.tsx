import { useSuspenseQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { isNarrowed } from "./events-filter.ts";
import { EventsFrame } from "./events-frame.tsx";
import { EventsGrid } from "./events-grid.tsx";
import { NoEvents } from "./no-events.tsx";
import { Pager } from "./pager.tsx";
import { eventsQuery } from "./queries.ts";

/** Events as a wall of posters, one page at a time. */
export function ListView({ filter }: { filter: EventsFilter }) {
  const { data } = useSuspenseQuery(eventsQuery(filter));
  return (
    <EventsFrame filter={filter} facets={data}>
      <p role="status" className={clsx("eyebrow mb-6 text-muted", !isNarrowed(filter) && "sr-only")}>
        {data.total} {data.total === 1 ? "event" : "events"}
        {filter.q && ` for “${filter.q}”`}
      </p>
      {data.items.length > 0 ? <EventsGrid events={data.items} /> : <NoEvents filter={filter} total={data.total} />}
      <Pager {...data} addressOf={(page) => paths.events({ ...filter, page })} />
    </EventsFrame>
  );
}
