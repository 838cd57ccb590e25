import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const dates = [
  { startsAt: "2036-04-03T02:00:00.000Z", doorsAt: "2036-04-03T01:00:00.000Z", endsAt: "2036-04-03T08:00:00.000Z" },
  { startsAt: "2036-04-10T02:00:00.000Z", endsAt: "2036-04-10T08:00:00.000Z" },
];
const read = async (id: number) => (await admin.get(`/api/admin/events/${id}`)).body;
const copy = async (id: number, body: object) => (await admin.post(`/api/admin/events/${id}/copies`, body)).body.ids;

test("copies get consecutive IDs", async () => {
  const id = await site.create.event({ title: "Numbered" });
  const [first, second] = await copy(id, { dates });
  expect([first! - id, second! - first!]).toEqual([1, 1]);
});

test("a copy has all settings and no sales", async () => {
  const startsAt = new Date("2036-03-06T03:00:00.000Z");
  const id = await site.create.event({
    title: "Copied Night",
    startsAt,
    endsAt: new Date("2036-03-06T09:00:00.000Z"),
    capacity: 60,
    dressCode: "Linen",
    lineup: [{ name: "Selector Duke", role: "Host" }],
  });
  const ticketTypeId = await site.create.ticketType({
    eventId: id,
    name: "Early",
    capacity: 30,
    priceCents: 3000,
    salesEndAt: new Date("2036-03-05T03:00:00.000Z"),
    accessCode: "cousins",
  });
  await site.create.ticketType({ eventId: id, name: "General", capacity: 40, position: 1 });
  await admin.post("/api/admin/comps", {
    ticketTypeId,
    quantity: 2,
    guest: { name: "Selector Duke", email: "duke@example.com" },
    reason: "Plays",
  });
  const [copyId] = await copy(id, { dates: [dates[0]] });
  const made = await read(copyId!);
  expect(made).toMatchObject({
    title: "Copied Night",
    slug: "copied-night-2",
    visibility: "draft",
    version: 1,
    dressCode: "Linen",
    sold: 0,
    comps: 0,
    // The event admits fewer people than its types have tickets.
    capacity: 60,
    run: [],
    ...dates[0],
  });
  const { rows } = await sql<{ name: string; closes: Date | null; code: string | null; capacity: number }>`
    select t.name, t.sales_end_at as closes, t.access_code as code, s.capacity
    from ticket_types t join stock s on s.id = t.stock_id where t.event_id = ${copyId} order by t.position`.execute(
    site.db,
  );
  // A day before the event, as in the original.
  expect(rows).toEqual([
    { name: "Early", closes: new Date("2036-04-02T02:00:00.000Z"), code: "cousins", capacity: 30 },
    { name: "General", closes: null, code: null, capacity: 40 },
  ]);
  expect((await read(id)).comps).toBe(2);
});

test.each([
  // In New York, daylight saving ends on Nov 7, 2027 and begins on Mar 14, 2027 and Mar 12, 2028.
  ["across its end", "2027-10-24T02:00Z", "2027-11-21T03:00Z", "2027-10-01T14:00Z", "2027-10-29T14:00Z"],
  ["a sale after its end", "2027-10-24T02:00Z", "2027-11-21T03:00Z", "2027-10-24T01:00Z", "2027-11-21T02:00Z"],
  ["across its start", "2028-03-05T03:00Z", "2028-04-02T02:00Z", "2028-02-20T15:00Z", "2028-03-19T14:00Z"],
  ["to an earlier date", "2027-11-21T03:00Z", "2027-10-24T02:00Z", "2027-11-20T15:00Z", "2027-10-23T14:00Z"],
])("a copied sale opens and closes at the same local time: %s", async (_, startsAt, copied, opens, opensThen) => {
  const sixHours = (instant: string) => new Date(Date.parse(instant) + 6 * 3_600_000);
  const timeZone = "America/New_York";
  const id = await site.create.event({ startsAt: new Date(startsAt), endsAt: sixHours(startsAt), timeZone });
  const closes = new Date(Date.parse(opens) + 1_800_000);
  await site.create.ticketType({ eventId: id, salesStartAt: new Date(opens), salesEndAt: closes });
  for (const asRun of [false, true]) {
    const date = { startsAt: new Date(copied).toISOString(), endsAt: sixHours(copied).toISOString() };
    const [copyId] = await copy(id, { dates: [date], asRun });
    const { rows } = await sql`
      select sales_start_at as "opensAt", sales_end_at as "closesAt" from ticket_types where event_id = ${copyId}`.execute(
      site.db,
    );
    const opensAt = new Date(opensThen);
    expect(rows).toEqual([{ opensAt, closesAt: new Date(opensAt.getTime() + 1_800_000) }]);
  }
});

test("events in a series list each other, and buyers see the published upcoming ones", async () => {
  const id = await site.create.event({ title: "Sunday Sessions" });
  const [first, second] = await copy(id, { dates, asRun: true });
  const third = (
    await copy(first!, {
      dates: [{ startsAt: "2036-04-17T02:00:00.000Z", endsAt: "2036-04-17T08:00:00.000Z" }],
      asRun: true,
    })
  )[0]!;
  expect((await read(third)).run.map((date) => date.id).toSorted((a, b) => a - b)).toEqual([id, first, second, third]);
  const others = async () => (await site.anon.get(`/api/events/${id}`)).body.otherDates;
  expect(await others()).toEqual([]);
  await admin.post("/api/admin/events/visibility", { ids: [third, second], visibility: "published" });
  expect(await others()).toMatchObject([
    { id: second, startsAt: dates[1]!.startsAt, status: "on", saleStatus: "scheduled" },
    { id: third },
  ]);
});

test("one invalid date prevents all copies", async () => {
  const id = await site.create.event({ title: "All Or None" });
  const answer = await admin.post(`/api/admin/events/${id}/copies`, {
    dates: [dates[0], { startsAt: dates[1]!.endsAt, endsAt: dates[1]!.startsAt }],
  });
  expect([answer.status, answer.body.errors![0]!.path]).toEqual([400, "dates.1.endsAt"]);
  expect((await admin.get("/api/admin/events?q=all+or+none")).body.total).toBe(1);
});

test("only a draft that was never ordered can be deleted, with its types and their stock", async () => {
  const remove = (id: number) => admin.call("DELETE", `/api/admin/events/${id}`);
  const id = await site.create.event({ title: "Going Away" });
  const ticketTypeId = await site.create.ticketType({ eventId: id });
  expect((await remove(id)).body.code).toBe("not_a_draft");
  await admin.post(`/api/admin/events/${id}/visibility`, { visibility: "draft" });
  const stock = async () =>
    Number((await sql<{ n: string }>`select count(*) as n from stock`.execute(site.db)).rows[0]!.n);
  const before = await stock();
  expect((await remove(id)).body).toEqual({ ok: true });
  expect([(await admin.get(`/api/admin/events/${id}`)).status, await stock()]).toEqual([404, before - 1]);
  expect((await admin.get(`/api/admin/audit?kind=event&id=${id}`)).body.items[0]).toMatchObject({
    action: "event.deleted",
    before: { title: "Going Away" },
  });
  expect((await remove(id)).status).toBe(404);

  const sold = await site.create.event({ visibility: "unlisted" });
  const soldType = await site.create.ticketType({ eventId: sold });
  await (
    await site.as("guest")
  ).post(
    "/api/orders",
    {
      lines: [{ ticketTypeId: soldType, quantity: 1 }],
      buyer: { name: "Ada Buyer", email: "ada@example.com" },
    },
    { "idempotency-key": "copies-1" },
  );
  await sql`update events set visibility = 'draft' where id = ${sold}`.execute(site.db);
  expect((await remove(sold)).body.code).toBe("has_sales");
  expect((await admin.get(`/api/admin/events/${sold}`)).status).toBe(200);
  expect(ticketTypeId).not.toBe(soldType);
});
