import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DoorTicket } from "#contract/door/door.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let door: Client;
beforeAll(async () => {
  site = await createSite();
  door = await site.as("moderator");
});
afterAll(() => site.close());

/** An event with one order for each of these buyers, and its tickets by buyer. */
async function sell(...buyers: { name: string; email: string }[]) {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Balcony" });
  const orders = [];
  for (const buyer of buyers) {
    const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer });
    orders.push(body);
  }
  return { eventId, orders, ticketIds: orders.map(({ tickets }) => tickets[0]!.id) };
}

const josé = { name: "José Álvarez", email: "jose@example.com" };
const maya = { name: "Maya Chen", email: "maya@example.com" };

async function find(eventId: number, q: string): Promise<DoorTicket[]> {
  const { status, body } = await door.get(`/api/door/events/${eventId}/tickets?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.items;
}

const checkIn = (ticketId: number, eventId: number, more: object = {}) =>
  door.post("/api/door/check-ins", {
    ticketId,
    eventId,
    deviceId: "Front door iPad (2)",
    scanId: randomUUID(),
    ...more,
  });

const undo = (ticketId: number, eventId: number, admittedAt: string) =>
  door.post(`/api/door/tickets/${ticketId}/undo`, { eventId, admittedAt });

async function actions(orderId: string) {
  const { rows } = await sql<{ action: string; reason: string }>`
    select action, reason from audit_log where target_id = ${orderId} order by id`.execute(site.db);
  return rows.map(({ action, reason }) => `${action}: ${reason}`);
}

test("the door finds tickets by name without accents, by order number or its end and by the whole email, and by no part of one", async () => {
  const { eventId, orders } = await sell(josé, maya);
  const other = await sell(josé);
  const names = async (q: string) => (await find(eventId, q)).map(({ holderName }) => holderName);
  const { number } = orders[1]!;
  const table: [string, string[]][] = [
    ["jose", ["José Álvarez"]],
    ["ALVAREZ jo", ["José Álvarez"]],
    ["maya", ["Maya Chen"]],
    [number, ["Maya Chen"]],
    [number.toLowerCase().replaceAll("-", ""), ["Maya Chen"]],
    // As the printed list has it.
    [number.slice(-4), ["Maya Chen"]],
    [`chen ${number.slice(-4).toLowerCase()}`, ["Maya Chen"]],
    [`#${number.slice(-4)}`, ["Maya Chen"]],
    [`…${number.slice(-4)}`, ["Maya Chen"]],
    ["Maya@Example.com", ["Maya Chen"]],
    ["maya@example.co", []],
    ["maya@", []],
    ["@example.com", []],
    ["example", []],
    [other.orders[0]!.number, []],
    ["lvarez", []],
  ];
  for (const [q, found] of table) expect([q, await names(q)]).toEqual([q, found]);
});

test("a found ticket shows what the door needs and no email address", async () => {
  const { eventId, orders, ticketIds } = await sell(maya);
  const { text } = await door.get(`/api/door/events/${eventId}/tickets?q=maya@example.com`);
  expect(text).not.toContain("example.com");
  const ticket = { id: ticketIds[0], holderName: "Maya Chen", typeName: "Balcony", orderNumber: orders[0]!.number };
  expect(JSON.parse(text)).toEqual({
    items: [{ ...ticket, status: "valid", admittedAt: null, gate: null }],
    isMore: false,
  });
});

test("a ticket found by name is checked in once, with a record of who did it", async () => {
  const { eventId, orders, ticketIds } = await sell(maya);
  const scanId = randomUUID();
  const first = await checkIn(ticketIds[0]!, eventId, { scanId, gate: "North" });
  expect(first.body).toMatchObject({ verdict: "admitted", ticket: { holderName: "Maya Chen" } });
  expect((await checkIn(ticketIds[0]!, eventId, { scanId, gate: "North" })).text).toBe(first.text);
  const code = orders[0]!.tickets[0]!.code;
  const scanned = await door.post("/api/scans", { code, eventId, deviceId: "x", scanId: randomUUID() });
  expect(scanned.body).toMatchObject({ verdict: "already_admitted", gate: "North" });
  expect((await checkIn(ticketIds[0]!, eventId)).body.verdict).toBe("already_admitted");
  expect(await find(eventId, "maya")).toMatchObject([{ status: "in", gate: "North" }]);
  expect(await actions(orders[0]!.id)).toEqual(["ticket.checked_in: Found by name at the door"]);
});

test("twenty gates that find one ticket at once admit it once", async () => {
  const { eventId, ticketIds } = await sell(maya);
  const all = await Promise.all(Array.from({ length: 20 }, () => checkIn(ticketIds[0]!, eventId)));
  expect(all.filter(({ body }) => body.verdict === "admitted")).toHaveLength(1);
});

test("a void ticket and one for another event can't be checked in by name", async () => {
  const { eventId, orders, ticketIds } = await sell(maya);
  const other = await sell(josé);
  expect((await checkIn(other.ticketIds[0]!, eventId)).status).toBe(404);
  await sql`update tickets set status = 'canceled', version = version + 1 where order_id = ${orders[0]!.id}`.execute(
    site.db,
  );
  expect((await checkIn(ticketIds[0]!, eventId)).body.verdict).toBe("void");
  expect(await find(eventId, "maya")).toMatchObject([{ status: "canceled" }]);
});

test("an undone check-in admits again and is on record; a later check-in isn't undone by an old screen", async () => {
  const { eventId, orders, ticketIds } = await sell(maya);
  const [ticketId] = ticketIds as [number];
  const first = (await checkIn(ticketId, eventId)).body.firstAdmittedAt!;
  expect((await undo(ticketId, eventId, first)).body).toMatchObject({ status: "valid", admittedAt: null });
  const second = (await checkIn(ticketId, eventId)).body;
  expect(second.verdict).toBe("admitted");
  expect((await undo(ticketId, eventId, first)).body).toMatchObject({ status: "in" });
  const other = await sell(josé);
  expect((await undo(ticketId, other.eventId, second.firstAdmittedAt!)).status).toBe(404);
  expect(await find(eventId, "maya")).toMatchObject([{ status: "in" }]);
  expect(await actions(orders[0]!.id)).toEqual([
    "ticket.checked_in: Found by name at the door",
    "ticket.check_in_undone: Undone at the door",
    "ticket.checked_in: Found by name at the door",
  ]);
});

test("a device may have any name, but not an empty or a hidden one", async () => {
  const { eventId, ticketIds } = await sell(maya);
  for (const [deviceId, status] of [
    ["1", 200],
    ["Gate 7: Señor's iPhone", 200],
    ["", 400],
    [" ", 400],
    ["gate\u0000", 400],
    ["x".repeat(101), 400],
  ] as const) {
    expect([deviceId, (await checkIn(ticketIds[0]!, eventId, { deviceId })).status]).toEqual([deviceId, status]);
  }
});
