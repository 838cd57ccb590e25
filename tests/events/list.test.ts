import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventList } from "#contract/events/events.ts";
import { events } from "#server/modules/events/index.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { createEvent, createType } from "./make.ts";

let app: ModuleApp;
beforeAll(async () => {
  app = await createModuleApp(events);
  const { db } = app;
  for (let index = 1; index <= 23; index++) {
    await createEvent(db, {
      title: `Weekly Lime ${index}`,
      inDays: index,
      city: index <= 3 ? "Miami" : "Brooklyn",
      categories: ["Lime"],
    });
  }
  const boat = await createEvent(db, {
    title: "Soca on the Hudson",
    summary: "Three decks, one road march",
    inDays: 2,
    city: "New York",
    venue: "Pier 81",
    categories: ["Soca", "Boat ride"],
    lineup: [{ name: "DJ Saltfish", role: "Selector" }],
  });
  await createType(db, boat, { priceCents: 6500 });
  await createType(db, boat, { priceCents: 12500, position: 1 });
  await createEvent(db, { title: "J’ouvert 100%", inDays: 3, city: "Brooklyn", categories: ["Soca"] });
  await createEvent(db, { title: "Not Yet Told", visibility: "draft" });
  await createEvent(db, { title: "For Friends", visibility: "unlisted" });
  await createEvent(db, { title: "Going On Now", inDays: -0.1, city: "Miami" });
  for (const days of [-3, -20, -10])
    await createEvent(db, { title: `Gone ${-days}`, inDays: days, city: "Atlanta", categories: ["Lime"] });
});
afterAll(() => app.close());

async function list(query: string) {
  const response = await app.server.inject({ url: `/api/events${query}` });
  expect(response.statusCode).toBe(200);
  return response.json<EventList>();
}
const titles = (reply: EventList) => reply.items.map((item) => item.title);

test("upcoming and running events are listed by start, twenty per page", async () => {
  const first = await list("");
  expect(first).toMatchObject({ total: 26, page: 1, pageSize: 20 });
  expect(titles(first).slice(0, 4)).toEqual(["Going On Now", "Weekly Lime 1", "Weekly Lime 2", "Soca on the Hudson"]);
  const second = await list("?page=2");
  expect(second.items).toHaveLength(6);
  expect(new Set([...titles(first), ...titles(second)]).size).toBe(26);
  const beyond = await list("?page=3");
  expect(beyond).toMatchObject({ items: [], total: 26, page: 3 });
});

test("past events are listed latest first", async () => {
  const past = await list("?when=past");
  expect(titles(past)).toEqual(["Gone 3", "Gone 10", "Gone 20"]);
  expect(past.items.map((item) => item.saleStatus)).toEqual(["ended", "ended", "ended"]);
});

test("drafts and unlisted events aren't listed, even in a search", async () => {
  expect((await list("?q=not yet told")).total).toBe(0);
  expect((await list("?q=friends")).total).toBe(0);
});

test.each([
  ["hudson", ["Soca on the Hudson"]],
  ["HUDSON soca", ["Soca on the Hudson"]],
  ["soca miami", []],
  ["road march", ["Soca on the Hudson"]],
  ["saltfish", ["Soca on the Hudson"]],
  ["pier 81", ["Soca on the Hudson"]],
  ["boat", ["Soca on the Hudson"]],
  ["j'ouvert", ["J’ouvert 100%"]],
  ["Jouvert", ["J’ouvert 100%"]],
  ["100%", ["J’ouvert 100%"]],
  ["%", ["J’ouvert 100%"]],
  ["_", []],
  ["\\", []],
  ["'; drop table events; --", []],
])("a search for %s finds each word in title, summary, venue, lineup or categories", async (q, expected) => {
  expect(titles(await list(`?q=${encodeURIComponent(q)}`))).toEqual(expected);
});

test("city and category narrow the list, and each filter counts what choosing another value would show", async () => {
  const miami = await list("?city=miami");
  expect(miami.total).toBe(4);
  expect(miami.items.every((item) => item.venue.city === "Miami")).toBe(true);
  expect(miami.cities).toEqual([
    { city: "Brooklyn", count: 21 },
    { city: "Miami", count: 4 },
    { city: "New York", count: 1 },
  ]);
  expect(miami.categories).toEqual([{ category: "Lime", count: 3 }]);
  const soca = await list("?category=Soca");
  expect(titles(soca)).toEqual(["Soca on the Hudson", "J’ouvert 100%"]);
  expect(soca.cities).toEqual([
    { city: "Brooklyn", count: 1 },
    { city: "New York", count: 1 },
  ]);
  expect(soca.categories).toEqual([
    { category: "Lime", count: 23 },
    { category: "Soca", count: 2 },
    { category: "Boat ride", count: 1 },
  ]);
  expect((await list("?category=Soca&city=New York&q=hudson")).total).toBe(1);
  expect((await list("?when=past")).cities).toEqual([{ city: "Atlanta", count: 3 }]);
});

test("an event summary shows the lowest price and the sale status", async () => {
  const [boat] = (await list("?q=hudson")).items;
  expect(boat).toMatchObject({ fromCents: 6500, currency: "USD", saleStatus: "on_sale", slug: "soca-on-the-hudson" });
});

test.each([
  "?page=0",
  "?page=-1",
  "?page=1.5",
  "?page=x",
  "?when=never",
  `?q=${"x".repeat(101)}`,
  "?city[]=a&city[]=b&city=a&city=b",
])("%s is refused", async (query) => {
  const response = await app.server.inject({ url: `/api/events${query}` });
  expect([response.statusCode, response.json().code]).toEqual([400, "invalid_input"]);
});
