import { expect, test } from "vitest";
import { byLastName, lastNameFirst, splitName } from "./person-names.ts";

const table: [name: string, last: string, first: string, suffix?: string][] = [
  ["Marcus Thompson", "Thompson", "Marcus"],
  ["  Ada   Grace  Baptiste ", "Baptiste", "Ada Grace"],
  ["Thompson, Marcus", "Thompson", "Marcus"],
  ["Thompson, Marcus Jr.", "Thompson", "Marcus", "Jr."],
  // Suffixes don't count.
  ["Sammy Davis Jr.", "Davis", "Sammy", "Jr."],
  ["Sammy Davis, Jr.", "Davis", "Sammy", "Jr."],
  ["Robert Downey JR", "Downey", "Robert", "JR"],
  ["Harry Connick Sr", "Connick", "Harry", "Sr"],
  ["Loudon Wainwright III", "Wainwright", "Loudon", "III"],
  ["Ana Ruiz, Ph.D.", "Ruiz", "Ana", "Ph.D."],
  ["Joe Roe Jr. Esq.", "Roe", "Joe", "Jr. Esq."],
  // Particles belong to the last name, but no name begins with one.
  ["Ana de la Cruz", "de la Cruz", "Ana"],
  ["Oscar De La Hoya", "De La Hoya", "Oscar"],
  ["Ludwig van Beethoven", "van Beethoven", "Ludwig"],
  ["Robin van der Berg", "van der Berg", "Robin"],
  ["Van Morrison", "Morrison", "Van"],
  ["Dick Van Dyke", "Van Dyke", "Dick"],
  ["Leonardo da Vinci", "da Vinci", "Leonardo"],
  ["Maria dos Santos", "dos Santos", "Maria"],
  ["Khalid bin Zayed", "bin Zayed", "Khalid"],
  ["Jill St. John", "St. John", "Jill"],
  ["José Ortega y Gasset", "Ortega y Gasset", "José"],
  ["Di Smith", "Smith", "Di"],
  // Hyphens and apostrophes are part of a name.
  ["Jean-Luc O'Neil", "O'Neil", "Jean-Luc"],
  ["Zadie Smith-Jones", "Smith-Jones", "Zadie"],
  // Single names.
  ["Beyoncé", "Beyoncé", ""],
  ["Junior", "Junior", ""],
  ["Jr.", "Jr.", ""],
  ["山田太郎", "山田太郎", ""],
  ["", "", ""],
];

test.each(table)("%s is listed under %s", (name, last, first, suffix = "") => {
  expect(splitName(name)).toEqual({ last, first, suffix });
});

test("names are sorted by last name, then by first name, without regard to case, accents and punctuation", () => {
  const sorted = ["Zoë Adams", "Émile Zola", "emil zola", "Ada Zola Jr.", "Ada Zola", "Beyoncé", "Ana de la Cruz"];
  const more = ["Sean O'Brien", "Ann OBrien", "Ignacio Ñandú", "Iris Nandu", "Ana Dean", "Guest 10", "Guest 9"];
  expect(byLastName([...sorted, ...more], (name) => name)).toEqual([
    "Guest 9",
    "Guest 10",
    "Zoë Adams",
    "Beyoncé",
    "Ana Dean",
    "Ana de la Cruz",
    "Ignacio Ñandú",
    "Iris Nandu",
    "Ann OBrien",
    "Sean O'Brien",
    "Ada Zola",
    "Ada Zola Jr.",
    "emil zola",
    "Émile Zola",
  ]);
});

test("letters that have no accent to take off are sorted and headed as the plain ones", () => {
  const names = [
    "Ann Zane",
    "Ola Ødegård",
    "Per Olsen",
    "Jan Łuk",
    "Ida Lund",
    "Jón Þór",
    "Tess Thorne",
    "Ece Işık",
    "Al Ito",
  ];
  expect(byLastName(names, (name) => name).map((name) => name.split(" ")[1])).toEqual([
    "Işık",
    "Ito",
    "Łuk",
    "Lund",
    "Ødegård",
    "Olsen",
    "Þór",
    "Thorne",
    "Zane",
  ]);
});

test("rows of the same name stay in their order", () => {
  const rows = [1, 2, 3].map((id) => ({ id, name: "Ada Baptiste" }));
  expect(byLastName(rows, ({ name }) => name)).toEqual(rows);
});

test("a list shows the last name first", () => {
  expect(["Ana de la Cruz", "Sammy Davis Jr.", "Beyoncé"].map(lastNameFirst)).toEqual([
    "de la Cruz, Ana",
    "Davis, Sammy, Jr.",
    "Beyoncé",
  ]);
});
