import { expect, test } from "vitest";
import { fitView, leavesHome, project } from "./projection.ts";

const brooklyn = { latitude: 40.65, longitude: -73.95 };
const miami = { latitude: 25.8, longitude: -80.2 };
const portOfSpain = { latitude: 10.65, longitude: -61.5 };
const london = { latitude: 51.5, longitude: 0 };
const options = { ratio: 0.96, leastDegrees: 9 };

test("north is up, east is right, and the equator is the middle", () => {
  expect(project({ latitude: 0, longitude: 0 }).x).toBe(0);
  expect(project({ latitude: 0, longitude: 0 }).y).toBeCloseTo(0);
  expect(project(brooklyn).y).toBeLessThan(project(miami).y);
  expect(project(brooklyn).x).toBeGreaterThan(project(miami).x);
  expect(project({ latitude: 90, longitude: 0 }).y).toBeGreaterThan(-Infinity);
});

test.each([
  ["one city", [brooklyn], false],
  ["the coast and the islands", [brooklyn, miami, portOfSpain], false],
  ["an event overseas", [brooklyn, london], true],
])("the view of %s contains all of it in the right shape", (_name, coordinates, isAbroad) => {
  const view = fitView(coordinates, options);
  expect(view.width / view.height).toBeCloseTo(0.96);
  expect(view.height).toBeGreaterThanOrEqual(9 * 64);
  for (const point of coordinates.map(project)) {
    expect(point.x).toBeGreaterThan(view.x);
    expect(point.x).toBeLessThan(view.x + view.width);
    expect(point.y).toBeGreaterThan(view.y);
    expect(point.y).toBeLessThan(view.y + view.height);
  }
  expect(leavesHome(view)).toBe(isAbroad);
});
