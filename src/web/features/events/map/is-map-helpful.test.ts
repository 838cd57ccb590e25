import { expect, test } from "vitest";
import { isMapHelpful } from "../event-story.tsx";

const brooklyn = { latitude: 40.68, longitude: -73.97, address: "1 Dean Street", country: "US" };

test.each([
  ["with a street address at home", {}, false],
  ["whose address is announced later", { address: "" }, true],
  ["in another country", { country: "CA" }, true],
  ["without coordinates", { latitude: null, longitude: null, country: "CA" }, false],
])("a venue %s has a map: %s", (_name, change, helps) => {
  expect(isMapHelpful({ ...brooklyn, ...change })).toBe(helps);
});
