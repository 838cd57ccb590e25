import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainLetters } from "#contract/letters.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createEmptyDatabase } from "#testing/database.ts";
import { silentLog } from "#testing/own-cluster.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

// Letters that no accent can be taken off: Ł, Ø, Đ, ß, Æ and their like.

let site: Site;
let admin: Client;
let eventId: number;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  eventId = await site.create.event({ title: "Łódź Soca" });
  await site.create.event({ title: "Ørsted Fête" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Balcony" });
  for (const [name, email] of [
    ["Søren Bjørn", "s@example.com"],
    ["Zane Cole", "z@example.com"],
    ["Łucja Strauß", "l@example.com"],
    ["Þóra Ægis", "t@example.com"],
    ["Mona Hill", "m@example.com"],
  ]) {
    await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer: { name, email } });
  }
});
afterAll(() => site.close());

const plainByDatabase = async (text: string) =>
  (await sql<{ plain: string }>`select plain_letters(${text}) as plain`.execute(site.db)).rows[0]!.plain;

const everyLetter = "łŁøØđĐðÐħĦŧŦıIŋŊßẞæÆœŒþÞ";

test("the database and the program have the same table of letters", async () => {
  const text = fc.string({ unit: fc.constantFrom(...`${everyLetter}abzÅéñçAZ09 -'`) });
  await fc.assert(
    fc.asyncProperty(text, async (typed) => {
      expect(await plainByDatabase(typed)).toBe(plainLetters(typed));
    }),
    { numRuns: 100 },
  );
  expect(plainLetters(everyLetter)).toBe("llooddddhhttiinnssssaeaeoeoethth");
});

test.each([
  ["lodz", ["Łódź Soca"]],
  ["ŁÓDŹ", ["Łódź Soca"]],
  ["orsted", ["Ørsted Fête"]],
  ["ørsted fete", ["Ørsted Fête"]],
])("a visitor's search for %s finds %j", async (q, titles) => {
  const { body } = await site.anon.get(`/api/events?q=${encodeURIComponent(q)}`);
  expect(body.items.map(({ title }) => title)).toEqual(titles);
});

interface Row {
  name: string;
  holderName: string;
  guest: { name: string };
  buyer: { name: string };
}

const rows = (path: string, name: (row: Row) => string) => async (q: string) =>
  (
    await admin.get<{ items: Row[] }>(`${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(q)}`)
  ).body.items.map(name);
const buyerName = ({ buyer }: { buyer: { name: string } }) => buyer.name;

test("door staff find Søren Bjørn and Þóra Ægis by the letters on their keyboards", async () => {
  const find = rows(`/api/door/events/${eventId}/tickets`, ({ holderName }) => holderName);
  for (const q of ["soren", "bjorn", "SØREN", "soren bjorn"]) expect([q, await find(q)]).toEqual([q, ["Søren Bjørn"]]);
  for (const q of ["thora", "aegis"]) expect([q, await find(q)]).toEqual([q, ["Þóra Ægis"]]);
});

test("every list of staff that is searched by parts of names finds them too", async () => {
  await admin.post("/api/admin/comp-hosts", { eventId, name: "DJ Bjørn", budget: 5 });
  const guest = { name: "Jürgen Groß", email: "j@example.com" };
  const comp = { ticketTypeId: await site.create.ticketType({ eventId }), quantity: 1, guest, reason: "Press" };
  expect((await admin.post("/api/admin/comps", comp)).status).toBe(201);
  const venue = { name: "Gård Hall", city: "Nørre", region: "", country: "DK" };
  expect((await admin.post("/api/admin/venues", venue)).status).toBeLessThan(300);
  const promoter = { name: "Łukasz", linkCode: "lukasz", commission: { kind: "percent", percent: 10 } };
  expect((await admin.post("/api/admin/promoters", promoter)).status).toBe(201);
  const found = {
    orders: await rows("/api/admin/orders", buyerName)("strauss"),
    tickets: await rows(`/api/admin/tickets?eventId=${eventId}`, (row) => row.holderName)("lucja"),
    comps: await rows("/api/admin/comps", ({ guest: { name } }) => name)("gross"),
    venues: await rows("/api/admin/venues", ({ name }) => name)("norre"),
    promoters: await rows("/api/admin/promoters", ({ name }) => name)("luk"),
  };
  expect(found).toEqual({
    orders: ["Łucja Strauß"],
    tickets: ["Łucja Strauß"],
    comps: ["Jürgen Groß"],
    venues: ["Gård Hall"],
    promoters: ["Łukasz"],
  });
});

test("lists sorted by name have these letters among the plain ones", async () => {
  const { body } = await admin.get(`/api/admin/orders?eventId=${eventId}&sort=buyer`);
  expect(body.items.map(buyerName).filter((name: string) => name !== "Jürgen Groß")).toEqual([
    "Łucja Strauß",
    "Mona Hill",
    "Søren Bjørn",
    "Þóra Ægis",
    "Zane Cole",
  ]);
});

test.each([
  ["Łódź Soca", /^lodz-soca(?:-\d+)?$/],
  ["夏祭り", /^xia-ji-ri(?:-\d+)?$/],
  ["🎉", /^event(?:-\d+)?$/],
])("an event called %s has a readable address", async (title, slug) => {
  const id = await site.create.event({ title });
  const { body } = await site.anon.get(`/api/events/${id}`);
  expect(body.slug).toMatch(slug);
});

test("what was stored before is found after the update", async () => {
  const database = await createEmptyDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    await migrate(client, { log: silentLog, upTo: 1 });
    await client.query(`
      insert into users (username, display_name, role) values ('luki', 'Łukasz Groß', 'guest');
      insert into products (slug, title, kind, publication, tax_category, currency, search_text, options)
      select 'tee', 'Łódź Tee', 'physical', 'draft', 'clothing', 'USD', 'łodz tee', '[]'`);
    await migrate(client, { log: silentLog });
    // Without the index, the new words would be computed again for each row.
    await client.query("set enable_seqscan = off");
    const { rows: people } = await client.query(`select display_name from users
      where search_words(display_name || ' ' || username, coalesce(email, '')) @@ '''lukasz'':* & ''gross'':*'::tsquery`);
    const { rows: products } = await client.query("select search_text from products");
    expect([people, products]).toEqual([[{ display_name: "Łukasz Groß" }], [{ search_text: "lodz tee" }]]);
  } finally {
    await client.end();
    await database.drop();
  }
});
