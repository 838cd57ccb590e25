import type { NightMark } from "#contract/event-marks.ts";
import { type Place, type Point, project, type View } from "./projection.ts";

/** A city with its nights; where it is, when any of its venues says so. */
export type CityNights = { city: string; id: string; nights: NightMark[]; place: Place | undefined };

/** One pin: a city, or some that are too near to each other for pins of their own. */
export type Pin = Point & { cities: CityNights[]; count: number };

/** Nights by city, in the order in which the nights come. */
export function groupByCity(nights: NightMark[]): CityNights[] {
  const groups = new Map<string, NightMark[]>();
  for (const night of nights) {
    const key = night.city.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), night]);
  }
  return [...groups].map(([key, group], index) => ({
    city: group[0]!.city,
    id: `place-${key.replace(/[^a-z0-9]+/g, "-") || index}`,
    nights: group,
    place: middleOf(group),
  }));
}

function middleOf(nights: NightMark[]): Place | undefined {
  const placed = nights.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  if (placed.length === 0) return undefined;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    latitude: mean(placed.map(({ latitude }) => latitude)),
    longitude: mean(placed.map(({ longitude }) => longitude)),
  };
}

/**
 * Pins of cities on a picture `width` wide: cities nearer to each other than `apart` share one, named after the one with
 * most nights.
 */
export function pinsOf(cities: CityNights[], view: View, { width, apart }: { width: number; apart: number }): Pin[] {
  const scale = width / view.width;
  const pins: Pin[] = [];
  const bySize = cities
    .filter(({ place }) => place !== undefined)
    .toSorted((a, b) => b.nights.length - a.nights.length);
  for (const city of bySize) {
    const point = project(city.place!);
    const x = (point.x - view.x) * scale;
    const y = (point.y - view.y) * scale;
    const near = pins.find((pin) => Math.hypot(pin.x - x, pin.y - y) < apart);
    if (near === undefined) pins.push({ x, y, cities: [city], count: city.nights.length });
    else {
      near.cities.push(city);
      near.count += city.nights.length;
    }
  }
  return pins;
}
