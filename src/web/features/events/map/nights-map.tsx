import { clsx } from "clsx";
import type { CityNights, Pin } from "./places.ts";
import { pinsOf } from "./places.ts";
import { MapGround } from "./map-ground.tsx";
import { fitView, type Place } from "./projection.ts";

const width = 480;
const height = 500;
/** Pins closer than this would cover each other's figures. */
const apart = 40;
const leastDegrees = 9;

/** From Boston to Port of Spain: what a map shows at least while no city is chosen, because that is where the brand lives. */
const homeCorners: Place[] = [
  { latitude: 43, longitude: -71 },
  { latitude: 11, longitude: -61 },
  { latitude: 18, longitude: -88 },
];

export type NightsMapProps = {
  cities: CityNights[];
  /** Shows the places of these nights alone, as near as it can. */
  isClose: boolean;
  /** Id of the city that is looked at in the list. */
  lookedAt: string | undefined;
  /** A pin was pressed: show its first city in the list. */
  onChoose: (id: string) => void;
};

/** Cities with nights on a map that shows no more of the world than it takes. Each pin leads to its city in the list beside it. */
export function NightsMap({ cities, isClose, lookedAt, onChoose }: NightsMapProps) {
  const places = cities.flatMap(({ place }) => place ?? []);
  if (places.length === 0) return null;
  const view = fitView(isClose ? places : [...places, ...homeCorners], { ratio: width / height, leastDegrees });
  const pins = pinsOf(cities, view, { width, apart });
  return (
    <div className="scales overflow-hidden rounded-lg border border-line bg-page mask-none!">
      <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Map of nights" className="block w-full">
        <MapGround view={view} width={width} />
        {pins
          .toSorted((a, b) => a.y - b.y)
          .map((pin) => (
            <MapPin key={pin.cities[0]!.id} pin={pin} lookedAt={lookedAt} onChoose={onChoose} />
          ))}
      </svg>
    </div>
  );
}

function MapPin({ pin, lookedAt, onChoose }: { pin: Pin } & Pick<NightsMapProps, "lookedAt" | "onChoose">) {
  const [first, ...others] = pin.cities;
  const isLookedAt = pin.cities.some(({ id }) => id === lookedAt);
  const radius = 13 + Math.min(pin.count, 8);
  const toLeft = pin.x > width * 0.66;
  const names = pin.cities.map(({ city }) => city);
  const label = others.length > 0 ? `${first!.city} +${others.length}` : first!.city;
  return (
    <a
      href={`#${first!.id}`}
      aria-label={`${names.join(", ")}: ${pin.count} ${pin.count === 1 ? "night" : "nights"}`}
      onClick={(event) => {
        event.preventDefault();
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
          isLookedAt ? "stroke-ink" : "stroke-transparent",
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
