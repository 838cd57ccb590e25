import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sabotage, type Change } from "#testing/sabotage.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => sql`truncate interests, emails`.execute(site.db));

const email = "marva@example.com";
const soon = () => new Date(Date.now() + 3_600_000);

/** An event with a ticket type that opens in an hour. */
async function upcomingEvent() {
  const eventId = await site.create.event({ title: "Soca Supper" });
  const typeId = await site.create.ticketType({ eventId, salesStartAt: soon() });
  return { eventId, typeId };
}

const ask = (eventId: number, body: object = { email }) =>
  site.anon.call("POST", `/api/events/${eventId}/reminder`, body);
const openNow = (typeId: number, { db }: Site = site) =>
  sql`update ticket_types set sales_start_at = clock_now() where id = ${typeId}`.execute(db);
const wishes = async () =>
  (await sql<any>`select topic, email, status, sends from interests order by email`.execute(site.db)).rows;

/** The mails of a kind, and the links in the last one. */
async function mails(kind: string) {
  await site.app.runJob("mail");
  const { rows } = await sql<{ to_address: string; subject: string; body_text: string; status: string }>`
    select to_address, subject, body_text, status from emails where kind = ${kind} order by id`.execute(site.db);
  const last = rows.at(-1)?.body_text ?? "";
  const link = (step: string) => new URL(new RegExp(`http\\S+[?]${step}=\\S+`).exec(last)?.[0] ?? "http://none/");
  return { rows, link };
}

async function confirmByMail() {
  const { searchParams } = (await mails("interest_confirmation")).link("confirm");
  const body = { id: searchParams.get("confirm"), key: searchParams.get("key") };
  return site.anon.call("POST", "/api/interest/confirm", body);
}

async function memberWith(address: string) {
  const member = await site.as("user");
  await sql`update users set email = ${address} where id = ${member.id}`.execute(site.db);
  return member;
}

test("a visitor confirms by mail and gets one mail when sales open, never before", async () => {
  const { eventId, typeId } = await upcomingEvent();
  expect((await ask(eventId)).body).toEqual({ status: "asked" });
  const asked = await mails("interest_confirmation");
  expect(asked.rows[0]!.subject).toBe("Want an email when tickets for Soca Supper go on sale?");
  expect(asked.link("confirm").pathname).toBe(`/events/${eventId}`);
  expect((await confirmByMail()).body).toEqual({ topic: `event:${eventId}` });

  await site.app.runJob("sales-open");
  expect((await mails("sales_open")).rows).toEqual([]);
  await openNow(typeId);
  for (let round = 0; round < 3; round++) await site.app.runJob("sales-open");
  const { rows } = await mails("sales_open");
  expect(rows).toMatchObject([{ to_address: email, subject: "On sale now: Soca Supper", status: "not_sent" }]);
  expect(rows[0]!.body_text).toContain(`/events/${eventId}/soca-supper`);
  expect(await wishes()).toEqual([{ topic: `event:${eventId}`, email, status: "sent", sends: 1 }]);
});

test("people who never confirm get no reminder", async () => {
  const { eventId, typeId } = await upcomingEvent();
  await ask(eventId);
  await openNow(typeId);
  await site.app.runJob("sales-open");
  expect((await mails("sales_open")).rows).toEqual([]);
});

test("a member's own confirmed address counts at once, another address must be confirmed first", async () => {
  const { eventId } = await upcomingEvent();
  const member = await memberWith("ada@example.com");
  const url = `/api/events/${eventId}/reminder`;
  expect((await member.post(url, {})).body).toEqual({ status: "confirmed" });
  expect((await member.post(url, { email: "ada@example.com" })).body).toEqual({ status: "confirmed" });
  expect((await mails("interest_confirmation")).rows).toEqual([]);
  expect((await member.post(url, { email })).body).toEqual({ status: "asked" });
  expect((await wishes()).map(({ status }) => status)).toEqual(["confirmed", "asked"]);
});

test("the reply to a visitor is the same whether or not the address is confirmed", async () => {
  const { eventId } = await upcomingEvent();
  const first = await ask(eventId);
  await confirmByMail();
  const again = await ask(eventId);
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect((await mails("interest_confirmation")).rows).toHaveLength(1);
  expect((await wishes())[0].status).toBe("confirmed");
});

test("a price tier that waits for another is announced when the previous one sells out", async () => {
  const eventId = await site.create.event();
  const first = await site.create.ticketType({ eventId, capacity: 1 });
  const second = await site.create.ticketType({ eventId, name: "Second tier" });
  await sql`update ticket_types set opens_after_id = ${first} where id = ${second}`.execute(site.db);
  const member = await memberWith("bea@example.com");
  await member.post(`/api/events/${eventId}/reminder`, {});
  await site.app.runJob("sales-open");
  expect((await mails("sales_open")).rows).toEqual([]);
  await site.buy(await site.as("user"), [{ ticketTypeId: first, quantity: 1 }]);
  await site.app.runJob("sales-open");
  expect((await mails("sales_open")).rows).toHaveLength(1);
  // No more sales will open, so there is nothing to sign up for.
  expect((await ask(eventId)).status).toBe(404);
});

test("a person who got a reminder can sign up for the next price tier and gets one mail about it", async () => {
  const { eventId, typeId } = await upcomingEvent();
  const later = await site.create.ticketType({ eventId, name: "Later", salesStartAt: soon() });
  const member = await memberWith("cyd@example.com");
  await member.post(`/api/events/${eventId}/reminder`, {});
  await openNow(typeId);
  await site.app.runJob("sales-open");
  await member.post(`/api/events/${eventId}/reminder`, {});
  await site.app.runJob("sales-open");
  expect((await mails("sales_open")).rows).toHaveLength(1);
  await openNow(later);
  await site.app.runJob("sales-open");
  expect((await mails("sales_open")).rows).toHaveLength(2);
});

test("the mail's link unsubscribes the address, and then nothing is sent", async () => {
  const { eventId, typeId } = await upcomingEvent();
  await ask(eventId);
  const { searchParams, pathname, search } = (await mails("interest_confirmation")).link("leave");
  await confirmByMail();
  const oneClick = `/api/interest/${searchParams.get("leave")}/unsubscribe?key=${searchParams.get("key")}`;
  expect((await site.anon.get(oneClick)).headers.location).toBe(pathname + search);
  expect((await site.anon.call("POST", oneClick)).body).toEqual({ topic: `event:${eventId}` });
  await openNow(typeId);
  await site.app.runJob("sales-open");
  expect((await mails("sales_open")).rows).toEqual([]);
});

test.each([
  [
    "to a person who unsubscribed",
    { dee: "failed", eve: "sent or saved" },
    "update interests set status = 'left', left_at = clock_now() where email like 'dee%'",
  ],
  ["for a canceled event", { dee: "failed", eve: "failed" }, "update events set status = 'canceled'"],
])("a queued mail isn't sent %s", async (_, expected, change) => {
  const { eventId, typeId } = await upcomingEvent();
  for (const name of ["dee", "eve"]) {
    await (await memberWith(`${name}-${eventId}@example.com`)).post(`/api/events/${eventId}/reminder`, {});
  }
  await openNow(typeId);
  await site.app.runJob("sales-open");
  await sql`${sql.raw(change)}`.execute(site.db);
  const { rows } = await mails("sales_open");
  const statuses = rows.map(({ to_address: to, status }) => {
    return [to.slice(0, 3), status === "failed" ? status : "sent or saved"];
  });
  expect(Object.fromEntries(statuses)).toEqual(expected);
});

test.each([
  ["canceled", sql`update events set status = 'canceled'`],
  ["postponed", sql`update events set status = 'postponed'`],
  ["hidden again", sql`update events set visibility = 'draft'`],
  ["past", sql`update events set starts_at = clock_now() - interval '2 hours', ends_at = clock_now()`],
])("an event that is %s is never announced", async (_name, change) => {
  const { eventId, typeId } = await upcomingEvent();
  await (await memberWith(`fay-${eventId}@example.com`)).post(`/api/events/${eventId}/reminder`, {});
  await sql`${change} where id = ${eventId}`.execute(site.db);
  await openNow(typeId);
  await site.app.runJob("sales-open");
  expect((await mails("sales_open")).rows).toEqual([]);
  expect((await ask(eventId)).status).toBe(404);
});

test("nobody can sign up for hidden tickets or tickets behind a code, and nobody hears when these open", async () => {
  const eventId = await site.create.event();
  await site.create.ticketType({ eventId });
  const secret = await site.create.ticketType({ eventId, accessCode: "FAMILY", salesStartAt: soon() });
  expect((await ask(eventId)).status).toBe(404);
  await site.create.ticketType({ eventId, salesStartAt: soon() });
  await (await memberWith("gil@example.com")).post(`/api/events/${eventId}/reminder`, {});
  await openNow(secret);
  await site.app.runJob("sales-open");
  expect((await mails("sales_open")).rows).toEqual([]);
});

test.each([
  ["no address and no session", {}, 400],
  ["an incomplete address", { email: "marva@" }, 400],
  ["an extra field", { email, name: "Marva" }, 400],
])("a signup with %s stores nothing", async (_name, body, status) => {
  const { eventId } = await upcomingEvent();
  expect((await ask(eventId, body)).status).toBe(status);
  expect(await wishes()).toEqual([]);
});

test("an event's signups are deleted after it is over, the others stay", async () => {
  const [gone, ahead] = [await upcomingEvent(), await upcomingEvent()];
  await ask(gone.eventId);
  await ask(ahead.eventId);
  const over = sql`starts_at = clock_now() - interval '2 hours', ends_at = clock_now()`;
  await sql`update events set ${over} where id = ${gone.eventId}`.execute(site.db);
  await site.app.runJob("past-event-signups");
  expect((await wishes()).map(({ topic }) => topic)).toEqual([`event:${ahead.eventId}`]);
});

/** Two nodes slowly read at the same moment whom to notify. Returns the most mails that anyone got. */
async function maxMails(...changes: Change[]): Promise<number> {
  const rewriteSql = sabotage(...changes, [
    "returning id, email, sends",
    "returning id, email, sends, (select pg_sleep(0.1))",
  ]);
  const node = await createSite({ rewriteSql });
  const other = await createSite({ database: node.database, rewriteSql });
  try {
    const eventId = await node.create.event();
    const typeId = await node.create.ticketType({ eventId, salesStartAt: soon() });
    await sql`
      insert into interests (id, topic, email, event_id, status, confirmed_at)
      select gen_random_uuid(), 'event:' || ${eventId}, 'reader-' || n || '@example.com', ${eventId}, 'confirmed',
        clock_now()
      from generate_series(1, 400) n`.execute(node.db);
    await openNow(typeId, node);
    await Promise.all([node, other, node, other].map(({ app }) => app.runJob("sales-open")));
    const { rows } = await sql<{ people: number; most: number }>`
      select count(*)::int as people, max(mails)::int as most from (
        select count(*) as mails from emails where kind = 'sales_open' group by to_address) counts`.execute(node.db);
    expect(rows[0]!.people).toBe(400);
    return rows[0]!.most;
  } finally {
    await other.close();
    await node.close();
  }
}

test("two nodes at once send one mail to each person", async () => {
  expect(await maxMails()).toBe(1);
}, 60_000);

test("without the lock on the people a node notifies, someone gets two", async () => {
  // Two runs read before either notifies anyone.
  const where = { in: "returning id, email, sends" };
  const max = await maxMails(
    ["select id from interests", "select id from (select meet(2)) as moment cross join interests", where],
    [" for update skip locked", "", where],
  );
  expect(max).toBeGreaterThan(1);
}, 60_000);
