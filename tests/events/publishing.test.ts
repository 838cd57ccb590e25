import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const set = (id: number, body: object) => admin.post(`/api/admin/events/${id}/visibility`, body);
const inList = async (title: string) => (await site.anon.get(`/api/events?q=${encodeURIComponent(title)}`)).body.total;
const statusOf = async (id: number) => (await site.anon.get(`/api/events/${id}`)).status;

test("everyone sees a published event, people with the link see an unlisted one, nobody sees a draft", async () => {
  const id = await site.create.event({ title: "Three Doors", visibility: "draft" });
  const seen = async () => [await inList("Three Doors"), await statusOf(id)];
  expect(await seen()).toEqual([0, 404]);
  await set(id, { visibility: "unlisted" });
  expect(await seen()).toEqual([0, 200]);
  await set(id, { visibility: "published" });
  expect(await seen()).toEqual([1, 200]);
  await set(id, { visibility: "draft" });
  expect(await seen()).toEqual([0, 404]);
  const { body: log } = await admin.get(`/api/admin/audit?kind=event&id=${id}`);
  expect(log.items.map(({ action }: { action: string }) => action)).toEqual([
    "event.unpublished",
    "event.published",
    "event.unlisted",
  ]);
});

test("a scheduled event is published at its time by the database clock, and never before", async () => {
  const id = await site.create.event({ title: "At Nine Sharp", visibility: "draft" });
  const { rows } = await sql<{ at: Date }>`select clock_now() + interval '1 hour' as at`.execute(site.db);
  const planned = await set(id, { visibility: "published", publishAt: rows[0]!.at.toISOString() });
  expect(planned.body).toMatchObject({ visibility: "draft", publishAs: "published" });
  await site.app.runJob("publishing");
  expect([await inList("At Nine Sharp"), await statusOf(id)]).toEqual([0, 404]);
  expect(
    (await admin.get("/api/admin/events?status=scheduled")).body.items.map((row: { id: number }) => row.id),
  ).toEqual([id]);

  const later = await createSite({ database: site.database, clockOffset: "3601 seconds" });
  try {
    await later.app.runJob("publishing");
  } finally {
    await later.close();
  }
  expect([await inList("At Nine Sharp"), await statusOf(id)]).toEqual([1, 200]);
  expect((await admin.get(`/api/admin/events/${id}`)).body).toMatchObject({ visibility: "published", publishAt: null });
});

test("returning an event to draft drops its schedule; the past and published events can't be scheduled", async () => {
  const id = await site.create.event({ visibility: "draft" });
  const publishAt = "2036-01-01T12:00:00.000Z";
  await set(id, { visibility: "unlisted", publishAt });
  expect((await set(id, { visibility: "draft" })).body).toMatchObject({ publishAt: null, publishAs: null });
  expect(
    (await set(id, { visibility: "published", publishAt: "2020-01-01T12:00:00.000Z" })).body.errors![0]!.path,
  ).toBe("publishAt");
  await set(id, { visibility: "published" });
  expect((await set(id, { visibility: "published", publishAt })).status).toBe(400);
  expect(await statusOf(id)).toBe(200);
});

test("an incomplete event can't be published or scheduled, and the error says what is missing", async () => {
  const venueId = (await admin.get("/api/admin/venues")).body.items[0]!.id;
  const { body } = await admin.post("/api/admin/events", {
    title: "Half Done",
    startsAt: "2036-03-06T03:00:00.000Z",
    endsAt: "2036-03-06T09:00:00.000Z",
    timeZone: "America/New_York",
    venueId,
  });
  const refused = await set(body.id, { visibility: "published" });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "not_ready", errors: [{ path: "summary" }, { path: "poster" }] },
  });
  expect((await set(body.id, { visibility: "unlisted", publishAt: "2036-01-01T12:00:00.000Z" })).body.code).toBe(
    "not_ready",
  );
  expect(await statusOf(body.id)).toBe(404);
});

test("an event with sales can't be unpublished, nor while someone is buying", async () => {
  const id = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId: id });
  const guest = await site.as("guest");
  const lines = [{ ticketTypeId, quantity: 1 }];
  const { body: open } = await guest.post("/api/orders", draft(lines));
  expect((await set(id, { visibility: "draft" })).body.code).toBe("has_sales");
  expect((await guest.call("DELETE", `/api/orders/${open.id}`)).status).toBe(200);
  await site.buy(guest, lines);
  expect((await set(id, { visibility: "draft" })).body.code).toBe("has_sales");
  expect((await set(id, { visibility: "unlisted" })).status).toBe(200);
  expect(await statusOf(id)).toBe(200);
});

test("many at once: each event is published independently, and refused ones say why", async () => {
  const ready = await site.create.event({ visibility: "draft" });
  const bare = await site.create.event({ visibility: "draft", summary: "", title: "Bare" });
  const { body } = await admin.post("/api/admin/events/visibility", {
    ids: [ready, bare, 999_999, ready],
    visibility: "published",
  });
  expect(body).toEqual({
    done: [ready],
    refused: [
      { id: bare, title: "Bare", code: "not_ready" },
      { id: 999_999, title: "", code: "not_found" },
    ],
  });
  expect([await statusOf(ready), await statusOf(bare)]).toEqual([200, 404]);
});
