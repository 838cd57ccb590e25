import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RelatedEvents } from "#contract/events/events.ts";
import { events } from "#server/modules/events/index.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { createEvent, createType, sellDirectly } from "./make.ts";

let app: ModuleApp;
const eventIds: Record<string, number> = {};
beforeAll(async () => {
  app = await createModuleApp(events);
  const add = async (title: string, change: Parameters<typeof createEvent>[1] = {}) => {
    eventIds[title] = await createEvent(app.db, { title, ...change });
  };
  await add("Current", { city: "Miami", categories: ["Soca", "Boat ride"] });
  await add("Nothing in common", { city: "Boston", categories: ["Jazz"], inDays: 1 });
  await add("Same kind", { city: "Boston", categories: ["Soca"], inDays: 2 });
  await add("Same city", { city: "Miami", categories: ["Jazz"], inDays: 3 });
  await add("Same city and kind", { city: "miami", categories: ["Soca"], inDays: 4 });
  await add("Over", { city: "Miami", categories: ["Soca"], inDays: -2 });
  await add("Draft", { city: "Miami", categories: ["Soca"], visibility: "draft" });
  await add("Unlisted", { city: "Miami", categories: ["Soca"], visibility: "unlisted" });
  await add("Canceled", { city: "Miami", categories: ["Soca"] });
  await sql`update events set status = 'canceled' where id = ${eventIds.Canceled}`.execute(app.db);
  await add("Same series", { city: "Miami", categories: ["Soca"] });
  await sql`
    with run as (insert into event_series default values returning id)
    update events set series_id = run.id from run where events.id in (${eventIds.Current}, ${eventIds["Same series"]})`.execute(
    app.db,
  );
});
afterAll(() => app.close());

test("the most similar events come first; hidden, past, canceled and same-series events are left out", async () => {
  const answer = await app.server.inject({ url: `/api/events/${eventIds.Current}/related` });
  expect(answer.json<RelatedEvents>().items.map(({ title }) => title)).toEqual([
    "Same city and kind",
    "Same city",
    "Same kind",
    "Nothing in common",
  ]);
});

test("what can be bought comes before what is sold out, also in the same city", async () => {
  const soldOut = await createType(app.db, eventIds["Same city and kind"]!, { capacity: 1 });
  await sellDirectly(app.db, soldOut, 1);
  await createType(app.db, eventIds["Same kind"]!);
  await createType(app.db, eventIds["Nothing in common"]!);
  await createType(app.db, eventIds["Same city"]!);
  const answer = await app.server.inject({ url: `/api/events/${eventIds.Current}/related` });
  expect(answer.json<RelatedEvents>().items.map(({ title }) => title)).toEqual([
    "Same city",
    "Same kind",
    "Nothing in common",
    "Same city and kind",
  ]);
});

test("the next event that can be bought is found behind a page of sold-out ones", async () => {
  const next = async () => (await app.server.inject({ url: "/api/events/next-buyable" })).json<RelatedEvents>().items;
  expect((await next()).map(({ title }) => title)).toEqual(["Nothing in common"]);
  await sql`update events set status = 'canceled' where title in ('Nothing in common', 'Same kind', 'Same city')`.execute(
    app.db,
  );
  expect(await next()).toEqual([]);
  for (let count = 0; count < 20; count++) await createEvent(app.db, { title: "Announced", inDays: 5 });
  await createType(app.db, await createEvent(app.db, { title: "Far ahead", inDays: 90 }));
  expect((await next()).map(({ title }) => title)).toEqual(["Far ahead"]);
});

test("a draft has no related events", async () => {
  expect((await app.server.inject({ url: `/api/events/${eventIds.Draft}/related` })).statusCode).toBe(404);
});
