import type { Dice } from "./seeded-random.ts";

const firstNames = [
  "Marva",
  "Desmond",
  "Keisha",
  "Anselm",
  "Renée",
  "Curtis",
  "Yolande",
  "Tariq",
  "Simone",
  "Winston",
  "Nadia",
  "Kwame",
  "Corinne",
  "Errol",
  "Jasmine",
  "Lennox",
  "Patrice",
  "Sade",
  "Vaughn",
  "Althea",
  "Dexter",
  "Monique",
  "Omari",
  "Giselle",
  "Rohan",
  "Thalia",
  "Clive",
  "Ingrid",
  "Jelani",
  "Roxanne",
  "Everton",
  "Camille",
  "Hakeem",
  "Nerine",
  "Stefan",
  "Alicia",
];
const lastNames = [
  "Joseph",
  "Baptiste",
  "Alleyne",
  "Charles",
  "Maharaj",
  "Grant",
  "Toussaint",
  "Phillips",
  "Weekes",
  "Ramdeen",
  "Pierre",
  "Hinds",
  "Campbell",
  "Noel",
  "St. Rose",
  "Bishop",
  "Lewis-Clarke",
  "Duncan",
  "Francois",
  "Mohammed",
  "Springer",
  "Greaves",
  "Belgrave",
  "Thompson",
  "Antoine",
  "Cadogan",
];

/** A ticket buyer of the demo. */
export interface DemoPerson {
  name: string;
  /** At example.com, which is reserved (RFC 2606). */
  email: string;
}

/** People with distinct names, the same in every demo. */
export function createPeople(dice: Dice, count: number): DemoPerson[] {
  const people = new Map<string, DemoPerson>();
  while (people.size < count) {
    const name = `${dice.pick(firstNames)} ${dice.pick(lastNames)}`;
    people.set(name, { name, email: `${plain(name)}@example.com` });
  }
  return [...people.values()];
}

/** A name as used in email addresses: `renee.st-rose`. */
export function plain(name: string): string {
  const [first = "", ...rest] = name
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .toLowerCase()
    .split(" ");
  return [first, rest.join("-")].join(".");
}
