import { expect, test } from "vitest";
import { firstNameOf, nameInOrder } from "./first-name.ts";

test.each([
  ["José Núñez", "José"],
  ["Núñez, José", "José"],
  ["de la Cruz, Ana María", "Ana"],
  ["  Ada \t Lovelace ", "Ada"],
  ["Jean-Luc O'Neil Jr.", "Jean-Luc"],
  ["Marcus Charles, Jr.", "Marcus Charles, Jr."],
  ["Ada", "Ada"],
  ["王小明", "王小明"],
  // Not first names: greeted whole.
  ["St. Clair", "St. Clair"],
  ["Van Morrison", "Van Morrison"],
  ["De Souza", "De Souza"],
  ["Dr. Ada Pierre", "Dr. Ada Pierre"],
  ["DJ Puffy", "DJ Puffy"],
  ["J. Pierre", "J. Pierre"],
  ["J.R. D’Arcy", "J.R. D’Arcy"],
  ["50 Cent", "50 Cent"],
  ["The Pierres", "The Pierres"],
  ["Mr & Mrs Pierre", "Mr & Mrs Pierre"],
  ["Soca Ltd", "Soca Ltd"],
  ["Baptiste & Sons, LLC", "Baptiste & Sons, LLC"],
  ["", ""],
])("%j is greeted as %j", (name, greeted) => expect(firstNameOf(name)).toBe(greeted));

test.each([
  ["Núñez, José", "José Núñez"],
  ["Charles, Marcus", "Marcus Charles"],
  ["Marcus Charles, Jr.", "Marcus Charles, Jr."],
  ["Soca Ltd, Brooklyn", "Soca Ltd, Brooklyn"],
  ["URGENT your card was charged, call us now please", "URGENT your card was charged, call us now please"],
  ["Ada, <bob@example.com>", "Ada, <bob@example.com>"],
  ["Ada Pierre", "Ada Pierre"],
])("%j is said %j", (name, said) => expect(nameInOrder(name)).toBe(said));
