import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { EventMarker } from "#contract/event-markers.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { EventsFrame } from "../events-frame.tsx";
import { EventLink } from "../event-link.tsx";
import { NoEvents } from "../no-events.tsx";
import { markersQuery } from "../queries.ts";
import { EventsMap } from "./events-map.tsx";
import { type CityEvents, groupByCity } from "./city-pins.ts";

/** Events on a map, with the same events listed beside it by city, so people who can't see the map miss nothing. */
export function MapView({ filter }: { filter: EventsFilter }) {
  const { data } = useSuspenseQuery(markersQuery(filter));
  const [highlighted, setHighlighted] = useState<string>();
  const cities = groupByCity(data.items);

  function choose(id: string) {
    setHighlighted(id);
    const heading = document.getElementById(id);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start", behavior: still ? "instant" : "smooth" });
  }

  return (
    <EventsFrame filter={filter} facets={data}>
      {data.items.length === 0 ? (
        <NoEvents filter={filter} total={0} />
      ) : (
        <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-14">
          <div className="lg:sticky lg:top-20">
            <EventsMap cities={cities} isClose={Boolean(filter.city)} highlighted={highlighted} onChoose={choose} />
          </div>
          <div className="grid gap-12">
            {cities.map((group) => (
              <CityList
                key={group.id}
                group={group}
                address={paths.events({ ...filter, city: filter.city ? undefined : group.city })}
                isNarrowed={Boolean(filter.city)}
                onHighlight={() => setHighlighted(group.id)}
              />
            ))}
            {data.total > data.items.length && (
              <p className="text-muted">
                Showing the first {data.items.length} of {data.total} events. Choose a city or type to see the rest.
              </p>
            )}
          </div>
        </div>
      )}
    </EventsFrame>
  );
}

type CityListProps = { group: CityEvents; address: string; isNarrowed: boolean; onHighlight: () => void };

function CityList({ group, address, isNarrowed, onHighlight }: CityListProps) {
  return (
    <section aria-labelledby={group.id}>
      <div className="mb-2 flex flex-wrap items-end gap-x-4 border-b-2 border-gold pb-2">
        <h2 id={group.id} tabIndex={-1} className="display scroll-mt-24 text-display-md outline-none">
          {group.city}{" "}
          <span className="ml-1 align-top text-lg text-gilt">
            {group.events.length}
            <span className="sr-only"> {group.events.length === 1 ? "event" : "events"}</span>
          </span>
        </h2>
        <Link
          to={address}
          preventScrollReset
          className="ml-auto min-h-11 content-end text-sm whitespace-nowrap font-semibold text-gilt underline underline-offset-4"
        >
          {isNarrowed ? "All cities" : `Show only ${group.city}`}
        </Link>
      </div>
      {group.center === undefined && <p className="py-2 text-sm text-muted">This city isn't on the map.</p>}
      <ul>
        {group.events.map((event) => (
          <li key={event.id} className="border-b border-line">
            <EventLink event={event} when={whenOf(event)} onHighlight={onHighlight} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const whenOf = ({ startsAt, timeZone }: EventMarker) =>
  `${formatDay(startsAt, timeZone)}, ${formatTime(startsAt, timeZone)}`;
