import { expect, test } from "vitest";
import { maxGuests } from "#contract/comps/batches.ts";
import { readGuestList } from "./guest-list.ts";

const guestsOf = (text: string) =>
  readGuestList(text).guests.map(({ row, name, email, quantity }) => [row, name, email, quantity]);

test.each([
  ["Name, email and plus", "Zoë Núñez <zoe@example.com> +2", [1, "Zoë Núñez", "zoe@example.com", 3]],
  ["without anyone else", "Ann <ANN@Example.com>", [1, "Ann", "ann@example.com", 1]],
  ["without an email", "Ann Lee +1", [1, "Ann Lee", "", 2]],
  ["a name alone", "Ann Lee", [1, "Ann Lee", "", 1]],
  ["commas and a number of tickets", "Ann Lee, ann@example.com, 2", [1, "Ann Lee", "ann@example.com", 2]],
  ["commas and a plus", "Ann Lee, ann@example.com, +2", [1, "Ann Lee", "ann@example.com", 3]],
  ["the email first", "ann@example.com, Ann Lee", [1, "Ann Lee", "ann@example.com", 1]],
  ["tabs of a spreadsheet", "Ann Lee\tann@example.com\t4", [1, "Ann Lee", "ann@example.com", 4]],
  ["semicolons", "Lee, Ann;ann@example.com;2", [1, "Lee, Ann", "ann@example.com", 2]],
  ["a quoted comma", '"Lee, Ann",ann@example.com,2', [1, "Lee, Ann", "ann@example.com", 2]],
  ["a nickname in quotes", 'Ann "DJ" Lee,ann@example.com', [1, 'Ann "DJ" Lee', "ann@example.com", 1]],
  ["an email without a name's brackets", "Ann Lee ann@example.com +1", [1, "Ann Lee", "ann@example.com", 2]],
  ["a byte order mark", "\ufeffAnn,ann@example.com", [1, "Ann", "ann@example.com", 1]],
  ["an accent in two characters", "Zoe\u0308", [1, "Zoë", "", 1]],
])("%s", (_, text, guest) => {
  expect(guestsOf(text)).toEqual([guest]);
});

test.each([
  ["Email;Qty;Name\nann@example.com;2;Ann", [2, "Ann", "ann@example.com", 2]],
  [
    "First name,Last name,Company,E-mail,Plus ones\nAnn,Lee,Acme,ann@example.com,3",
    [2, "Ann Lee", "ann@example.com", 4],
  ],
  ["\ufeffGuest\tEmail address\nAnn +1\t", [2, "Ann", "", 2]],
  ["name,tickets\nAnn,+2", [2, "Ann", "", 3]],
])("a first line that names the columns sets their order: %j", (text, guest) => {
  expect(guestsOf(text)).toEqual([guest]);
});

test("empty lines are skipped, and rows keep the numbers of their lines", () => {
  expect(guestsOf("\nAnn\r\n\r\n  \r\nBea\n")).toEqual([
    [2, "Ann", "", 1],
    [5, "Bea", "", 1],
  ]);
});

test.each([
  ["Ann <ann@>", 1, "email"],
  ["ok\nann@example.com", 2, "name"],
  ["Ann +10", 1, "tickets"],
  ["Ann,0", 1, "tickets"],
  ["name,tickets\nAnn,two", 2, "tickets"],
  ["A".repeat(121), 1, "name"],
  ["Zo\ufffd", 1, "name"],
  ["Ann\u202e", 1, "name"],
  ['ok\n"Ann,ann@example.com', 2, "row"],
])("an error names the row, the field and what to do: %j", (text, row, field) => {
  expect(readGuestList(text).errors).toMatchObject([{ row, field, message: expect.stringMatching(/\w{3}/) }]);
});

test("a row can have several errors", () => {
  expect(readGuestList("name,email,tickets\n,nobody@,99").errors.map(({ field }) => field)).toEqual([
    "name",
    "email",
    "tickets",
  ]);
});

test("guests listed twice are flagged: by email, or by name without one", () => {
  const { guests, duplicates } = readGuestList(
    "Ann <a@example.com>\nBea\nA. Lee <A@example.com>\nbea\nBea <b@example.com>",
  );
  expect(duplicates).toEqual([
    { row: 3, field: "email", message: "Same email as row 1" },
    { row: 4, field: "name", message: "Same name as row 2" },
  ]);
  expect(guests.filter(({ isDuplicate }) => isDuplicate).map(({ row }) => row)).toEqual([3, 4]);
});

test("ten thousand guests fit, and one more doesn't", () => {
  const lines = Array.from({ length: maxGuests + 1 }, (_, index) => `Guest ${index} <g${index}@example.com>`);
  expect(readGuestList(lines.slice(1).join("\n"))).toMatchObject({ guests: { length: maxGuests }, errors: [] });
  expect(readGuestList(lines.join("\n")).errors).toMatchObject([{ row: maxGuests + 1, field: "row" }]);
});
