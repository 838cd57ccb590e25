import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Customer } from "#contract/admin/customers.ts";
import { checkInvariants } from "../../db/invariants.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { refund, wish } from "#tests/refunds/kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(async () => {
  expect(await checkInvariants(site.db)).toEqual([]);
  await site.close();
});

let count = 0;
/** A name and an address that no other test has. */
const someone = () => ({ name: `Maya Chen${++count}`, email: `maya${count}@example.com` });

async function buy(who: Client, buyer: { name: string; email: string }, quantity = 1) {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body } = await site.buy(who, [{ ticketTypeId, quantity }], "approve", { buyer });
  expect(body.status).toBe("paid");
  return body;
}

async function list(query: Record<string, string>) {
  const { status, body } = await admin.get(`/api/admin/customers?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body as { items: Customer[]; total: number; nextCursor: string | null };
}

const get = async (id: string) => (await admin.get(`/api/admin/customers/${id}`)).body;

const confirm = (who: Client, email: string) =>
  sql`update users set email = ${email} where id = ${who.id}`.execute(site.db);

const addNote = (id: string, text: string, key = randomUUID()) =>
  admin.post(`/api/admin/customers/${id}/notes`, { text }, { "idempotency-key": key });

test("guests who share an unconfirmed address are one row, marked as unconfirmed, with net spend and events", async () => {
  const buyer = someone();
  const first = await buy(await site.as("guest"), buyer, 2);
  const last = await buy(await site.as("guest"), { ...buyer, name: `${buyer.name} Jr` });
  await refund(admin, first.id, wish(2500, { ticketIds: [first.tickets[0]!.id] }));
  const { items, total } = await list({ q: buyer.email });
  expect(total).toBe(1);
  expect(items).toMatchObject([
    {
      id: last.id,
      name: `${buyer.name} Jr`,
      email: buyer.email,
      isConfirmed: false,
      account: null,
      orderCount: 2,
      eventCount: 2,
      spend: [{ currency: "USD", cents: first.totalCents + last.totalCents - 2500 }],
    },
  ]);
  const { text } = await admin.get(`/api/admin/customers.csv?q=${encodeURIComponent(buyer.email)}`);
  const dollars = ((first.totalCents + last.totalCents - 2500) / 100).toFixed(2);
  expect(text).toContain(`"${dollars} USD"`);
});

test("an account's own orders and the guest orders under its confirmed address are one row; under any other address they aren't", async () => {
  const [buyer, other] = [someone(), someone()];
  const member = await site.as("user");
  const guest = await site.as("guest");
  const asGuest = await buy(guest, buyer);
  const own = await buy(member, other);
  await buy(await site.as("guest"), other);
  expect((await list({ q: buyer.email })).items).toMatchObject([{ id: asGuest.id, isConfirmed: false, account: null }]);

  await confirm(member, buyer.email);
  const row = { id: own.id, isConfirmed: true, email: buyer.email, account: { id: member.id }, orderCount: 2 };
  expect((await list({ q: buyer.email })).items).toMatchObject([row]);
  expect((await list({ q: asGuest.number })).items).toMatchObject([row]);
  const both = (await list({ q: other.email })).items;
  expect(both).toHaveLength(2);
  expect(both.map(({ account, orderCount }) => [account?.id, orderCount])).toEqual(
    expect.arrayContaining([
      [member.id, 2],
      [undefined, 1],
    ]),
  );
  expect((await list({ q: other.email, kind: "guest" })).items).toMatchObject([{ account: null, orderCount: 1 }]);
});

test("an event counts once for a customer, whatever kinds of tickets they have", async () => {
  const eventId = await site.create.event();
  const types = [await site.create.ticketType({ eventId }), await site.create.ticketType({ eventId })];
  const buyer = someone();
  const lines = types.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 }));
  await site.buy(await site.as("guest"), lines, "approve", { buyer });
  expect((await list({ q: buyer.email })).items).toMatchObject([{ orderCount: 1, eventCount: 1 }]);
});

test("an address that someone else's account only claims stays with the guests", async () => {
  const buyer = someone();
  await buy(await site.as("guest"), buyer);
  const claimer = await site.as("user");
  await sql`update users set pending_email = ${buyer.email} where id = ${claimer.id}`.execute(site.db);
  await buy(claimer, buyer);
  const { items } = await list({ q: buyer.email });
  expect(items.map(({ account, orderCount }) => [account?.id, orderCount])).toEqual([
    [claimer.id, 1],
    [undefined, 1],
  ]);
});

test("every customer is on exactly one page, the latest first, and unpaid orders make none", async () => {
  const unpaid = someone();
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  await (await site.as("guest")).post("/api/orders", { lines: [{ ticketTypeId, quantity: 1 }], buyer: unpaid });
  const seen: Customer[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list(cursor ? { cursor } : {});
    seen.push(...page.items);
    cursor = page.nextCursor;
  }
  const times = seen.map(({ lastOrderAt }) => lastOrderAt);
  expect(times).toEqual(times.toSorted().reverse());
  expect(new Set(seen.map(({ account, email }) => account?.id ?? email)).size).toBe(seen.length);
  expect(seen.map(({ email }) => email)).not.toContain(unpaid.email);
  expect((await list({})).total).toBe(seen.length);
});

test("a customer's page shows the orders, tickets and notes of the whole person, by any order", async () => {
  const buyer = someone();
  const first = await buy(await site.as("guest"), buyer, 2);
  const last = await buy(await site.as("guest"), buyer);
  const customer = await get(first.id);
  expect(customer).toMatchObject({ id: last.id, orderCount: 2, ticketCount: 3 });
  expect(customer.tickets.map(({ order }) => order.number).toSorted()).toEqual(
    [first.number, first.number, last.number].toSorted(),
  );
  const [ticket] = last.tickets;
  const scan = { code: ticket!.code, eventId: ticket!.eventId, deviceId: "door-device-1", scanId: randomUUID() };
  expect((await (await site.as("moderator")).post("/api/scans", scan)).body.verdict).toBe("admitted");
  const admittedOf = async () => (await get(first.id)).tickets.filter(({ admittedAt }) => admittedAt !== null).length;
  expect(await admittedOf()).toBe(1);
  await sql`update admissions set voided_at = clock_now() where ticket_id = ${ticket!.id}`.execute(site.db);
  expect(await admittedOf(), "its check-in was undone").toBe(0);
  const orders = await admin.get(`/api/admin/orders?customerOf=${first.id}&sort=total`);
  expect(orders.body.items.map(({ number }: { number: string }) => number)).toEqual([last.number, first.number]);
});

test("a note is added once, moves to the account that confirms the address, and goes with it", async () => {
  const buyer = someone();
  const order = await buy(await site.as("guest"), buyer);
  const key = randomUUID();
  expect((await addNote(order.id, "Called about parking", key)).status).toBe(201);
  expect((await addNote(order.id, "Called about parking", key)).status).toBe(201);
  expect((await get(order.id)).notes.map(({ text }) => text)).toEqual(["Called about parking"]);

  const member = await site.as("user");
  await confirm(member, buyer.email);
  await addNote(order.id, "Member now");
  expect((await get(order.id)).notes.map(({ text }) => text)).toEqual(["Member now", "Called about parking"]);
  const { body } = await admin.post(`/api/admin/users/${member.id}/export`, { reason: "Asked by phone" });
  expect(body.customerNotes).toMatchObject([{ text: "Called about parking" }, { text: "Member now" }]);

  await admin.post(`/api/admin/users/${member.id}/delete`, { reason: "Asked by phone", giveUpTickets: true });
  const { rows } =
    await sql`select id from customer_notes where email = ${buyer.email} or user_id = ${member.id}`.execute(site.db);
  expect(rows).toEqual([]);
  expect((await admin.get(`/api/admin/customers/${order.id}`)).status).toBe(404);
  expect((await list({ q: buyer.email })).items).toEqual([]);
});

test("deleting one guest keeps the notes about an address that others ordered under", async () => {
  const [shared, own] = [someone(), someone()];
  const leaver = await site.as("guest");
  const sharedOrder = await buy(leaver, shared);
  const ownOrder = await buy(leaver, own);
  const other = await buy(await site.as("guest"), shared);
  await addNote(sharedOrder.id, "Shared");
  await addNote(ownOrder.id, "Own");
  await admin.post(`/api/admin/users/${leaver.id}/delete`, { reason: "Asked by phone", giveUpTickets: true });
  expect((await get(other.id)).notes.map(({ text }) => text)).toEqual(["Shared"]);
  const { rows } = await sql`select id from customer_notes where email = ${own.email}`.execute(site.db);
  expect(rows).toEqual([]);
});

test("a deleted note says who deleted it, and the activity log has both", async () => {
  const order = await buy(await site.as("guest"), someone());
  const { body: note } = await addNote(order.id, "Wrong customer");
  await admin.post(`/api/admin/customer-notes/${note.id}/delete`, {});
  expect((await get(order.id)).notes).toMatchObject([{ text: "Wrong customer", deleted: { by: expect.any(String) } }]);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where action like 'customer_note.%' order by id desc limit 2`.execute(site.db);
  expect(rows.map(({ action }) => action)).toEqual(["customer_note.deleted", "customer_note.added"]);
});

test("one search in admin finds a buyer by name, email and order number, events with drafts, and codes", async () => {
  const buyer = someone();
  const order = await buy(await site.as("guest"), buyer);
  await site.create.event({ title: "Hidden Draft Fete", visibility: "draft" });
  const find = async (q: string, who = admin) => {
    const { body } = await who.get(`/api/admin/search?q=${encodeURIComponent(q)}`);
    return Object.fromEntries(body.groups.map(({ kind, hits }) => [kind, hits.map(({ path }) => path)]));
  };
  for (const q of [buyer.name, buyer.email, order.number]) {
    expect([q, await find(q)]).toMatchObject([
      q,
      { customers: [`/admin?section=customers&id=${order.id}`], orders: [`/ticket-management?order=${order.id}`] },
    ]);
  }
  expect((await find("hidden draft"))["events"]).toEqual([expect.stringMatching(/^\/admin\?section=events&id=\d+$/)]);
});

test("moderators find events to scan for and nothing else; on the site, no one finds staff's results", async () => {
  const buyer = someone();
  await buy(await site.as("guest"), buyer);
  const startsAt = new Date(Date.now() + 3_600_000);
  const eventId = await site.create.event({ title: `Fete of ${buyer.name}`, startsAt });
  const { body } = await (await site.as("moderator")).get(`/api/admin/search?q=${encodeURIComponent(buyer.name)}`);
  expect(body.groups.map(({ kind, hits }) => [kind, hits.map(({ path }) => path)])).toEqual([
    ["check-in", [`/ticket-scanner?event=${eventId}`]],
  ]);
  const open = await admin.get(`/api/search?q=${encodeURIComponent(buyer.email)}`);
  expect(open.body.groups).toEqual([]);
});

test("guests without an email are one customer each, with notes of their own", async () => {
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event() });
  const names = ["Inez Nomail", "Ann Nomail"];
  for (const name of names) {
    const comp = { ticketTypeId, quantity: 1, guest: { name }, reason: "Family" };
    expect((await admin.post("/api/admin/comps", comp, { "idempotency-key": randomUUID() })).status).toBe(201);
  }
  const { items } = await list({ q: "nomail" });
  expect(items.map(({ name, email, orderCount }) => [name, email, orderCount])).toEqual([
    ["Ann Nomail", "", 1],
    ["Inez Nomail", "", 1],
  ]);
  const [ann, inez] = items.map(({ id }) => id);
  expect((await addNote(ann!, "Brings the speakers")).status).toBe(201);
  expect([(await get(ann!)).notes.length, (await get(inez!)).notes.length]).toEqual([1, 0]);
  expect((await get(inez!)).tickets).toHaveLength(1);

  const email = "ann.nomail@example.com";
  const path = `/api/admin/orders/${ann}/email` as const;
  const changed = await admin.post(
    path,
    { email, newCodes: false, reason: "Asked for it" },
    { "idempotency-key": "ann" },
  );
  expect(changed.status).toBe(201);
  expect(await get(ann!)).toMatchObject({ email, notes: [{ text: "Brings the speakers" }] });
});
