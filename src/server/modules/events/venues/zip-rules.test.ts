import { expect, test } from "vitest";
import { usStates } from "#contract/delivery/us-states.ts";
import { stateOfZip } from "#contract/delivery/us-zip-codes.ts";
import { refusePlace } from "./zip-rules.ts";

test.each([
  ["11201", "NY"],
  ["11201-4567", "NY"],
  ["00501", "NY"],
  ["06390", "NY"],
  ["06510", "CT"],
  ["07030", "NJ"],
  ["33139", "FL"],
  ["30303", "GA"],
  ["39901", "GA"],
  ["20001", "DC"],
  ["20101", "VA"],
  ["20850", "MD"],
  ["20588", "MD"],
  ["72643", "MO"],
  ["73960", "TX"],
  ["02108", "MA"],
  ["05544", "MA"],
  ["05401", "VT"],
  ["73301", "TX"],
  ["73102", "OK"],
  ["88510", "TX"],
  ["83414", "WY"],
  ["83702", "ID"],
  ["96799", "AS"],
  ["96813", "HI"],
  ["96910", "GU"],
  ["96950", "MP"],
  ["00802", "VI"],
  ["00901", "PR"],
  ["90012", "CA"],
  ["99501", "AK"],
  ["09012", "AE"],
  ["96278", "AP"],
  ["34002", "AA"],
  ["34102", "FL"],
  ["96701", "HI"],
  ["98101", "WA"],
])("%s is in %s", (zip, state) => {
  expect(stateOfZip(zip)).toBe(state);
});

test("every state has ZIP Codes, and each ZIP Code has most of its addresses in one", () => {
  const found = new Set<string>();
  for (let zip = 0; zip < 100_000; zip++) found.add(stateOfZip(String(zip).padStart(5, "0")) ?? "");
  expect([...found].filter(Boolean).toSorted()).toEqual(Object.keys(usStates).toSorted());
});

test.each([
  [{ country: "US", region: "NY", postalCode: "11201" }, undefined],
  [{ country: "US", region: "NY", postalCode: null }, undefined],
  [{ country: "US", region: "IL", postalCode: "63673" }, undefined],
  [{ country: "US", region: "NJ", postalCode: "11201" }, "11201 is in New York, not New Jersey"],
  [{ country: "US", region: "New York", postalCode: "11201" }, "Choose a state"],
  [{ country: "US", region: "NY", postalCode: "1120" }, "Enter a ZIP Code with 5 digits, like 11201"],
  [{ country: "US", region: "NY", postalCode: "00000" }, "There's no such ZIP Code"],
  [{ country: "TT", region: "", postalCode: "Port of Spain 1" }, undefined],
  [{ country: "CA", region: "Ontario", postalCode: "M5V 2T6" }, undefined],
])("%o: %s", (place, message) => {
  expect(refusePlace(place)?.message).toBe(message);
});
