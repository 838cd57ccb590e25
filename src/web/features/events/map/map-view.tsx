import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { NightMark } from "#contract/event-marks.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { EventsFrame } from "../events-frame.tsx";
import { MarkLink } from "../mark-link.tsx";
import { NoNights } from "../no-nights.tsx";
import { placesQuery } from "../queries.ts";
import { NightsMap } from "./nights-map.tsx";
import { type CityNights, groupByCity } from "./places.ts";

/** Nights on a map, with the same nights as a list beside it, city by city: who cannot see the map misses nothing. */
export function MapView({ filter }: { filter: EventsFilter }) {
  const { data } = useSuspenseQuery(placesQuery(filter));
  const [lookedAt, setLookedAt] = useState<string>();
  const cities = groupByCity(data.items);

  function choose(id: string) {
    setLookedAt(id);
    const heading = document.getElementById(id);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start", behavior: still ? "instant" : "smooth" });
  }

  return (
    <EventsFrame filter={filter} facets={data}>
      {data.items.length === 0 ? (
        <NoNights filter={filter} total={0} />
      ) : (
        <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-14">
          <div className="lg:sticky lg:top-20">
            <NightsMap cities={cities} isClose={Boolean(filter.city)} lookedAt={lookedAt} onChoose={choose} />
          </div>
          <div className="grid gap-12">
            {cities.map((group) => (
              <CityList
                key={group.id}
                group={group}
                address={paths.events({ ...filter, city: filter.city ? undefined : group.city })}
                isNarrowed={Boolean(filter.city)}
                onLook={() => setLookedAt(group.id)}
              />
            ))}
            {data.total > data.items.length && (
              <p className="text-muted">
                The first {data.items.length} of {data.total} nights are shown. Choose a city or a kind to see the
                others.
              </p>
            )}
          </div>
        </div>
      )}
    </EventsFrame>
  );
}

type CityListProps = { group: CityNights; address: string; isNarrowed: boolean; onLook: () => void };

function CityList({ group, address, isNarrowed, onLook }: CityListProps) {
  return (
    <section aria-labelledby={group.id}>
      <div className="mb-2 flex flex-wrap items-end gap-x-4 border-b-2 border-gold pb-2">
        <h2 id={group.id} tabIndex={-1} className="display scroll-mt-24 text-display-md outline-none">
          {group.city}{" "}
          <span className="ml-1 align-top text-lg text-gilt">
            {group.nights.length}
            <span className="sr-only"> {group.nights.length === 1 ? "night" : "nights"}</span>
          </span>
        </h2>
        <Link
          to={address}
          preventScrollReset
          className="ml-auto min-h-11 content-end text-sm whitespace-nowrap font-semibold text-gilt underline underline-offset-4"
        >
          {isNarrowed ? "All cities" : `Only ${group.city}`}
        </Link>
      </div>
      {group.place === undefined && <p className="py-2 text-sm text-muted">Its place is not on the map.</p>}
      <ul>
        {group.nights.map((night) => (
          <li key={night.id} className="border-b border-line">
            <MarkLink night={night} when={whenOf(night)} onLook={onLook} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const whenOf = ({ startsAt, timeZone }: NightMark) =>
  `${formatDay(startsAt, timeZone)}, ${formatTime(startsAt, timeZone)}`;
