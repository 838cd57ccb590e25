import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wordsOf, orderNumberOf, wordsQuery } from "#server/platform/db/word-search.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

async function splitByDatabase(text: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`select words_of(${text}) as words`.execute(site.db);
  return rows[0]!.words;
}

async function finds(q: string, name: string, address: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select search_words(${name}, ${address}) @@ ${wordsQuery(q)!}::tsquery as found`.execute(site.db);
  return rows[0]!.found;
}

test.each([
  "Renée O'Brien-Núñez",
  "J’ouvert — “Mas” & Co. (2027)",
  "François D'Abreu",
  "ZOË\tPeña",
  "St.-Louis/Grenada",
  "Łódź Ørsted Straße, Þór Æ İı",
  "नमस्ते สวัสดี",
  "",
  "  ",
  "100% SG7K2M94QD",
])("the database splits %j into words as the program does", async (text) => {
  expect(await splitByDatabase(text)).toEqual(wordsOf(text));
});

test("the database and the program split any typed text the same way", async () => {
  const letters = fc.string({ unit: fc.constantFrom(..."abzÅéñüç09 -–—/.,:;!?&()[]\"“”·•+|@_%\\'’‘`#$*=<>") });
  await fc.assert(
    fc.asyncProperty(letters, async (text) => {
      expect(await splitByDatabase(text)).toEqual(wordsOf(text));
    }),
    { numRuns: 150 },
  );
});

test.each([
  ["ren", true],
  ["RENEE obrien", true],
  ["nunez", true],
  ["brien", false],
  ["r", false],
  ["renee.o@mail", true],
  ["renee.o@mail.example", true],
  ["mail", false],
  ["o nee", false],
  ["ren'e", true],
  ["\\ ' :* & | !", false],
])("a search for %j in a name and an email: %j", async (q, expected) => {
  expect(await finds(q, "Renée O'Brien-Núñez", "renee.o@mail.example")).toBe(expected);
});

test.each([
  ["sg-7k2m-94qd", true],
  ["SG7K2M94QD", true],
  ["sg-7k2m", true],
  ["sg-7k2m-94q", true],
  ["sg-7k2m-94qe", false],
])("%j finds an order number: %j", async (q, expected) => {
  expect(await finds(q, "Ana SG7K2M94QD", "ana@mail.example")).toBe(expected);
});

test("a complete order number is distinguished from a partial one and from names", () => {
  expect(["sg-7k2m-94qd", " SG7K2M94QD "].map(orderNumberOf)).toEqual(["SG-7K2M-94QD", "SG-7K2M-94QD"]);
  expect(["sg-7k2m", "Sgambati", "jean-paul", "", undefined].map(orderNumberOf)).toEqual(Array(5).fill(undefined));
});

test("a new order is found before and after its words are merged into the index", async () => {
  const ticketTypeId = await site.create.ticketType();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const admin = await site.as("admin");
  const found = async () => {
    const { body } = await admin.get(`/api/admin/orders?q=${encodeURIComponent(order.buyer.name)}`);
    return body.items.map(({ id }: { id: string }) => id);
  };
  expect(await found()).toEqual([order.id]);
  const waiting = () => sql<{ pages: number }>`select gin_clean_pending_list('orders_words') as pages`.execute(site.db);
  await site.app.runJob("word-search");
  expect((await waiting()).rows[0]!.pages).toBe(0);
  expect(await found()).toEqual([order.id]);
});
