import { expect, test } from "vitest";
import type { EventMarker } from "#contract/events/markers.ts";
import { groupByCity, pinsOf } from "./city-pins.ts";
import { fitView } from "./projection.ts";

const event = (city: string, latitude: number | null, longitude: number | null) =>
  ({ city, latitude, longitude }) as EventMarker;
const events = [
  event("Brooklyn", 40.6, -74),
  event("New York", 40.75, -73.99),
  event("brooklyn", 40.7, -73.9),
  event("Miami", 25.8, -80.2),
  event("Somewhere", null, null),
];

test("events are grouped by city, however it is spelled, at the average position of their venues", () => {
  const cities = groupByCity(events);
  expect(cities.map(({ city, events: { length } }) => [city, length])).toEqual([
    ["Brooklyn", 2],
    ["New York", 1],
    ["Miami", 1],
    ["Somewhere", 1],
  ]);
  expect(cities[0]!.center!.latitude).toBeCloseTo(40.65);
  expect(cities[3]!.center).toBeUndefined();
  expect(new Set(cities.map(({ id }) => id)).size).toBe(4);
});

test("cities too close to each other share a pin, and none is lost", () => {
  const cities = groupByCity(events);
  const view = fitView(
    cities.flatMap(({ center }) => center ?? []),
    { ratio: 1, leastDegrees: 9 },
  );
  const pins = pinsOf(cities, view, { width: 480, apart: 40 });
  expect(pins.map((pin) => [pin.cities.map(({ city }) => city), pin.count])).toEqual([
    [["Brooklyn", "New York"], 3],
    [["Miami"], 1],
  ]);
  expect(pinsOf(cities, view, { width: 480, apart: 0 })).toHaveLength(3);
});
