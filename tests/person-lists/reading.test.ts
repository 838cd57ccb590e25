import { afterAll, beforeAll, expect, test } from "vitest";
import type { PersonList } from "#contract/person-lists.ts";
import { workbookOf, zipOf } from "#testing/workbook.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

function read(file: Uint8Array | string, { kind = "guests", columns = "", who = admin } = {}) {
  const path = `/api/admin/person-lists/read?kind=${kind}${columns && `&columns=${columns}`}`;
  return who.post<PersonList & { message: string }>(path, Buffer.from(file as string), {
    "content-type": "application/octet-stream",
  });
}

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const rowOf = (...texts: string[]) => `<row>${texts.map(textCell).join("")}</row>`;

test("a workbook and pasted text are read alike", async () => {
  const xml =
    rowOf("Soca Sunday") + rowOf("Guest Name", "Email", "Party size") + rowOf("Zoë Núñez", "zoe@example.com", "3");
  const { status, body } = await read(workbookOf({ sheets: [{ xml }] }));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    people: [{ line: 3, name: "Zoë Núñez", email: "zoe@example.com", quantity: 3 }],
    columns: [{ meaning: "name" }, { meaning: "email" }, { meaning: "tickets" }],
    unreadCount: 1,
    unread: [{ line: 1, text: "Soca Sunday" }],
    sheet: "Sheet1",
  });
  const pasted = await read("Soca Sunday\nGuest Name,Email,Party size\nZoë Núñez,zoe@example.com,3");
  expect(pasted.body).toMatchObject({ people: body.people, columns: body.columns, unread: body.unread });
});

test("staff can say what the columns mean, and nobody else can read a list", async () => {
  const text = "Ann Lee,Acme Corp,ann@example.com\nBo Cole,Soca Ltd,bo@example.com";
  expect((await read(text, { columns: "name,ignored,email" })).body.people).toMatchObject([
    { name: "Ann Lee", email: "ann@example.com" },
    { name: "Bo Cole", email: "bo@example.com" },
  ]);
  expect((await read(text, { columns: "name,nonsense" })).status).toBe(400);
  expect((await read(text, { who: await site.as("moderator") })).status).toBe(403);
});

const hostile: readonly (readonly [string, number, RegExp, () => Uint8Array | string])[] = [
  ["a million commas", 400, /more columns than a spreadsheet/, () => ",".repeat(1_000_000)],
  ["a million commas on short lines", 400, /nothing in this list/, () => ",\n".repeat(1_000_000)],
  ["100,000 quotation marks", 400, /32,767 characters/, () => '"'.repeat(100_000)],
  ["100,000 open quotation marks", 400, /never closed/, () => '"a,b\n'.repeat(100_000)],
  ["50 MB", 413, /too large/, () => Buffer.alloc(50_000_000, "a,b\n")],
  ["a bomb", 400, /unpacks to more/, () => bomb()],
  ["a value far away", 400, /too far apart/, () => farAway()],
  ["a PDF", 400, /PDF.*Save the list as CSV/, () => "%PDF-1.7\n"],
  ["guests without end", 400, /up to 10,000 people/, () => "Ann Lee\n".repeat(10_001)],
];

function bomb() {
  const workbook = '<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>';
  const relations = '<Relationships><Relationship Id="a" Target="a.xml"/></Relationships>';
  const files = { "xl/workbook.xml": workbook, "xl/_rels/workbook.xml.rels": relations };
  return zipOf({ ...files, "xl/a.xml": Buffer.alloc(129_000_000, " ") }, { size: 100 });
}

/** A sheet with values all over it, up to its last cell. */
function farAway() {
  const rows = Array.from({ length: 5000 }, (_, row) => {
    const column = ["ABC", "DEF", "QRS"][row % 3]!;
    return `<row r="${row + 1}"><c r="${column}${row + 1}"><v>1</v></c></row>`;
  });
  const wide = Array.from({ length: 450 }, () => "<c><v>1</v></c>").join("");
  const last = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  return workbookOf({ sheets: [{ xml: `${rows.join("")}<row r="6000">${wide}</row>${last}` }] });
}

test.each(hostile)(
  "%s is refused with a sentence, and other requests are answered meanwhile",
  async (_, status, sentence, build) => {
    let isAnswered = false;
    const reading = read(build()).finally(() => (isAnswered = true));
    // Read on the event loop, it would be answered before the next request is.
    for (let count = 0; count < 3 && status !== 413; count++) {
      expect((await admin.get("/healthz")).status).toBe(200);
      expect(isAnswered).toBe(false);
    }
    const { status: answered, body } = await reading;
    expect([answered, body.message]).toEqual([status, expect.stringMatching(sentence)]);
  },
);

test("an honest sheet with 16,384 columns is read without the empty ones", async () => {
  const empty = '<c s="1"/>'.repeat(16_381);
  const rows = Array.from({ length: 51 }, (_, index) => {
    const cells = index === 0 ? ["Name", "Email", "Tickets"] : [`Guest ${index}`, `g${index}@example.com`, "2"];
    return `<row>${cells.map(textCell).join("")}${empty}</row>`;
  });
  const { body } = await read(workbookOf({ sheets: [{ xml: rows.join("") }] }));
  expect([body.people.length, body.columns.length, body.unreadCount]).toEqual([50, 3, 0]);
});
