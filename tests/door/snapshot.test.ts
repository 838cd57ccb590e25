import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ivBytes, indexBytes, rowBytes } from "#contract/door/phone-record.ts";
import type { DoorSnapshot } from "#contract/door/snapshot.ts";
import { encryptRecord } from "#server/modules/door/snapshot/encrypt.ts";
import { ticketCode } from "#server/modules/tickets/index.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createScan, sellEvent } from "./batch-kit.ts";
import { readRecord, rowsOf, secretsOf } from "./snapshot-kit.ts";

let site: Site;
let door: Client;

beforeAll(async () => {
  site = await createSite();
  door = await site.as("moderator");
});
afterAll(() => site.close());

async function read(eventId: number, query = ""): Promise<DoorSnapshot> {
  const { status, body, text } = await door.get(`/api/door/events/${eventId}/snapshot${query}`);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return body;
}

test("a phone reads a ticket with its code, and nothing without one", async () => {
  const { eventId, tickets, ticketTypeId } = await sellEvent(site, 3);
  const snapshot = await read(eventId);
  expect(snapshot).toMatchObject({
    isWhole: true,
    next: null,
    event: { id: eventId, isCanceled: false, opensAt: null },
  });
  expect(snapshot.types).toMatchObject([{ id: ticketTypeId, name: "Balcony", isStreamPass: false }]);
  const rows = rowsOf(snapshot);
  expect(rows.size).toBe(3);
  for (const { code } of tickets) {
    expect(readRecord(rows, code)).toEqual({
      voidReason: undefined,
      ticketTypeId,
      admittedAt: undefined,
      name: "Ada B.",
    });
  }
  const bytes = Buffer.from(snapshot.records, "base64");
  for (const { code } of tickets) {
    const { mac, key } = secretsOf(code);
    for (const secret of [mac, key, Buffer.from(code), Buffer.from("Ada")]) expect(bytes.includes(secret)).toBe(false);
  }
  const other = await sellEvent(site, 1);
  expect(readRecord(rows, other.tickets[0]!.code)).toBeUndefined();
});

test("every code that was issued and isn't good anymore keeps a record that says why", async () => {
  const { eventId, tickets, ticketTypeId } = await sellEvent(site, 4);
  const [refunded, renewed, moved, onHold] = tickets.map(({ id }: { id: number }) => id);
  const other = await sellEvent(site, 1);
  await sql`update tickets set status = 'refunded', version = version + 1 where id = ${refunded!}`.execute(site.db);
  await sql`update tickets set version = version + 2 where id = ${renewed!}`.execute(site.db);
  await sql`update tickets set version = version + 1, event_id = ${other.eventId}, ticket_type_id = ${other.ticketTypeId}
    where id = ${moved!}`.execute(site.db);
  await sql`update tickets set frozen_since = clock_now() where id = ${onHold!}`.execute(site.db);
  const rows = rowsOf(await read(eventId));
  const codeOf = (ticketId: number, version: number) =>
    ticketCode({ ticketId, version }, site.app.deps.keys["ticket-codes"]);
  const reasonOf = (ticketId: number, version: number) => readRecord(rows, codeOf(ticketId, version))!.voidReason;
  expect(reasonOf(refunded!, 1)).toBe("refunded");
  expect([1, 2, 3].map((version) => reasonOf(renewed!, version))).toEqual(["old_code", "old_code", undefined]);
  expect(reasonOf(moved!, 1)).toBe("old_code");
  expect(reasonOf(onHold!, 1)).toBe("on_hold");
  expect(readRecord(rows, codeOf(moved!, 2))).toBeUndefined();
  // An old code's record has no name.
  expect(readRecord(rows, codeOf(renewed!, 1))!.name).toBe("");
  expect(readRecord(rowsOf(await read(other.eventId)), codeOf(moved!, 2))).toMatchObject({
    voidReason: undefined,
    ticketTypeId: other.ticketTypeId,
  });
  expect(ticketTypeId).toBeGreaterThan(0);
});

test("the next snapshot has only what changed: check-ins, undone ones, names and new codes", async () => {
  const { eventId, tickets } = await sellEvent(site, 5);
  const whole = await read(eventId);
  // Open transactions of other databases of the server hold a cursor back: then more rows come again than changed.
  let { cursor } = whole;
  await expect
    .poll(async () => {
      const next = await read(eventId, `?since=${cursor}`);
      expect(next).toMatchObject({ isWhole: false, next: null });
      ({ cursor } = next);
      return rowsOf(next).size;
    })
    .toBe(0);

  const { body } = await door.post("/api/scans", createScan(tickets[0]!.code, eventId));
  await sql`update tickets set holder_name = 'Zoë Quinn' where id = ${tickets[1]!.id}`.execute(site.db);
  const changed = await read(eventId, `?since=${cursor}`);
  expect(rowsOf(changed).size).toBe(2);
  const rows = rowsOf(whole, changed);
  expect(readRecord(rows, tickets[0]!.code)!.admittedAt).toBe(Math.floor(Date.parse(body.firstAdmittedAt!) / 1000));
  expect(readRecord(rows, tickets[1]!.code)!.name).toBe("Zoë Q.");

  await door.post(`/api/door/tickets/${tickets[0]!.id}/undo`, { eventId, admittedAt: body.firstAdmittedAt });
  const undone = await read(eventId, `?since=${changed.cursor}`);
  expect(readRecord(rowsOf(undone), tickets[0]!.code)!.admittedAt).toBeUndefined();
});

test("what a transaction writes that is open while a snapshot is read is in the next one", async () => {
  const { eventId, tickets } = await sellEvent(site, 2);
  const open = await site.db.startTransaction().execute();
  await sql`update tickets set holder_name = 'Late Writer' where id = ${tickets[0]!.id}`.execute(open);
  // Others commit meanwhile, with higher numbers.
  await sql`update tickets set holder_name = 'Early Writer' where id = ${tickets[1]!.id}`.execute(site.db);
  const first = await read(eventId);
  expect(readRecord(rowsOf(first), tickets[0]!.code)!.name).toBe("Ada B.");
  await open.commit().execute();
  const second = await read(eventId, `?since=${first.cursor}`);
  expect(readRecord(rowsOf(second), tickets[0]!.code)!.name).toBe("Late W.");
});

test("a cursor from the future of this database, as after a restored backup, gets everything", async () => {
  const { eventId } = await sellEvent(site, 2);
  for (const since of ["99999999999999", "1.5"]) {
    const snapshot = await read(eventId, `?since=${since}`);
    expect(snapshot.isWhole).toBe(true);
    expect(rowsOf(snapshot).size).toBe(2);
  }
});

const record = { voidReason: undefined, ticketTypeId: 7, admittedAt: undefined, name: "Ada B." };

test("under one key, no two contents share an IV, and the same content is the same row", () => {
  const mac = Buffer.alloc(16, 7);
  const rows = Array.from({ length: 3000 }, (_, n) => encryptRecord(mac, { ...record, admittedAt: n + 1 }));
  const ivs = new Set(rows.map((row) => row.subarray(indexBytes, indexBytes + ivBytes).toString("hex")));
  expect(ivs.size).toBe(3000);
  expect(encryptRecord(mac, record)).toEqual(encryptRecord(mac, record));
});

test.each([
  ["no name", "", ""],
  ["a short one", "A", "A"],
  ["one that fits exactly", "x".repeat(23), "x".repeat(23)],
  ["a long one", "Wolfeschlegelsteinhausenbergerdorff W.", "Wolfeschlegelsteinhause"],
  ["one with a letter of two bytes at the cut", "x".repeat(22) + "ñññ", "x".repeat(22)],
])("a row has the same length for %s, and a name is cut between letters", (_, name, stored) => {
  const { mac, index } = secretsOf(ticketCode({ ticketId: 7, version: 1 }, site.app.deps.keys["ticket-codes"]));
  const row = encryptRecord(mac, { ...record, name });
  expect([row.length, rowBytes]).toEqual([76, 76]);
  const rows = new Map([[index.toString("hex"), row]]);
  expect(readRecord(rows, ticketCode({ ticketId: 7, version: 1 }, site.app.deps.keys["ticket-codes"]))).toEqual({
    ...record,
    name: stored,
  });
});

test("only staff of the door get a snapshot", async () => {
  const { eventId } = await sellEvent(site, 1);
  for (const [who, status] of [
    [site.anon, 401],
    [await site.as("guest"), 403],
    [await site.as("user"), 403],
  ] as const) {
    expect((await who.get(`/api/door/events/${eventId}/snapshot`)).status).toBe(status);
  }
  expect((await door.get("/api/door/events/999999/snapshot")).status).toBe(404);
});
