import type { EventMarker } from "#contract/events/markers.ts";
import { groupBy } from "#web/lib/group-by.ts";
import { type Coordinates, type Point, project, type View } from "./projection.ts";

/** A city with its events, and its location if any of its venues has one. */
export type CityEvents = { city: string; id: string; events: EventMarker[]; center: Coordinates | undefined };

/** One pin: a city, or several that are too close together for separate pins. */
export type Pin = Point & { cities: CityEvents[]; count: number };

/** Events by city, in the order of the events. */
export function groupByCity(events: EventMarker[]): CityEvents[] {
  return [...groupBy(events, ({ city }) => city.toLowerCase())].map(([key, group], index) => ({
    city: group[0]!.city,
    id: `place-${key.replace(/[^a-z0-9]+/g, "-") || index}`,
    events: group,
    center: middleOf(group),
  }));
}

function middleOf(events: EventMarker[]): Coordinates | undefined {
  const located = events.filter(({ latitude, longitude }) => latitude !== null && longitude !== null);
  if (located.length === 0) return undefined;
  const mean = (name: keyof Coordinates) => located.reduce((sum, event) => sum + event[name]!, 0) / located.length;
  return { latitude: mean("latitude"), longitude: mean("longitude") };
}

/**
 * Pins of cities on a map `width` wide. Cities closer together than `apart` share one pin, named after the city with the
 * most events.
 */
export function pinsOf(cities: CityEvents[], view: View, { width, apart }: { width: number; apart: number }): Pin[] {
  const scale = width / view.width;
  const pins: Pin[] = [];
  const bySize = cities
    .filter(({ center }) => center !== undefined)
    .toSorted((a, b) => b.events.length - a.events.length);
  for (const city of bySize) {
    const point = project(city.center!);
    const x = (point.x - view.x) * scale;
    const y = (point.y - view.y) * scale;
    const near = pins.find((pin) => Math.hypot(pin.x - x, pin.y - y) < apart);
    if (near === undefined) pins.push({ x, y, cities: [city], count: city.events.length });
    else {
      near.cities.push(city);
      near.count += city.events.length;
    }
  }
  return pins;
}
