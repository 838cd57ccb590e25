import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RelatedEvents } from "#contract/events.ts";
import { eventsRoutes } from "#server/modules/events/index.ts";
import { createModuleApp, type ModuleApp } from "#tests/kit/module-app.ts";
import { makeNight } from "./make.ts";

let app: ModuleApp;
const night: Record<string, number> = {};
beforeAll(async () => {
  app = await createModuleApp(eventsRoutes);
  const add = async (title: string, change: Parameters<typeof makeNight>[1] = {}) => {
    night[title] = await makeNight(app.db, { title, ...change });
  };
  await add("This one", { city: "Miami", categories: ["Soca", "Boat ride"] });
  await add("Nothing in common", { city: "Boston", categories: ["Jazz"], inDays: 1 });
  await add("Same kind", { city: "Boston", categories: ["Soca"], inDays: 2 });
  await add("Same city", { city: "Miami", categories: ["Jazz"], inDays: 3 });
  await add("Same city and kind", { city: "miami", categories: ["Soca"], inDays: 4 });
  await add("Over", { city: "Miami", categories: ["Soca"], inDays: -2 });
  await add("Draft", { city: "Miami", categories: ["Soca"], visibility: "draft" });
  await add("Unlisted", { city: "Miami", categories: ["Soca"], visibility: "unlisted" });
  await add("Called off", { city: "Miami", categories: ["Soca"] });
  await sql`update events set state = 'cancelled' where id = ${night["Called off"]}`.execute(app.db);
  await add("Same run", { city: "Miami", categories: ["Soca"] });
  await sql`
    with run as (insert into event_series default values returning id)
    update events set series_id = run.id from run where events.id in (${night["This one"]}, ${night["Same run"]})`.execute(
    app.db,
  );
});
afterAll(() => app.close());

test("the likest nights come first; what is hidden, over, off or of the same run does not come at all", async () => {
  const answer = await app.server.inject({ url: `/api/events/${night["This one"]}/related` });
  expect(answer.json<RelatedEvents>().items.map(({ title }) => title)).toEqual([
    "Same city and kind",
    "Same city",
    "Same kind",
    "Nothing in common",
  ]);
});

test("a draft has no like", async () => {
  expect((await app.server.inject({ url: `/api/events/${night.Draft}/related` })).statusCode).toBe(404);
});
