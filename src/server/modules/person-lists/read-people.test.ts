import { expect, test } from "vitest";
import { maxGuests, type PersonColumn, type PersonListKind } from "#contract/person-lists.ts";
import { parseTable } from "#server/platform/tables/parse-table.ts";
import { tableLimits } from "#server/platform/tables/table.ts";
import { readPeople } from "./read-people.ts";

const read = (text: string, kind: PersonListKind = "guests", columns?: PersonColumn[]) =>
  readPeople(parseTable({ text }, tableLimits), { kind, columns });
const guestsOf = (text: string) => read(text).people.map(({ name, email, quantity }) => [name, email, quantity]);
const audienceOf = (text: string) => read(text, "audience").people.map(({ name, email }) => [name, email]);

const ada = "Ada Baptiste";

test.each([
  ["name, email and plus", "Zoë Núñez <zoe@example.com> +2", ["Zoë Núñez", "zoe@example.com", 3]],
  ["without anyone else", "Ann <ANN@Example.com>", ["Ann", "ann@example.com", 1]],
  ["without an email", "Ann Lee +1", ["Ann Lee", "", 2]],
  ["a name alone", "Ann Lee", ["Ann Lee", "", 1]],
  ["commas and a number of tickets", "Ann Lee, ann@example.com, 2", ["Ann Lee", "ann@example.com", 2]],
  ["commas and a plus", "Ann Lee, ann@example.com, +2", ["Ann Lee", "ann@example.com", 3]],
  ["the email first", "ann@example.com, Ann Lee", ["Ann Lee", "ann@example.com", 1]],
  ["tabs of a spreadsheet", "Ann Lee\tann@example.com\t4", ["Ann Lee", "ann@example.com", 4]],
  ["semicolons", "Lee, Ann;ann@example.com;2", ["Ann Lee", "ann@example.com", 2]],
  ["bars", "Ann Lee | ann@example.com | 2", ["Ann Lee", "ann@example.com", 2]],
  ["a quoted comma", '"Lee, Ann",ann@example.com,2', ["Ann Lee", "ann@example.com", 2]],
  ["a suffix", '"Charles, Marcus, Jr.",m@example.com', ["Marcus Charles Jr.", "m@example.com", 1]],
  ["a nickname in quotes", 'Ann "DJ" Lee,ann@example.com', ['Ann "DJ" Lee', "ann@example.com", 1]],
  ["an email without a name's brackets", "Ann Lee ann@example.com +1", ["Ann Lee", "ann@example.com", 2]],
  ["an email in parentheses", "Ann Lee (ann@example.com) x2", ["Ann Lee", "ann@example.com", 2]],
  ["a link to an email", "Ann Lee <mailto:ann@example.com>", ["Ann Lee", "ann@example.com", 1]],
  ["a byte order mark", "\ufeffAnn,ann@example.com", ["Ann", "ann@example.com", 1]],
  ["an accent in two characters", "Zoe\u0308", ["Zoë", "", 1]],
  [
    "marks that nobody sees",
    "\u2068Marva Pierre\u2069 <marva@example.com\u200b>",
    ["Marva Pierre", "marva@example.com", 1],
  ],
  [
    "last name first, from an address book",
    '"Pierre, Marva" <marva@example.com>',
    ["Marva Pierre", "marva@example.com", 1],
  ],
  ["the same with one more", '"Charles, Marcus" <marcus@example.com> +1', ["Marcus Charles", "marcus@example.com", 2]],
  ["the same without quotation marks", "Pierre, Marva <marva@example.com>", ["Marva Pierre", "marva@example.com", 1]],
  ["last name first without an email", "Pierre, Marva", ["Marva Pierre", "", 1]],
  ["a number in front", "1. Marva Pierre", ["Marva Pierre", "", 1]],
  ["a number in parentheses", "(12) Marva Pierre", ["Marva Pierre", "", 1]],
  ["a bullet", "• Owen Clarke x2", ["Owen Clarke", "", 2]],
  ["a dash", "– Joelle Pierre x2", ["Joelle Pierre", "", 2]],
  ["a box", "[x] Joelle Pierre (2)", ["Joelle Pierre", "", 2]],
  ["a count in words", "Joelle Pierre - 3 tickets", ["Joelle Pierre", "", 3]],
  ["a count in front", "3x Joelle Pierre", ["Joelle Pierre", "", 3]],
  ["a guest without a name", "Joelle Pierre + guest", ["Joelle Pierre", "", 2]],
  ["the same in words", "Joelle Pierre and guest", ["Joelle Pierre", "", 2]],
  ["plus one in words", "Joelle Pierre plus one", ["Joelle Pierre", "", 2]],
  ["a name with a number", "50 Cent", ["50 Cent", "", 1]],
])("reads a guest: %s", (_, text, guest) => {
  expect(guestsOf(text)).toEqual([guest]);
});

test.each([
  [
    "# of tickets",
    `Name,Email,# of tickets\n${ada},a@example.com,4\nMarcus Charles,m@example.com,2`,
    [ada, "a@example.com", 4],
    ["Marcus Charles", "m@example.com", 2],
  ],
  ["a party's size", `Guest Name;Email;Party size\n${ada};a@example.com;3`, [ada, "a@example.com", 3]],
  ["a quantity of tickets", `Name,Email,Ticket Quantity\n${ada},a@example.com,4`, [ada, "a@example.com", 4]],
  ["a decimal", `Name,Email,Tickets\n${ada},a@example.com,2.0`, [ada, "a@example.com", 2]],
  ["any order", "Email;Qty;Name\nann@example.com;2;Ann", ["Ann", "ann@example.com", 2]],
  [
    "first and last name, plus ones",
    "First name,Last name,Company,E-mail,Plus ones\nAnn,Lee,Acme,ann@example.com,3",
    ["Ann Lee", "ann@example.com", 4],
  ],
  ["plus ones in words", "Name,Plus one\nAnn,yes\nBo,no\nCal,Dee Lee", ["Ann", "", 2], ["Bo", "", 1], ["Cal", "", 2]],
  ["a plus in the name's column", "\ufeffGuest\tEmail address\nAnn +1\t", ["Ann", "", 2]],
  ["a plus in the tickets' column", "name,tickets\nAnn,+2", ["Ann", "", 3]],
  [
    "a title above",
    `GUEST LIST - SOCA SUNDAY,,\nName,Email,Tickets\n${ada},a@example.com,2`,
    [ada, "a@example.com", 2],
  ],
  ["several titles above", `Soca Sunday\n\nDoors 9 PM;;\nName;Email\n${ada};a@example.com`, [ada, "a@example.com", 1]],
  ["a sep= line", `sep=;\nName;Email;Tickets\n${ada};a@example.com;2`, [ada, "a@example.com", 2]],
  [
    "the names of the columns again",
    "Name,Email\nAnn,a@example.com\nVIP\nName,Email\nBo,b@example.com",
    ["Ann", "a@example.com", 1],
    ["Bo", "b@example.com", 1],
  ],
  ["a total", "Name,Tickets\nAnn,2\nTotal,2\nGrand total:,2", ["Ann", "", 2]],
  ["an amount that is no count", "Name,Email,Total\nAnn,a@example.com,$45.00", ["Ann", "a@example.com", 1]],
  ["last name first", 'Name,Email\n"Pierre, Marva",marva@example.com', ["Marva Pierre", "marva@example.com", 1]],
  ["only names", "Guests\nAnn Lee\nBo Cole +1", ["Ann Lee", "", 1], ["Bo Cole", "", 2]],
  [
    "Eventbrite's attendees",
    `Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #\n1041,2026-11-02,Marva,Pierre,marva@example.com,1,GA,77`,
    ["Marva Pierre", "marva@example.com", 1],
  ],
  [
    "attendees that their buyer didn't name",
    "Order ID,First Name,Last Name,Email,Buyer first name,Buyer last name,Buyer email\n1041,Info Requested,Info Requested,Info Requested,Marva,Pierre,marva@example.com",
    ["Marva Pierre", "marva@example.com", 1],
  ],
  [
    "a buyer under an order's number",
    "Order Number,Buyer First Name,Buyer Last Name,Account Email,Section,Row,Seat\n20411041,Marva,Pierre,marva@example.com,A,1,12",
    ["Marva Pierre", "marva@example.com", 1],
  ],
  [
    "Partiful's guests",
    "Name,Status,Plus Ones,RSVP date,Phone\nAnn Lee,Going,2,2026-11-02,+1 718 555 0100",
    ["Ann Lee", "", 3],
  ],
  [
    "Google's contacts",
    "Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Value\n,Ann,Lee,* Home,ann@example.com,lee@example.com\nBo Cole,Bo,Cole,,,bo@example.com",
    ["Ann Lee", "ann@example.com", 1],
    ["Bo Cole", "bo@example.com", 1],
  ],
  [
    "Outlook's contacts",
    "First Name,Middle Name,Last Name,E-mail Address,E-mail Type,E-mail Display Name\nAnn,B,Lee,ann@example.com,SMTP,Ann Lee (work)",
    ["Ann Lee", "ann@example.com", 1],
  ],
  [
    "Mailchimp's members",
    "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME\nann@example.com,Ann,Lee,2,2026-01-02 10:00:00",
    ["Ann Lee", "ann@example.com", 1],
  ],
  [
    "Luma's guests",
    "api_id,name,first_name,last_name,email,phone_number,approval_status\ngst-1,Ann Lee,Ann,Lee,ann@example.com,+17185550100,approved",
    ["Ann Lee", "ann@example.com", 1],
  ],
  [
    "LinkedIn's connections",
    'Notes:\n"When exporting, some emails are missing"\n\nFirst Name,Last Name,URL,Email Address,Company\nAnn,Lee,https://example.com/ann,ann@example.com,Acme',
    ["Ann Lee", "ann@example.com", 1],
  ],
])("finds columns by their meaning: %s", (_, text, ...guests) => {
  expect(guestsOf(text)).toEqual(guests);
});

test.each([
  [
    "a line of two addresses",
    "Marva Pierre <marva@example.com>; Owen Clarke <owen@example.com>",
    ["Marva Pierre", "marva@example.com", 1],
    ["Owen Clarke", "owen@example.com", 1],
  ],
  [
    "names with counts",
    "Marva Pierre <marva@example.com> +1, Owen Clarke <owen@example.com> x3",
    ["Marva Pierre", "marva@example.com", 2],
    ["Owen Clarke", "owen@example.com", 3],
  ],
  [
    "names beside addresses",
    "Marva Pierre, marva@example.com, Owen Clarke, owen@example.com",
    ["Marva Pierre", "marva@example.com", 1],
    ["Owen Clarke", "owen@example.com", 1],
  ],
  [
    "last names first",
    "Pierre, Marva <marva@example.com>; Clarke, Owen <owen@example.com>",
    ["Marva Pierre", "marva@example.com", 1],
    ["Owen Clarke", "owen@example.com", 1],
  ],
  [
    "nothing between",
    "Marva Pierre <marva@example.com> Owen Clarke <owen@example.com>",
    ["Marva Pierre", "marva@example.com", 1],
    ["Owen Clarke", "owen@example.com", 1],
  ],
  ["names alone", "Marva Pierre; Owen Clarke +1", ["Marva Pierre", "", 1], ["Owen Clarke", "", 2]],
])("reads several guests on a line: %s", (_, text, ...guests) => {
  expect(guestsOf(text)).toEqual(guests);
});

test.each([
  [
    "commas and semicolons",
    "ada@example.com, marcus@example.com; joelle@example.com",
    ["", "ada@example.com"],
    ["", "marcus@example.com"],
    ["", "joelle@example.com"],
  ],
  [
    "spaces",
    "ada@example.com marcus@example.com joelle@example.com",
    ["", "ada@example.com"],
    ["", "marcus@example.com"],
    ["", "joelle@example.com"],
  ],
  [
    "a mail program",
    `${ada} <ada@example.com>\n"Pierre, Joelle" <joelle@example.com>`,
    [ada, "ada@example.com"],
    ["Joelle Pierre", "joelle@example.com"],
  ],
  [
    "first and last names",
    "first_name,last_name,email\nMarva,Pierre,marva@example.com",
    ["Marva Pierre", "marva@example.com"],
  ],
  ["a number first", "id,email,name\n1041,marva@example.com,Marva Pierre", ["Marva Pierre", "marva@example.com"]],
  ["a quoted name", '"Pierre, Marva",marva@example.com', ["Marva Pierre", "marva@example.com"]],
  [
    "the email first",
    "marva@example.com, Marva Pierre\nowen@example.com",
    ["Marva Pierre", "marva@example.com"],
    ["", "owen@example.com"],
  ],
  [
    "Mailchimp's members",
    "Email Address,First Name,Last Name\nmarva@example.com,Marva,Pierre",
    ["Marva Pierre", "marva@example.com"],
  ],
  [
    "lines with numbers",
    "1,Marva Pierre,marva@example.com\n2,Owen Clarke,owen@example.com",
    ["Marva Pierre", "marva@example.com"],
    ["Owen Clarke", "owen@example.com"],
  ],
])("reads an audience: %s", (_, text, ...people) => {
  expect(audienceOf(text)).toEqual(people);
});

test.each([
  ["guests", "Ann <ann@>", 1, /"ann@" isn't a valid email/],
  ["guests", "ok\nann@example.com", 2, /no name/],
  ["guests", "Ann +10", 1, /1 to 10 tickets/],
  ["guests", "Ann,0", 1, /1 to 10 tickets/],
  ["guests", "name,tickets\nAnn,two\nBo,2", 2, /1 to 10 tickets/],
  ["guests", "A".repeat(121), 1, /Correct or shorten it/],
  ["guests", "Zo\ufffd", 1, /Correct or shorten it/],
  ["guests", "name,email\nAnn,nobody", 2, /"nobody" isn't a valid email/],
  ["guests", 'ok\n"Ann,ann@example.com', 2, /never closed/],
  ["guests", "GUEST LIST FOR SATURDAY\nAnn", 1, /title/],
  ["guests", "VIP:\nAnn", 1, /title/],
  ["guests", "Ann\n-----\nBo", 2, /nothing to read/],
  ["guests", "Ann\nTotal: 12 guests", 2, /total/],
  ["guests", "Ann\n12 guests", 2, /total/],
  ["guests", "#1041", 1, /no name/],
  ["guests", "Soca Sunday,,\nName,Email,Tickets\nAnn,,2", 1, /above the names/],
  ["guests", "Voornaam;Adres\nAnn;a@example.com\nBo;b@example.com", 1, /names of columns/],
  ["guests", "Ann Lee,Acme Corp,ann@example.com", 1, /one person or several/],
  ["audience", "Ann Lee\nbo@example.com", 1, /no email/],
  ["audience", "bo@example.com\nBo Lee <BO@example.com>", 2, /Same email as line 1/],
  ["audience", "bo@example.com\nowen@@example.com", 2, /"owen@@example.com" isn't/],
] as const)("a line that isn't read is named, and the rest is usable: %s %j", (kind, text, line, reason) => {
  expect(read(text, kind).unread).toEqual([{ line, text: expect.any(String), reason: expect.stringMatching(reason) }]);
});

test("of fifty lines one is faulty: the others are usable, and it is named with its text", () => {
  const lines = Array.from({ length: 50 }, (_, index) => `guest${index + 1}@example.com, Guest ${index + 1}`);
  const faulty = read(lines.with(30, "owen@@example.com").join("\n"), "audience");
  expect(faulty).toMatchObject({ people: { length: 49 }, unread: [{ line: 31, text: "owen@@example.com" }] });
  expect(read(lines.with(30, "tom&jerry@example.com").join("\n"), "audience")).toMatchObject({
    people: { length: 50 },
    unread: [],
  });
});

test("columns are described, and those that aren't read say why", () => {
  expect(read("Order #,Name,Ticket,Company\n77,Ann,GA,Acme").columns).toEqual([
    {
      letter: "A",
      title: "Order #",
      meaning: "ignored",
      reason: expect.stringContaining("doesn't say who"),
      examples: ["77"],
    },
    { letter: "B", title: "Name", meaning: "name", reason: null, examples: ["Ann"] },
    {
      letter: "C",
      title: "Ticket",
      meaning: "ignored",
      reason: expect.stringContaining("aren't numbers"),
      examples: ["GA"],
    },
    { letter: "D", title: "Company", meaning: "ignored", reason: expect.any(String), examples: ["Acme"] },
  ]);
  const meaningsOf = (text: string) => read(text).columns.map(({ meaning }) => meaning);
  expect(meaningsOf("Ann Lee\tann@example.com\t2\nBo Cole\tbo@example.com\t1")).toEqual(["name", "email", "tickets"]);
  expect(meaningsOf("1,Ann,Lee,ann@example.com\n2,Bo,Cole,bo@example.com")).toEqual([
    "ignored",
    "firstName",
    "lastName",
    "email",
  ]);
  expect(meaningsOf("Ann Lee +1\nBo Cole")).toEqual([]);
});

test.each([
  ["a column of names", 'Name,Email\n"Núñez, José",jose@example.com', "José Núñez", "Núñez, José"],
  ["an entry", '"Núñez, José" <jose@example.com> +1', "José Núñez", "Núñez, José"],
  ["two words before an address", "Núñez, José <jose@example.com>", "José Núñez", "Núñez, José"],
  ["two words", "Núñez, José", "José Núñez", "Núñez, José"],
  ["a name in order", "José Núñez", "José Núñez", null],
  ["a suffix", '"Marcus Charles, Jr.",m@example.com', "Marcus Charles Jr.", null],
])("a name that was turned around says how it was written: %s", (_, text, name, written) => {
  expect(read(text).people).toMatchObject([{ name, written }]);
});

test("a person can say which column is which", () => {
  const text = "Ann Lee,Acme Corp,ann@example.com,2\nBo Cole,Soca Ltd,bo@example.com,1";
  expect(read(text).people).toEqual([]);
  expect(read(text, "guests", ["name", "ignored", "email", "plusOnes"]).people).toEqual([
    { line: 1, name: "Ann Lee", written: null, email: "ann@example.com", quantity: 3 },
    { line: 2, name: "Bo Cole", written: null, email: "bo@example.com", quantity: 2 },
  ]);
  const named = read("Naam,Wie\nAnn,x\nBo,y\n", "guests", ["name", "ignored"]);
  expect(named.people.map(({ name }) => name)).toContain("Bo");
});

test("ten thousand guests fit, and one more doesn't", () => {
  const lines = Array.from({ length: maxGuests + 1 }, (_, index) => `Guest ${index} <g${index}@example.com>`);
  expect(read(lines.slice(1).join("\n"))).toMatchObject({ people: { length: maxGuests }, unread: [] });
  expect(() => read(lines.join("\n"))).toThrow(/up to 10,000 people/);
});
