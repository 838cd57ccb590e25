import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

/** An event with two orders by Ada and one by Bo. It starts at 8 PM in Brooklyn. */
async function soldEvent(on: Site = site) {
  const eventId = await on.create.event({
    title: "Harbor Fete",
    startsAt: new Date("2036-05-09T00:00:00.000Z"),
    doorsAt: null,
    endsAt: new Date("2036-05-09T06:00:00.000Z"),
    timeZone: "America/New_York",
  });
  const ticketTypeId = await on.create.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0 });
  for (const name of ["ada", "ada", "bo"]) {
    const guest = await on.as("guest");
    const buyer = { name, email: `${name}@example.com` };
    const { body } = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { buyer }));
    await guest.post(`/api/orders/${body.id}/payment`);
  }
  return { eventId, ticketTypeId };
}

const read = async (id: number) => (await admin.get(`/api/admin/events/${id}`)).body;
const save = async (id: number, changes: object, attendeeUpdate?: object, version?: number) =>
  admin.call("PATCH", `/api/admin/events/${id}`, {
    version: version ?? (await read(id)).version,
    changes,
    ...(attendeeUpdate ? { attendeeUpdate } : {}),
  });
async function mailsOf(eventId: number, on: Site = site) {
  const { rows } = await sql<{ to: string; subject: string | null; text: string | null }>`
    select to_address as "to", subject, body_text as text from emails
    where kind = 'event_change' and (topic ->> 'eventId')::bigint = ${eventId} order by to_address`.execute(on.db);
  return rows;
}
async function logOf(eventId: number) {
  const { body } = await admin.get(`/api/admin/audit?kind=event&id=${eventId}`);
  return body.items as { action: string; before: object; after: object; reason: string | null }[];
}

const later = { startsAt: "2036-05-09T01:30:00.000Z" };

test("new times or a new venue aren't saved until staff choose whether to notify ticket holders", async () => {
  const { eventId } = await soldEvent();
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
    expect([changes, status, body.code]).toEqual([changes, 409, "attendee_update_required"]);
  }
  expect(await read(eventId)).toMatchObject({ version: 1, dressCode: null, startsAt: "2036-05-09T00:00:00.000Z" });
  expect(await mailsOf(eventId)).toEqual([]);
  expect((await save(eventId, { dressCode: "Linen" })).status).toBe(200);
});

test("who has no email is no person to email, and is named so that staff call them", async () => {
  const { eventId, ticketTypeId } = await soldEvent();
  for (const name of ["Núñez, José", "Cy Brathwaite"]) {
    const comp = { ticketTypeId, quantity: 2, guest: { name }, reason: "Plays" };
    expect((await admin.post("/api/admin/comps", comp)).status).toBe(201);
  }
  await sql`update orders set buyer_email = 'deleted-account@invalid', buyer_name = 'Deleted account'
    where buyer_email = 'bo@example.com' and id in (select order_id from tickets where event_id = ${eventId})`.execute(
    site.db,
  );
  const withoutEmail = { count: 3, names: ["Cy Brathwaite", "Deleted account", "Núñez, José"] };
  const affected = await admin.get(`/api/admin/events/${eventId}/affected-buyers`);
  expect(affected.body).toMatchObject({ people: 1, withoutEmail, orders: 5, tickets: 7 });
  const preview = await admin.post(`/api/admin/events/${eventId}/attendee-update`, { changes: later });
  expect(preview.body).toMatchObject({ people: 1, withoutEmail, tickets: 7 });
  expect((await save(eventId, later, { notify: "mail" })).status).toBe(200);
  expect((await mailsOf(eventId)).map(({ to }) => to)).toEqual(["ada@example.com"]);
});

test("each ticket holder gets one mail with the old and new times, as in the preview", async () => {
  const { eventId } = await soldEvent();
  const preview = await admin.post(`/api/admin/events/${eventId}/attendee-update`, {
    changes: later,
  });
  expect(preview.body).toMatchObject({ people: 2, tickets: 3, subject: "New times for Harbor Fete" });
  expect(preview.body.lines[0]).toBe(
    "It now starts on Thursday, May 8, 2036 at 9:30 PM EDT. It was scheduled for Thursday, May 8, 2036 at 8:00 PM EDT.",
  );
  expect((await read(eventId)).version).toBe(1);

  const attendeeUpdate = { notify: "mail", note: "The boat leaves later" };
  expect((await save(eventId, later, attendeeUpdate, 1)).status).toBe(200);
  // A client that lost the reply sends the change again: it counts as one change.
  expect((await save(eventId, later, attendeeUpdate, 1)).body.code).toBe("edited_meanwhile");
  expect((await mailsOf(eventId)).map(({ to }) => to)).toEqual(["ada@example.com", "bo@example.com"]);
  await site.app.runJob("mail");
  const [toAda, toBo] = await mailsOf(eventId);
  expect(toAda!.subject).toBe(preview.body.subject);
  expect(toAda!.text).toContain(preview.body.lines[0]);
  expect(toAda!.text).toContain("The boat leaves later");
  expect(toBo!.text).toContain("Your ticket stays valid");

  const logged = (await logOf(eventId)).find(({ action }) => action === "event.holders_notified");
  expect(logged).toMatchObject({
    before: { startsAt: "2036-05-09T00:00:00.000Z" },
    after: { people: 2, tickets: 3, ...later },
    reason: "The boat leaves later",
  });
  expect((await site.anon.get(`/api/events/${eventId}`)).body.movedFrom).toBe("2036-05-09T00:00:00.000Z");
});

test("each of two successive changes is announced with what it changed, whenever the mail is rendered", async () => {
  const { eventId } = await soldEvent();
  const { body: pier } = await admin.post("/api/admin/venues", {
    name: `The Pier ${eventId}`,
    city: "Miami",
    region: "FL",
    country: "US",
  });
  await save(eventId, later, { notify: "mail" });
  await save(eventId, { startsAt: "2036-05-09T00:00:00.000Z", venueId: pier.id }, { notify: "mail" });
  await site.app.runJob("mail");
  const toBo = (await mailsOf(eventId)).filter(({ to }) => to === "bo@example.com");
  expect(toBo.map(({ subject }) => subject).toSorted()).toEqual([
    "A new time and venue for Harbor Fete",
    "New times for Harbor Fete",
  ]);
  const first = toBo.find(({ subject }) => subject === "New times for Harbor Fete")!;
  expect(first.text).toContain("now starts on Thursday, May 8, 2036 at 9:30 PM EDT");
  const second = toBo.find(({ subject }) => subject !== first.subject)!;
  expect(second.text).toContain("It was scheduled for Thursday, May 8, 2036 at 9:30 PM EDT");
  expect(second.text).toContain(`It's now at The Pier ${eventId}, Miami.`);
});

test("a silent correction notifies nobody and is logged; without ticket holders no choice is required", async () => {
  const { eventId } = await soldEvent();
  expect((await save(eventId, { timeZone: "America/Chicago" }, { notify: "nobody" })).status).toBe(200);
  expect(await mailsOf(eventId)).toEqual([]);
  const entry = (await logOf(eventId)).find(({ action }) => action === "event.holders_not_notified");
  expect(entry).toMatchObject({
    before: { timeZone: "America/New_York" },
    after: { people: 2, timeZone: "America/Chicago" },
  });

  const empty = await site.create.event();
  expect((await save(empty, { timeZone: "America/Chicago" })).status).toBe(200);
  expect((await logOf(empty)).map(({ action }) => action)).toEqual(["event.changed"]);
});

test("changes to a past or canceled event notify nobody, and to a postponed one only a new venue does", async () => {
  const over = await soldEvent();
  await sql`update events set starts_at = clock_now() - interval '9 hours', ends_at = clock_now() - interval '4 hours'
    where id = ${over.eventId}`.execute(site.db);
  const ended = new Date(Date.now() - 3 * 3_600_000).toISOString();
  expect((await save(over.eventId, { endsAt: ended })).status).toBe(200);
  // When a past event moves to the future, the choice is required.
  expect((await save(over.eventId, { startsAt: later.startsAt, endsAt: "2036-05-09T06:00:00.000Z" })).status).toBe(409);

  const note = "The ferry isn't running";
  const off = await soldEvent();
  await admin.post(`/api/admin/events/${off.eventId}/cancel`, { version: 1, note });
  expect((await save(off.eventId, later)).status).toBe(200);

  const scene = await soldEvent();
  await admin.post(`/api/admin/events/${scene.eventId}/postpone`, { version: 1, note });
  expect((await save(scene.eventId, later)).status).toBe(200);
  const { body: hall } = await admin.post("/api/admin/venues", {
    name: `Dry Dock ${scene.eventId}`,
    city: "Brooklyn",
    region: "NY",
    country: "US",
  });
  expect((await save(scene.eventId, { venueId: hall.id })).body.code).toBe("attendee_update_required");
});

test("calendars pick up every change, even two within a second", async () => {
  const { eventId } = await soldEvent();
  const sequence = async () => {
    const { text } = await site.anon.get(`/feeds/events/${eventId}.ics`);
    return Number(/SEQUENCE:(\d+)/.exec(text)![1]);
  };
  const first = await sequence();
  await save(eventId, later, { notify: "mail" });
  const second = await sequence();
  await save(eventId, { startsAt: "2036-05-09T02:00:00.000Z" }, { notify: "nobody" });
  const third = await sequence();
  expect(second).toBeGreaterThan(first);
  expect(third).toBeGreaterThan(second);
});

test("without the check for ticket holders, a sold event moves and nobody is notified", async () => {
  const rewriteSql = sabotage(["t.status = 'valid'", "false", { in: "count(distinct buyer_email)" }]);
  const blind = await createSite({ rewriteSql });
  try {
    const { eventId } = await soldEvent(blind);
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
