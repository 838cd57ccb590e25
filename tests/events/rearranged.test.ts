import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HolderLetter } from "#contract/event-changes.ts";
import type { EditedEvent } from "#contract/event-editing.ts";
import type { Order } from "#contract/orders.ts";
import { sabotage } from "#tests/kit/sabotage.ts";
import { createSite, draft, type Client, type Site } from "#tests/kit/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

/** A night that Ada has two orders for and Bo one; it begins at eight in the evening in Brooklyn. */
async function soldNight(on: Site = site) {
  const eventId = await on.make.event({
    title: "Harbour Fete",
    startsAt: new Date("2036-05-09T00:00:00.000Z"),
    doorsAt: null,
    endsAt: new Date("2036-05-09T06:00:00.000Z"),
    timeZone: "America/New_York",
  });
  const ticketTypeId = await on.make.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0 });
  for (const name of ["ada", "ada", "bo"]) {
    const guest = await on.as("guest");
    const buyer = { name, email: `${name}@example.com` };
    const { body } = await guest.post<Order>("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { buyer }));
    await guest.post(`/api/orders/${body.id}/payment`);
  }
  return { eventId, ticketTypeId };
}

const read = async (id: number) => (await admin.get<EditedEvent>(`/api/admin/events/${id}`)).body;
const save = async (id: number, changes: object, holders?: object, version?: number) =>
  admin.call<EditedEvent & { code: string }>("PATCH", `/api/admin/events/${id}`, {
    version: version ?? (await read(id)).version,
    changes,
    ...(holders ? { holders } : {}),
  });
async function mailsOf(eventId: number, on: Site = site) {
  const { rows } = await sql<{ to: string; subject: string | null; text: string | null }>`
    select to_address as "to", subject, body_text as text from emails
    where kind = 'night_change' and (topic ->> 'eventId')::bigint = ${eventId} order by to_address`.execute(on.db);
  return rows;
}
async function logOf(eventId: number) {
  const { body } = await admin.get(`/api/admin/audit?kind=night&id=${eventId}`);
  return body.items as { action: string; before: object; after: object; reason: string | null }[];
}

const later = { startsAt: "2036-05-09T01:30:00.000Z" };

test("other times or another place of a night with holders are not saved before somebody says whether they are told", async () => {
  const { eventId } = await soldNight();
  const { body: hall } = await admin.post("/api/admin/venues", {
    name: `Pier Hall ${eventId}`,
    address: "9 Dock Street",
    city: "Brooklyn",
    region: "NY",
    country: "US",
  });
  const wishes = [
    later,
    { doorsAt: "2036-05-08T23:00:00.000Z" },
    { endsAt: "2036-05-09T07:00:00.000Z" },
    { timeZone: "America/Chicago" },
    { venueId: hall.id },
  ];
  for (const changes of wishes) {
    const { status, body } = await save(eventId, { ...changes, dressCode: "Linen" });
    expect([changes, status, body.code]).toEqual([changes, 409, "holders_to_tell"]);
  }
  expect(await read(eventId)).toMatchObject({ version: 1, dressCode: null, startsAt: "2036-05-09T00:00:00.000Z" });
  expect(await mailsOf(eventId)).toEqual([]);
  expect((await save(eventId, { dressCode: "Linen" })).status).toBe(200);
});

test("each holder gets one mail that says how it was and how it is, as the preview had it", async () => {
  const { eventId } = await soldNight();
  const letter = await admin.post<HolderLetter>(`/api/admin/events/${eventId}/holder-letter`, { changes: later });
  expect(letter.body).toMatchObject({ people: 2, tickets: 3, subject: "New times for Harbour Fete" });
  expect(letter.body.lines[0]).toBe(
    "It now begins on Thursday, May 8, 2036 at 09:30 PM EDT. Before, it was to begin on Thursday, May 8, 2036 at 08:00 PM EDT.",
  );
  expect((await read(eventId)).version).toBe(1);

  const holders = { tell: "mail", note: "The boat leaves later" };
  expect((await save(eventId, later, holders, 1)).status).toBe(200);
  // An answer that was lost is asked for again: it is one change.
  expect((await save(eventId, later, holders, 1)).body.code).toBe("edited_meanwhile");
  expect((await mailsOf(eventId)).map(({ to }) => to)).toEqual(["ada@example.com", "bo@example.com"]);
  await site.app.sweep("mail");
  const [toAda, toBo] = await mailsOf(eventId);
  expect(toAda!.subject).toBe(letter.body.subject);
  expect(toAda!.text).toContain(letter.body.lines[0]);
  expect(toAda!.text).toContain("The boat leaves later");
  expect(toBo!.text).toContain("Your ticket stays valid");

  const told = (await logOf(eventId)).find(({ action }) => action === "night.holders_told");
  expect(told).toMatchObject({
    before: { startsAt: "2036-05-09T00:00:00.000Z" },
    after: { people: 2, tickets: 3, ...later },
    reason: "The boat leaves later",
  });
  expect((await site.anon.get(`/api/events/${eventId}`)).body.movedFrom).toBe("2036-05-09T00:00:00.000Z");
});

test("a change after another is told with what it changed, whenever the mails are written", async () => {
  const { eventId } = await soldNight();
  const { body: pier } = await admin.post("/api/admin/venues", {
    name: `The Pier ${eventId}`,
    city: "Miami",
    region: "FL",
    country: "US",
  });
  await save(eventId, later, { tell: "mail" });
  await save(eventId, { startsAt: "2036-05-09T00:00:00.000Z", venueId: pier.id }, { tell: "mail" });
  await site.app.sweep("mail");
  const toBo = (await mailsOf(eventId)).filter(({ to }) => to === "bo@example.com");
  expect(toBo.map(({ subject }) => subject).toSorted()).toEqual([
    "A new time and place for Harbour Fete",
    "New times for Harbour Fete",
  ]);
  const first = toBo.find(({ subject }) => subject === "New times for Harbour Fete")!;
  expect(first.text).toContain("now begins on Thursday, May 8, 2036 at 09:30 PM EDT");
  const second = toBo.find(({ subject }) => subject !== first.subject)!;
  expect(second.text).toContain("Before, it was to begin on Thursday, May 8, 2036 at 09:30 PM EDT");
  expect(second.text).toContain(`It now takes place at The Pier ${eventId}, Miami.`);
});

test("a correction tells nobody and stands in the log; where nobody holds tickets nothing is asked", async () => {
  const { eventId } = await soldNight();
  expect((await save(eventId, { timeZone: "America/Chicago" }, { tell: "nobody" })).status).toBe(200);
  expect(await mailsOf(eventId)).toEqual([]);
  const entry = (await logOf(eventId)).find(({ action }) => action === "night.holders_not_told");
  expect(entry).toMatchObject({
    before: { timeZone: "America/New_York" },
    after: { people: 2, timeZone: "America/Chicago" },
  });

  const empty = await site.make.event();
  expect((await save(empty, { timeZone: "America/Chicago" })).status).toBe(200);
  expect((await logOf(empty)).map(({ action }) => action)).toEqual(["night.changed"]);
});

test("of a night that is over or cancelled nobody is told, and of one put off only the place", async () => {
  const over = await soldNight();
  await sql`update events set starts_at = clock_now() - interval '9 hours', ends_at = clock_now() - interval '4 hours'
    where id = ${over.eventId}`.execute(site.db);
  const ended = new Date(Date.now() - 3 * 3_600_000).toISOString();
  expect((await save(over.eventId, { endsAt: ended })).status).toBe(200);
  // Moved from the past to a day to come, its holders are asked about.
  expect((await save(over.eventId, { startsAt: later.startsAt, endsAt: "2036-05-09T06:00:00.000Z" })).status).toBe(409);

  const note = "The ferry does not run";
  const off = await soldNight();
  await admin.post(`/api/admin/events/${off.eventId}/cancel`, { version: 1, note });
  expect((await save(off.eventId, later)).status).toBe(200);

  const put = await soldNight();
  await admin.post(`/api/admin/events/${put.eventId}/postpone`, { version: 1, note });
  expect((await save(put.eventId, later)).status).toBe(200);
  const { body: hall } = await admin.post("/api/admin/venues", {
    name: `Dry Dock ${put.eventId}`,
    city: "Brooklyn",
    region: "NY",
    country: "US",
  });
  expect((await save(put.eventId, { venueId: hall.id })).body.code).toBe("holders_to_tell");
});

test("calendars take a change over, two within a second as well", async () => {
  const { eventId } = await soldNight();
  const sequence = async () => {
    const { text } = await site.anon.get(`/feeds/events/${eventId}.ics`);
    return Number(/SEQUENCE:(\d+)/.exec(text)![1]);
  };
  const first = await sequence();
  await save(eventId, later, { tell: "mail" });
  const second = await sequence();
  await save(eventId, { startsAt: "2036-05-09T02:00:00.000Z" }, { tell: "nobody" });
  const third = await sequence();
  expect(second).toBeGreaterThan(first);
  expect(third).toBeGreaterThan(second);
});

test("without the look at who holds tickets a sold night moves and nobody hears of it", async () => {
  const rewriteSql = sabotage(["t.status = 'valid'", "false", { in: "count(distinct buyer_email)" }]);
  const blind = await createSite({ rewriteSql });
  try {
    const { eventId } = await soldNight(blind);
    const answer = await (
      await blind.as("admin")
    ).call("PATCH", `/api/admin/events/${eventId}`, {
      version: 1,
      changes: later,
    });
    expect(answer.status).toBe(200);
    expect(await mailsOf(eventId, blind)).toEqual([]);
  } finally {
    await blind.close();
  }
}, 60_000);
