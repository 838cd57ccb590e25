import type { EventSummary } from "#contract/events.ts";
import { EventCard } from "./event-card.tsx";

/** A wall of posters, two per row on a phone and four on desktop. */
export function EventsGrid({ events }: { events: EventSummary[] }) {
  return (
    <section aria-labelledby="events">
      <h2 id="events" className="sr-only">
        Events
      </h2>
      <ul className="grid grid-cols-1 gap-x-4 gap-y-10 xs:grid-cols-2 md:grid-cols-3 md:gap-x-8 md:gap-y-14 lg:grid-cols-4">
        {events.map((event, index) => (
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
  );
}
