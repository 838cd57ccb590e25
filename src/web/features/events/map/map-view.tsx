import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { EventMarker } from "#contract/events/markers.ts";
import { formatDay, formatTime, hasDate, noDateShort } from "#web/lib/dates.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { EventsFrame } from "../events-frame.tsx";
import { EventLink } from "../event-link.tsx";
import { NoEvents } from "../no-events.tsx";
import { markersQuery } from "../queries.ts";
import { type CityEvents, groupByCity, type Pin, pinsOf } from "./city-pins.ts";
import { scrollBehavior } from "#web/lib/use-strip.ts";
import { clsx } from "clsx";
import { MapGround } from "./map-ground.tsx";
import { fitView, type Coordinates } from "./projection.ts";

const width = 480;
const height = 500;
/** Pins closer than this would cover each other's numbers. */
const apart = 40;
const leastDegrees = 9;

/** From Boston to Port of Spain: the smallest area shown while no city is selected. It is the brand's home region. */
const homeCorners: Coordinates[] = [
  { latitude: 43, longitude: -71 },
  { latitude: 11, longitude: -61 },
  { latitude: 18, longitude: -88 },
];

type EventsMapProps = {
  cities: CityEvents[];
  /** Shows only these events' locations, zoomed in as far as possible. */
  isClose: boolean;
  /** Id of the city that the visitor is viewing in the list. */
  highlighted: string | undefined;
  /** Called when a pin is pressed: shows its first city in the list. */
  onChoose: (id: string) => void;
};

/** Cities with events on a map that shows only the area it needs. Each pin links to its city in the list beside it. */
function EventsMap({ cities, isClose, highlighted, onChoose }: EventsMapProps) {
  const centers = cities.flatMap(({ center }) => center ?? []);
  if (centers.length === 0) return null;
  const view = fitView(isClose ? centers : [...centers, ...homeCorners], { ratio: width / height, leastDegrees });
  const pins = pinsOf(cities, view, { width, apart });
  return (
    <div className="scales overflow-hidden rounded-lg border border-line bg-page mask-none!">
      <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Map of events" className="block w-full">
        <MapGround view={view} width={width} />
        {pins
          .toSorted((a, b) => a.y - b.y)
          .map((pin) => (
            <MapPin key={pin.cities[0]!.id} pin={pin} highlighted={highlighted} onChoose={onChoose} />
          ))}
      </svg>
    </div>
  );
}

function MapPin({ pin, highlighted, onChoose }: { pin: Pin } & Pick<EventsMapProps, "highlighted" | "onChoose">) {
  const [first, ...others] = pin.cities;
  const isHighlighted = pin.cities.some(({ id }) => id === highlighted);
  const radius = 13 + Math.min(pin.count, 8);
  const toLeft = pin.x > width * 0.66;
  const names = pin.cities.map(({ city }) => city);
  const label = others.length > 0 ? `${first!.city} +${others.length}` : first!.city;
  return (
    <a
      href={`#${first!.id}`}
      aria-label={`${names.join(", ")}: ${pin.count} ${pin.count === 1 ? "event" : "events"}`}
      onClick={(e) => {
        e.preventDefault();
        onChoose(first!.id);
      }}
      className="group outline-none"
    >
      <circle
        cx={pin.x}
        cy={pin.y}
        r={radius + 5}
        className={clsx(
          "fill-transparent stroke-3 group-hover:stroke-gilt group-focus-visible:stroke-ink",
          isHighlighted ? "stroke-ink" : "stroke-transparent",
        )}
      />
      <circle cx={pin.x} cy={pin.y} r={radius} className="fill-gold stroke-page stroke-2" />
      <text
        x={pin.x}
        y={pin.y + 6}
        textAnchor="middle"
        aria-hidden="true"
        className="fill-on-gold font-display text-[18px] font-extrabold"
      >
        {pin.count}
      </text>
      <text
        x={pin.x + (toLeft ? -radius - 8 : radius + 8)}
        y={pin.y + 6}
        textAnchor={toLeft ? "end" : "start"}
        aria-hidden="true"
        paintOrder="stroke"
        strokeLinejoin="round"
        className="fill-ink stroke-page stroke-4 font-display text-[18px] font-extrabold tracking-[0.02em] uppercase"
      >
        {label}
      </text>
    </a>
  );
}

/** Events on a map, with the same events listed beside it by city, so people who can't see the map miss nothing. */
export function MapView({ filter }: { filter: EventsFilter }) {
  const { data } = useSuspenseQuery(markersQuery(filter));
  const [highlighted, setHighlighted] = useState<string>();
  const cities = groupByCity(data.items);

  function choose(id: string) {
    setHighlighted(id);
    const heading = document.getElementById(id);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start", behavior: scrollBehavior() });
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

const whenOf = ({ startsAt, timeZone, status }: EventMarker) =>
  hasDate({ status }) ? `${formatDay(startsAt, timeZone)}, ${formatTime(startsAt, timeZone)}` : noDateShort;
