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

const edit = async (id: number, changes: object) => {
  const { version } = (await admin.get(`/api/admin/events/${id}`)).body;
  return admin.call("PATCH", `/api/admin/events/${id}`, { version, changes });
};

test("tickets for a boat are on sale until it sails, others until the event ends", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const statusOf = async () => (await site.anon.get(`/api/events/${eventId}`)).body.ticketTypes[0]!.status;
  expect((await edit(eventId, { salesEndAtStart: true })).body).toMatchObject({ salesEndAtStart: true });
  expect(await statusOf()).toBe("on_sale");
  await sql`
    update events set starts_at = clock_now() - interval '1 minute', ends_at = clock_now() + interval '5 hours'
    where id = ${eventId}`.execute(site.db);
  const guest = await site.as("guest");
  const ordered = () => guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  expect(await statusOf()).toBe("ended");
  expect((await ordered()).body.code).toBe("sales_closed");
  expect((await guest.post(`/api/events/${eventId}/reminder`, { email: "ada@example.com" })).status).toBe(404);

  await sql`update events set sales_end_at_start = false where id = ${eventId}`.execute(site.db);
  expect(await statusOf()).toBe("on_sale");
  expect((await ordered()).status).toBe(201);
});

test.each([
  ["all", 200],
  ["16+", 200],
  ["25+", 200],
  ["99+", 200],
  ["0+", 400],
  ["100+", 400],
  ["sixteen+", 400],
  ["18", 400],
])("the age rule %s is answered with %i", async (ageRule, status) => {
  const id = await site.create.event();
  expect((await edit(id, { ageRule })).status).toBe(status);
  if (status === 200) expect((await site.anon.get(`/api/events/${id}`)).body.ageRule).toBe(ageRule);
});

test("a copy of a boat's event ends its sales at the start as well", async () => {
  const id = await site.create.event({ salesEndAtStart: true });
  const { body } = await admin.post(`/api/admin/events/${id}/copies`, {
    dates: [{ startsAt: "2036-03-06T03:00:00.000Z", endsAt: "2036-03-06T09:00:00.000Z" }],
  });
  expect((await admin.get(`/api/admin/events/${body.ids[0]}`)).body.salesEndAtStart).toBe(true);
});
