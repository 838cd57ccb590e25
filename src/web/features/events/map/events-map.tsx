import { clsx } from "clsx";
import type { CityEvents, Pin } from "./city-pins.ts";
import { pinsOf } from "./city-pins.ts";
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

export type EventsMapProps = {
  cities: CityEvents[];
  /** Shows only these events' locations, zoomed in as far as possible. */
  isClose: boolean;
  /** Id of the city that the visitor is viewing in the list. */
  highlighted: string | undefined;
  /** Called when a pin is pressed: shows its first city in the list. */
  onChoose: (id: string) => void;
};

/** Cities with events on a map that shows only the area it needs. Each pin links to its city in the list beside it. */
export function EventsMap({ cities, isClose, highlighted, onChoose }: EventsMapProps) {
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
