import { expect, test } from "vitest";
import { hyphenated, longestWord } from "./event-title.tsx";

test.each([
  ["WASHINGTONSTRASSENFEST", "WASHING-TONST-RAS-SEN-FEST"],
  ["Carnivalicious", "Car-ni-va-li-cious"],
  ["Velvet Riddim", "Velvet Riddim"],
  ["J’ouvert at Midnight", "J’ouvert at Midnight"],
  ["Independence Lime", "Inde-pen-dence Lime"],
  ["Boat Ride to Barbados", "Boat Ride to Barbados"],
])("%s can break as %s", (title, expected) => {
  expect(hyphenated(title).replaceAll("\u00AD", "-")).toBe(expected);
});

test.each([
  ["Last Lap", 4],
  ["Illili", 5],
  ["MMWW", 6],
  ["WASHINGTONSTRASSENFEST", 22],
  ["Before Washingtonstrassenfest", 22],
  ["x".repeat(90), 40],
])("the longest word of %s is %i letters wide", (title, letters) => {
  expect(longestWord(title)).toBe(letters);
});
