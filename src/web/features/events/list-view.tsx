import { useSuspenseQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { isNarrowed } from "./events-filter.ts";
import { EventsFrame } from "./events-frame.tsx";
import { NoEvents } from "./no-events.tsx";
import { eventsQuery } from "./queries.ts";
import { EventCard } from "./event-card.tsx";
import { PageLinks } from "#web/ui/pager.tsx";

/** Events as a wall of posters, one page at a time: two per row on a phone and four on desktop. */
export function ListView({ filter }: { filter: EventsFilter }) {
  const { data } = useSuspenseQuery(eventsQuery(filter));
  return (
    <EventsFrame filter={filter} facets={data}>
      <p role="status" className={clsx("eyebrow mb-6 text-muted", !isNarrowed(filter) && "sr-only")}>
        {data.total} {data.total === 1 ? "event" : "events"}
        {filter.q && ` for “${filter.q}”`}
      </p>
      {data.items.length > 0 ? (
        <section aria-labelledby="events">
          <h2 id="events" className="sr-only">
            Events
          </h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(9rem,40%)),1fr))] gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-8 md:gap-y-14 lg:grid-cols-4">
            {data.items.map((event, index) => (
              <li key={event.id}>
                <EventCard
                  event={event}
                  lead={index === 0}
                  sizes="(min-width: 64rem) 20rem, (min-width: 48rem) 30vw, (min-width: 24rem) 46vw, 92vw"
                />
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <NoEvents filter={filter} total={data.total} />
      )}
      <PageLinks {...data} addressOf={(page) => paths.events({ ...filter, page })} />
    </EventsFrame>
  );
}
