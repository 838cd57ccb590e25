import { expect, test } from "vitest";
import type { NightMark } from "#contract/event-marks.ts";
import { groupByCity, pinsOf } from "./places.ts";
import { fitView } from "./projection.ts";

const night = (city: string, latitude: number | null, longitude: number | null) =>
  ({ city, latitude, longitude }) as NightMark;
const nights = [
  night("Brooklyn", 40.6, -74),
  night("New York", 40.75, -73.99),
  night("brooklyn", 40.7, -73.9),
  night("Miami", 25.8, -80.2),
  night("Somewhere", null, null),
];

test("nights stand by their city, however it is spelled, where their venues are on average", () => {
  const cities = groupByCity(nights);
  expect(cities.map(({ city, nights: { length } }) => [city, length])).toEqual([
    ["Brooklyn", 2],
    ["New York", 1],
    ["Miami", 1],
    ["Somewhere", 1],
  ]);
  expect(cities[0]!.place!.latitude).toBeCloseTo(40.65);
  expect(cities[3]!.place).toBeUndefined();
  expect(new Set(cities.map(({ id }) => id)).size).toBe(4);
});

test("cities too near to each other share a pin, and none is lost", () => {
  const cities = groupByCity(nights);
  const view = fitView(
    cities.flatMap(({ place }) => place ?? []),
    { ratio: 1, leastDegrees: 9 },
  );
  const pins = pinsOf(cities, view, { width: 480, apart: 40 });
  expect(pins.map((pin) => [pin.cities.map(({ city }) => city), pin.count])).toEqual([
    [["Brooklyn", "New York"], 3],
    [["Miami"], 1],
  ]);
  expect(pinsOf(cities, view, { width: 480, apart: 0 })).toHaveLength(3);
});
