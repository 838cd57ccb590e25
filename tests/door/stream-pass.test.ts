import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OrderTicket } from "#contract/tickets.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { saveLatest } from "#testing/save-latest.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";

let site: Site;
let door: Client;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  door = await site.as("moderator");
  admin = await site.as("admin");
});
afterAll(async () => {
  await expectInvariants(site.db);
  await site.close();
});

let eventId: number;
let passType: number;
let pass: OrderTicket;
let ticket: OrderTicket;
/** An event with room for one person, who has a ticket, and a pass for its live stream. */
beforeEach(async () => {
  eventId = await site.create.event({ capacity: 1 });
  const balcony = await site.create.ticketType({ eventId, name: "Balcony" });
  passType = await site.create.ticketType({ eventId, name: "Watch from home", isStreamPass: true });
  const who = await site.as("user");
  const buyOne = async (ticketTypeId: number) => {
    const { body } = await site.buy(who, [{ ticketTypeId, quantity: 1 }]);
    return body.tickets[0]!;
  };
  pass = await buyOne(passType);
  ticket = await buyOne(balcony);
});

const scanOf = (more: object) => ({ eventId, deviceId: "door-device-1", scanId: randomUUID(), ...more });
const refusal = { verdict: "stream_pass", ticket: { typeName: "Watch from home" } };

async function expectNobodyIn() {
  const { rows } = await sql`select from admissions where event_id = ${eventId}`.execute(site.db);
  expect(rows).toEqual([]);
}

test("a pass is refused by a scan, and by the same scan sent again", async () => {
  const scan = scanOf({ code: pass.code });
  for (let round = 0; round < 2; round++) {
    expect((await door.post("/api/scans", scan)).body).toMatchObject(refusal);
  }
  await expectNobodyIn();
  expect((await door.post("/api/scans", scanOf({ code: ticket.code }))).body.verdict).toBe("admitted");
});

test("a pass is refused in a list of offline scans", async () => {
  const { body } = await door.post("/api/scans/batch", { scans: [scanOf({ code: pass.code })] });
  expect(body.results).toMatchObject([refusal]);
  await expectNobodyIn();
});

test("the door's search names it, and checking it in by name is refused", async () => {
  const { body } = await door.get(`/api/door/events/${eventId}/tickets?q=ada`);
  const found = body.items.map(({ id, status }) => [id, status]);
  expect(found).toEqual([
    [pass.id, "stream_pass"],
    [ticket.id, "valid"],
  ]);
  const answer = await door.post("/api/door/check-ins", scanOf({ ticketId: pass.id }));
  expect(answer.body).toMatchObject(refusal);
  await expectNobodyIn();
});

test("admins can't check it in either, and are told why", async () => {
  const { status, body } = await admin.post(`/api/admin/tickets/${pass.id}/check-in`, { reason: "Lost phone" });
  expect([status, body.message]).toEqual([409, "This is a pass for the live stream. It doesn't admit anyone."]);
  await expectNobodyIn();
});

test("who is expected at the door doesn't include passes", async () => {
  const counts = { ticketCount: 1, admittedCount: 0 };
  expect((await door.get(`/api/door/events/${eventId}`)).body).toMatchObject(counts);
  const { body: events } = await door.get("/api/door/events");
  expect(events.items.find(({ id }) => id === eventId)).toMatchObject(counts);
  const { body: hub } = await admin.get(`/api/admin/box-office/events/${eventId}`);
  expect(hub).toMatchObject({ ...counts, sold: 2 });
  expect(hub.types).toMatchObject([
    { name: "Balcony", isStreamPass: false },
    { name: "Watch from home", isStreamPass: true },
  ]);
  const { body: expected } = await admin.get(`/api/admin/tickets?eventId=${eventId}&status=expected`);
  expect(expected.items.map(({ ticketId }: { ticketId: number }) => ticketId)).toEqual([ticket.id]);
  const answer = await site.app.server.inject({
    url: `/api/admin/events/${eventId}/door-list.pdf`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const { text } = readPdf(answer.rawPayload);
  expect(text).toContain("Balcony");
  expect(text).not.toContain("Watch from home");
});

test("passes take no spot of the event's capacity in people", async () => {
  const order = async (ticketTypeId: number) =>
    (await (await site.as("guest")).post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).status;
  expect(await order(passType)).toBe(201);
  const { body } = await site.anon.get(`/api/events/${eventId}`);
  expect(body.ticketTypes).toMatchObject([
    { name: "Balcony", isStreamPass: false, status: "sold_out" },
    { name: "Watch from home", isStreamPass: true, status: "on_sale" },
  ]);
  // A capacity that is set later counts the same.
  const path = `/api/admin/events/${eventId}/people` as const;
  expect((await admin.call("PUT", path, {})).status).toBe(200);
  const { body: setup } = await admin.call("PUT", path, { capacity: 1 });
  expect(setup.event.people).toEqual({ capacity: 1, sold: 1, held: 0 });
});

test("a type with orders stays what its buyers bought", async () => {
  const input = {
    name: "Watch from home",
    pricing: "free",
    capacity: 100,
    ticketsPerUnit: 1,
    minPerOrder: 1,
    maxPerOrder: 10,
  };
  const { status, body } = await saveLatest(site.db, admin, ["ticket-types", passType], input);
  expect([status, body.code, body.errors![0]!.path]).toEqual([409, "has_sales", "isStreamPass"]);
  const saved = await saveLatest(site.db, admin, ["ticket-types", passType], { ...input, isStreamPass: true });
  expect(saved.status).toBe(200);
});

test("buyers see on their tickets and in their email that it is for the live stream", async () => {
  expect([pass.isStreamPass, ticket.isStreamPass]).toEqual([true, false]);
  await site.app.runJob("mail");
  const { rows } = await sql<{ text: string }>`
    select body_text as text from emails where kind = 'order_confirmation' order by id desc limit 2`.execute(site.db);
  const saying = "for the live stream. It doesn't admit anyone at the door.";
  expect(rows.map(({ text }) => text.includes(saying))).toEqual([false, true]);
});
