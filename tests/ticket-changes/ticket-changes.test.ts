import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { draft, type Client, type Site, type SiteOptions } from "#testing/site.ts";

const openSite = openSites();
async function open(options: SiteOptions = {}) {
  const site = await openSite(options);
  return { site, admin: await site.as("admin") };
}

async function books(site: Site, ticketTypeId: number) {
  const { rows } = await sql<{ sold: number; tickets: number }>`
    select s.sold, (select count(*)::int from tickets k where k.ticket_type_id = t.id and k.status = 'valid') as tickets
    from ticket_types t join stock s on s.id = t.stock_id where t.id = ${ticketTypeId}`.execute(site.db);
  return rows[0]!;
}

const reason = "Asked for at the box office";
const change = <Act extends string>(who: Client, ticketId: number, act: Act, body: object) =>
  who.post(`/api/admin/tickets/${ticketId}/${act}`, { mail: false, reason, ...body });
const move = (who: Client, ticketId: number, ticketTypeId: number, more: object = {}) =>
  change(who, ticketId, "move", { ticketTypeId, waiveDifference: false, ...more });
const scan = (door: Client, eventId: number, code: string) =>
  door.post("/api/scans", { code, eventId, deviceId: "door-device-1", scanId: randomUUID() });

async function bought(site: Site, ticketTypeId: number, quantity = 1) {
  const buyer = await site.as("guest");
  const { body } = await site.buy(buyer, [{ ticketTypeId, quantity }]);
  if (body.status !== "paid") throw new Error(JSON.stringify(body));
  return { buyer, order: body, read: async () => (await buyer.get(`/api/orders/${body.id}`)).body };
}

test("a moved ticket takes its new spot and releases the old one; its former code is no longer valid", async () => {
  const { site, admin } = await open();
  const [first, second] = [
    await site.create.event({ title: "Friday", capacity: 10 }),
    await site.create.event({ title: "Saturday", capacity: 10 }),
  ];
  const from = await site.create.ticketType({ eventId: first, capacity: 3 });
  const to = await site.create.ticketType({ eventId: second, capacity: 2, name: "Saturday night" });
  const { order, read } = await bought(site, from, 2);
  const [ticket] = order.tickets;
  const moved = await move(admin, ticket!.id, to, { mail: true });
  expect([moved.status, moved.body]).toEqual([
    200,
    { ticketId: ticket!.id, orderId: order.id, status: "valid", version: 2 },
  ]);
  expect([await books(site, from), await books(site, to)]).toEqual([
    { sold: 1, tickets: 1 },
    { sold: 1, tickets: 1 },
  ]);
  const now = (await read()).tickets.find(({ id }: { id: number }) => id === ticket!.id);
  expect(now).toMatchObject({ eventId: second, typeName: "Saturday night", status: "valid" });
  const door = await site.as("moderator");
  expect((await scan(door, first, ticket!.code)).body.verdict).toBe("wrong_event");
  expect((await scan(door, second, ticket!.code)).body.verdict).toBe("void");
  expect((await scan(door, second, now!.code)).body.verdict).toBe("admitted");
  await site.app.runJob("mail");
  const { rows } = await sql<{ text: string; to: string }>`
    select body_text as text, to_address as to from emails where kind = 'ticket_change'`.execute(site.db);
  expect(rows).toEqual([{ to: "ada@example.com", text: expect.stringContaining(now!.code) }]);
  const { body: audit } = await admin.get(`/api/admin/audit?kind=order&id=${order.id}`);
  expect(audit.items).toMatchObject([
    { action: "ticket.moved", reason, before: { event: "Friday" }, after: { event: "Saturday", ticket: ticket!.id } },
  ]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("the confirmation of an order whose tickets were moved to another event is about that event", async () => {
  const { site, admin } = await open();
  const from = await site.create.ticketType({ eventId: await site.create.event({ title: "Friday" }) });
  const to = await site.create.ticketType({ eventId: await site.create.event({ title: "Saturday" }) });
  const { order, read } = await bought(site, from);
  await site.app.runJob("mail");
  await move(admin, order.tickets[0]!.id, to);
  expect((await read()).event!.title).toBe("Saturday");
  expect((await admin.get(`/api/admin/orders/${order.id}`)).body.event!.title).toBe("Friday");
  expect((await admin.post(`/api/admin/orders/${order.id}/confirmation`)).status).toBe(201);
  await site.app.runJob("mail");
  const { rows } = await sql<{ subject: string }>`select subject from emails order by id`.execute(site.db);
  expect(rows.map(({ subject }) => subject)).toEqual(["Your ticket for Friday", "Your ticket for Saturday"]);
});

test("a move to a pricier type needs a waived difference; a cheaper one keeps the difference; a comp pays nothing", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const general = await site.create.ticketType({ eventId, priceCents: 2500, name: "General" });
  const balcony = await site.create.ticketType({ eventId, priceCents: 6000, name: "Balcony" });
  const cheap = await site.create.ticketType({ eventId, priceCents: 1000, name: "Late" });
  const { order, read } = await bought(site, general);
  const { id } = order.tickets[0]!;
  const { body: choices } = await admin.get(`/api/admin/tickets/${id}/moves`);
  expect(choices).toMatchObject({ paidCents: 2500, isComp: false, eventId });
  expect(choices.types.map(({ name, differenceCents, closed }) => [name, differenceCents, closed])).toEqual([
    ["Balcony", 3500, null],
    ["Late", -1500, null],
  ]);
  expect((await move(admin, id, balcony)).body.code).toBe("costs_more");
  expect((await move(admin, id, balcony, { waiveDifference: true })).status).toBe(200);
  expect((await move(admin, id, cheap)).status).toBe(200);
  // No one ordered this type, but someone was moved to it.
  expect((await admin.call("DELETE", `/api/admin/ticket-types/${balcony}`)).body.code).toBe("has_sales");
  const { rows } = await sql`select difference_cents as cents from ticket_changes order by id`.execute(site.db);
  expect(rows).toEqual([{ cents: 3500 }, { cents: -1500 }]);
  expect(await read()).toMatchObject({ totalCents: 2500, status: "paid" });
  const guest = { name: "Duke", email: "duke@example.com" };
  const { body: comp } = await admin.post("/api/admin/comps", { ticketTypeId: general, quantity: 1, guest, reason });
  const { body: free } = await admin.get(`/api/admin/orders/${comp.id}`);
  expect((await move(admin, free.tickets[0]!.id, balcony)).status).toBe(200);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a move is rejected and changes nothing for admitted and void tickets, packages, closed events and full types", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const general = await site.create.ticketType({ eventId, name: "General" });
  const other = await site.create.ticketType({ eventId, name: "Other" });
  const full = await site.create.ticketType({ eventId, name: "Full", capacity: 1 });
  const table = await site.create.ticketType({ eventId, name: "Table", ticketsPerUnit: 4 });
  const over = await site.create.ticketType({
    eventId: await site.create.event({ startsAt: new Date(Date.now() - 9e7), endsAt: new Date(Date.now() - 8e7) }),
  });
  await bought(site, full);
  const { order } = await bought(site, general, 3);
  const [inside, gone, plain] = order.tickets;
  await scan(await site.as("moderator"), eventId, inside!.code);
  await change(admin, gone!.id, "cancel", { returnsSpot: false });
  const { order: tables } = await bought(site, table);
  const code = async (ticketId: number, typeId: number) => (await move(admin, ticketId, typeId)).body.code;
  expect(await code(inside!.id, other)).toBe("ticket_admitted");
  expect(await code(gone!.id, other)).toBe("order_closed");
  expect(await code(tables.tickets[0]!.id, other)).toBe("order_closed");
  expect(await code(plain!.id, table)).toBe("sales_closed");
  expect(await code(plain!.id, over)).toBe("sales_closed");
  expect(await code(plain!.id, full)).toBe("sold_out");
  expect(await code(plain!.id, 999_999)).toBe("not_found");
  expect(await code(999_999, other)).toBe("not_found");
  await sql`update tickets set frozen_since = clock_now() where id = ${plain!.id}`.execute(site.db);
  expect(await code(plain!.id, other)).toBe("payment_disputed");
  const returned = await change(admin, tables.tickets[0]!.id, "cancel", { returnsSpot: true });
  expect(returned.body.code).toBe("order_closed");
  expect(await books(site, general)).toEqual({ sold: 3, tickets: 2 });
  expect(await books(site, other)).toEqual({ sold: 0, tickets: 0 });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a limit per person applies to moved tickets, and expired holds don't block a move", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const general = await site.create.ticketType({ eventId });
  const limited = await site.create.ticketType({ eventId, maxPerPerson: 1, capacity: 2 });
  const { order } = await bought(site, general, 2);
  const [first, second] = order.tickets;
  const waiting = await (
    await site.as("guest")
  ).post("/api/orders", {
    ...draft([{ ticketTypeId: limited, quantity: 1 }]),
    buyer: { name: "Late", email: "late@example.com" },
  });
  expect(waiting.status).toBe(201);
  expect((await move(admin, first!.id, limited)).status).toBe(200);
  expect((await move(admin, second!.id, limited)).body.code).toBe("over_limit");
  const full = await site.create.ticketType({ eventId, capacity: 1 });
  await (await site.as("guest")).post("/api/orders", draft([{ ticketTypeId: full, quantity: 1 }]));
  expect((await move(admin, second!.id, full)).body.code).toBe("in_carts");
  await sql`update holds set expires_at = clock_now() where status = 'active'`.execute(site.db);
  await sql`update orders set hold_expires_at = clock_now() where status = 'awaiting_payment'`.execute(site.db);
  expect((await move(admin, second!.id, full)).status).toBe(200);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("the name and the code can be changed; only a new code invalidates the old one", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const { order, read } = await bought(site, await site.create.ticketType({ eventId }), 2);
  const [renamed, given] = order.tickets;
  expect((await change(admin, renamed!.id, "rename", { holderName: "Bea Field", newCode: false })).body.version).toBe(
    1,
  );
  expect((await change(admin, given!.id, "rename", { holderName: "Carl Stone", newCode: true })).body.version).toBe(2);
  expect((await change(admin, given!.id, "new-code", {})).body.version).toBe(3);
  const { tickets } = await read();
  expect(tickets.map(({ holderName }: { holderName: string }) => holderName)).toEqual(["Bea Field", "Carl Stone"]);
  const door = await site.as("moderator");
  expect((await scan(door, eventId, given!.code)).body.verdict).toBe("void");
  expect((await scan(door, eventId, renamed!.code)).body).toMatchObject({
    verdict: "admitted",
    ticket: { holderName: "Bea Field" },
  });
  const late = await change(admin, renamed!.id, "rename", { holderName: "Too Late", newCode: false });
  expect(late.body.code).toBe("ticket_admitted");
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a canceled ticket is void, its money is kept, and its spot is for sale again only if staff chose that", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event({ capacity: 4 });
  const general = await site.create.ticketType({ eventId, capacity: 3 });
  const { order, read } = await bought(site, general, 3);
  const [kept, back] = order.tickets;
  await change(admin, kept!.id, "cancel", { returnsSpot: false, mail: true });
  expect(await books(site, general)).toEqual({ sold: 3, tickets: 2 });
  await change(admin, back!.id, "cancel", { returnsSpot: true });
  // Requested twice, it is done once.
  expect((await change(admin, back!.id, "cancel", { returnsSpot: true })).body.version).toBe(2);
  expect(await books(site, general)).toEqual({ sold: 2, tickets: 1 });
  expect(await read()).toMatchObject({ status: "paid", totalCents: 7500 });
  expect((await scan(await site.as("moderator"), eventId, back!.code)).body.verdict).toBe("void");
  expect((await bought(site, general)).order.status).toBe("paid");
  await site.app.runJob("mail");
  const { rows } = await sql<{ subject: string }>`select subject from emails where kind = 'ticket_change'`.execute(
    site.db,
  );
  expect(rows).toHaveLength(1);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("staff check a ticket in once and undo it, after which its code is valid again", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const { order } = await bought(site, await site.create.ticketType({ eventId }), 2);
  const [ticket, other] = order.tickets;
  const door = await site.as("moderator");
  const act = (id: number, name: string) => admin.post(`/api/admin/tickets/${id}/${name}`, { reason });
  const all = await Promise.all([1, 2, 3, 4].map(() => act(ticket!.id, "check-in")));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await scan(door, eventId, ticket!.code)).body.verdict).toBe("already_admitted");
  await act(ticket!.id, "check-in/undo");
  expect((await act(ticket!.id, "check-in/undo")).status).toBe(200);
  expect((await scan(door, eventId, ticket!.code)).body.verdict).toBe("admitted");
  await change(admin, other!.id, "cancel", { returnsSpot: false });
  expect((await act(other!.id, "check-in")).body.code).toBe("order_closed");
  const { rows } = await sql`select count(*)::int as entries, count(voided_at)::int as voided from admissions`.execute(
    site.db,
  );
  expect(rows).toEqual([{ entries: 2, voided: 1 }]);
  const { body: audit } = await admin.get(`/api/admin/audit?kind=order&id=${order.id}`);
  expect(audit.items.map((entry: { action: string }) => entry.action)).toEqual([
    "ticket.canceled",
    "ticket.check_in_undone",
    "ticket.checked_in",
  ]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});
