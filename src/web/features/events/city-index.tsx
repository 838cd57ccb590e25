import { Link } from "react-router";
import type { EventList } from "#contract/events.ts";
import { paths } from "#web/lib/paths.ts";

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
