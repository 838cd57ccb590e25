import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ScanLogEntry } from "#contract/door/scan-log.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let door: Client;
beforeAll(async () => {
  site = await createSite();
  door = await site.as("moderator");
});
afterAll(() => site.close());

async function sell(quantity = 1) {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Balcony" });
  const buyer = await site.as("user");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity }]);
  return { eventId, buyer, order, tickets: order.tickets };
}

const scan = async (code: string, eventId: number, gate: string) =>
  (await door.post("/api/scans", { code, eventId, deviceId: gate, scanId: randomUUID(), gate })).body;

async function log(query: string, who = door): Promise<ScanLogEntry[]> {
  const { status, body } = await who.get(`/api/door/scans?${query}`);
  expect(status).toBe(200);
  return body.items;
}

test("staff see each scan of a ticket with its gate, and where it was undone", async () => {
  const { eventId, tickets, order } = await sell();
  const [{ code, id }] = tickets as [(typeof tickets)[0]];
  const { firstAdmittedAt } = await scan(code, eventId, "Gate 1");
  await scan(code, eventId, "Gate 2");
  const undone = await door.post(`/api/door/tickets/${id}/undo`, {
    eventId,
    admittedAt: firstAdmittedAt,
    gate: "Gate 3",
  });
  expect(undone.status).toBe(200);
  await scan(code, eventId, "Gate 4");

  const all = (await log(`event=${eventId}&ticket=${id}&show=all`)).toReversed();
  expect(all.map(({ result, gate }) => [result, gate])).toEqual([
    ["admitted", "Gate 1"],
    ["already_admitted", "Gate 2"],
    ["undone", "Gate 3"],
    ["admitted", "Gate 4"],
  ]);
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted());
  expect(all[1]).toMatchObject({
    firstAdmittedAt,
    firstGate: "Gate 1",
    ticket: { id, typeName: "Balcony", order: { number: order.number } },
  });
  expect(new Set(all.map(({ staffName }) => staffName)).size).toBe(1);
  expect((await log(`event=${eventId}`)).map(({ result }) => result)).toEqual(["already_admitted"]);
  expect(await log(`event=${eventId}&q=${order.number.slice(-4)}&show=all`)).toHaveLength(4);
});

test("each refused scan is listed by event with its reason, and by ticket at any event", async () => {
  const { eventId, tickets } = await sell(4);
  const other = await sell();
  const [refunded, frozen, renewed, foreign] = [...tickets.slice(0, 3), other.tickets[0]] as typeof tickets;
  await sql`update tickets set status = 'refunded', void_since = clock_now() where id = ${refunded!.id}`.execute(
    site.db,
  );
  await sql`update tickets set frozen_since = clock_now() where id = ${frozen!.id}`.execute(site.db);
  await sql`update tickets set version = version + 1 where id = ${renewed!.id}`.execute(site.db);
  for (const ticket of [refunded, frozen, renewed, foreign]) await scan(ticket!.code, eventId, "North");
  await scan("not a code", eventId, "North");

  expect((await log(`event=${eventId}`)).toReversed()).toMatchObject([
    { result: "void", reason: "refunded", ticket: { id: refunded!.id } },
    { result: "void", reason: "on_hold" },
    { result: "void", reason: "old_code" },
    { result: "wrong_event", reason: null, rightEventTitle: "Velvet Riddim" },
    { result: "unknown", ticket: null, gate: "North" },
  ]);
  expect(await log(`event=${other.eventId}`)).toEqual([]);
  expect(await log(`event=${other.eventId}&ticket=${foreign!.id}`)).toMatchObject([{ result: "wrong_event" }]);
});

test("the list has files for admins, with times in the event's zone", async () => {
  const { eventId, tickets } = await sell();
  await scan(tickets[0]!.code, eventId, "Gate 1");
  const admin = await site.as("admin");
  const { status, text } = await admin.get(`/api/admin/scans.csv?event=${eventId}&show=all`);
  expect(status).toBe(200);
  expect(text).toContain('"Time","Time zone","Result","Reason","Gate","Staff",');
  expect(text).toContain('"America/New_York","admitted",,"Gate 1",');
});

test("a fan sees when and at which gate her ticket was used, and nothing of a check-in in the admin area", async () => {
  const { eventId, tickets, buyer } = await sell(2);
  await scan(tickets[0]!.code, eventId, "Gate B");
  await (await site.as("admin")).post(`/api/admin/tickets/${tickets[1]!.id}/check-in`, { reason: "At the office" });
  const { body } = await buyer.get("/api/my-tickets");
  const gates = body.items.map(({ id, admittedAt, gate }) => [id, admittedAt !== null, gate]);
  expect(gates.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [tickets[0]!.id, true, "Gate B"],
    [tickets[1]!.id, true, null],
  ]);
});
