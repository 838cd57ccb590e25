import type { EventSummary, EventList } from "#contract/events/events.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { EventCard } from "./event-card.tsx";
import { Link } from "#web/lib/router.ts";

/** The events after the next one: a strip to swipe on a phone, a wall of posters on desktop. */
export function UpcomingWall({ events, total }: { events: EventSummary[]; total: number }) {
  return (
    <section aria-labelledby="upcoming" className="pt-16 md:pt-24">
      <div className="measure mb-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-3 md:mb-10">
        <h2 id="upcoming" className="display text-display-lg">
          Coming up
        </h2>
        <AllEvents total={total} className="mb-1 hidden md:block" />
      </div>
      <ul className="measure flex snap-x snap-mandatory gap-4 overflow-x-auto scroll-px-5 pb-2 md:grid md:snap-none md:grid-cols-3 md:gap-x-8 md:gap-y-14 md:overflow-visible lg:grid-cols-4">
        {events.map((event) => (
          <li key={event.id} className="w-[68vw] max-w-72 shrink-0 snap-start md:w-auto md:max-w-none">
            <EventCard event={event} sizes="(min-width: 64rem) 20rem, (min-width: 48rem) 30vw, 60vw" />
          </li>
        ))}
      </ul>
      <AllEvents total={total} className="measure mt-6 md:hidden" />
    </section>
  );
}

function AllEvents({ total, className }: { total: number; className: string }) {
  return (
    <div className={className}>
      <LinkButton to={paths.events()} variant="outline">
        All {total} events
      </LinkButton>
    </div>
  );
}

/** The cities with events, in large type; the small number is the event count. */
export function CityIndex({ cities }: { cities: EventList["cities"] }) {
  return (
    <section aria-labelledby="cities" className="measure pt-20 md:pt-28">
      <div className="border-t border-line pt-8">
        <h2 id="cities" className="eyebrow mb-6 text-gilt">
          Where we play
        </h2>
        <ul className="flex flex-wrap gap-x-6 gap-y-4 md:gap-x-10 md:gap-y-6">
          {cities.map(({ city, count }) => (
            <li key={city}>
              <Link
                to={paths.events({ city })}
                className="group flex items-start gap-1.5 transition-colors hover:text-gilt"
              >
                <span className="display text-display-lg">{city}</span>
                <span className="font-display text-lg leading-none font-bold text-gilt">
                  {count}
                  <span className="sr-only"> {count === 1 ? "event" : "events"}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
