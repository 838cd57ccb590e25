import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RelatedEvents } from "#contract/events.ts";
import { events } from "#server/modules/events/index.ts";
import { createModuleApp, type ModuleApp } from "#tests/kit/module-app.ts";
import { makeEvent } from "./make.ts";

let app: ModuleApp;
const eventIds: Record<string, number> = {};
beforeAll(async () => {
  app = await createModuleApp(events);
  const add = async (title: string, change: Parameters<typeof makeEvent>[1] = {}) => {
    eventIds[title] = await makeEvent(app.db, { title, ...change });
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

test("a draft has no related events", async () => {
  expect((await app.server.inject({ url: `/api/events/${eventIds.Draft}/related` })).statusCode).toBe(404);
});
