import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createScan, minutesAgo, readBooks, refundAt, sellEvent, sendBatch } from "./batch-kit.ts";

let site: Site;
let door: Client;

beforeAll(async () => {
  site = await createSite();
  door = await site.as("moderator");
});
afterAll(() => site.close());

const listConflicts = async (eventId: number, show = "open") =>
  (await door.get(`/api/door/conflicts?event=${eventId}&show=${show}`)).body.items;

async function readMessages(eventId: number) {
  const { rows } = await sql<{ data: unknown }>`
    select data from realtime_messages where topic = ${`door.${eventId}`} order by seq`.execute(site.db);
  return rows.map(({ data }) => data);
}

test("a scan that can't be judged gets its own error, and the others count", async () => {
  const { eventId, tickets } = await sellEvent(site, 3);
  const [first, second, third] = tickets.map(({ code }: { code: string }) => createScan(code, eventId));
  const list = [
    first,
    "nonsense",
    { ...createScan("SG", 999_999) },
    { ...second, gate: 7 },
    { ...createScan("SG", eventId), scannedAt: "0000-01-01T00:00:00Z" },
    { ...first, code: tickets[1]!.code },
    { ...createScan("SG", eventId), extra: 1 },
    third,
  ];
  const { results } = await sendBatch(door, list);
  const number = (index: number) => (list[index] as { scanId: string }).scanId;
  expect(results.map(({ scanId, verdict, code }) => [scanId, verdict ?? code])).toEqual([
    [number(0), "admitted"],
    [null, "invalid_input"],
    [number(2), "not_found"],
    [number(3), "invalid_input"],
    [number(4), "invalid_input"],
    [number(5), "idempotency_key_reused"],
    [number(6), "invalid_input"],
    [number(7), "admitted"],
  ]);
  expect(results[3]!.errors).toEqual([{ path: "gate", message: expect.stringMatching(/.{5}/) }]);
  const before = await readBooks(site, eventId);
  expect((await sendBatch(door, list)).results).toEqual(results);
  expect(await readBooks(site, eventId)).toEqual(before);
});

test("lists that overlap and arrive at the same moment give each scan one answer", async () => {
  const { eventId, tickets } = await sellEvent(site, 3);
  const scans = Array.from({ length: 8 }, (_, index) =>
    createScan(tickets[index % 3]!.code, eventId, { deviceId: `offline-device-${index % 2}` }),
  );
  const lists = [
    [0, 1, 2],
    [2, 3, 7, 0],
    [5, 6],
    [0, 1, 2, 3, 4, 5, 6, 7],
  ];
  const sent = await Promise.all(
    lists.map((list) =>
      sendBatch(
        door,
        list.map((index) => scans[index]),
      ),
    ),
  );
  const answers = new Map<string | null, Set<string>>();
  for (const result of sent.flatMap(({ results }) => results)) {
    answers.set(result.scanId, (answers.get(result.scanId) ?? new Set()).add(JSON.stringify(result)));
  }
  expect([...answers.values()].map(({ size }) => size)).toEqual(Array(8).fill(1));
  expect((await readBooks(site, eventId)).map(({ admissions }) => admissions)).toEqual([1, 1, 1]);
});

test("an online check-in stays when an earlier offline scan arrives: staff see both gates and both times, and resolve it", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  const online = createScan(tickets[0]!.code, eventId, { gate: "North" });
  const { firstAdmittedAt } = (await door.post("/api/scans", online)).body;
  const scannedAt = minutesAgo(30);
  const late = createScan(tickets[0]!.code, eventId, { gate: "South", deviceId: "door-device-2", scannedAt });
  const { results } = await sendBatch(door, [late]);
  expect(results[0]).toMatchObject({ verdict: "already_admitted", conflict: "second_entry", gate: "North" });
  const [conflict, ...others] = await listConflicts(eventId);
  expect(others).toEqual([]);
  expect(conflict).toMatchObject({
    kind: "second_entry",
    gate: "South",
    scannedAt,
    first: { gate: "North", at: expect.any(String), isUndone: false },
    ticket: { id: tickets[0]!.id, holderName: "Ada Buyer" },
  });
  expect(Date.parse(conflict!.first!.at)).toBe(Date.parse(firstAdmittedAt!));
  expect(await readMessages(eventId)).toEqual([{ open: 1 }]);

  const resolve = (note: string) => door.post(`/api/door/conflicts/${conflict!.id}/resolve`, { note });
  expect((await resolve("One guest, scanned at both gates")).status).toBe(200);
  expect((await resolve("Another note")).body.note).toBe("One guest, scanned at both gates");
  expect(await listConflicts(eventId)).toEqual([]);
  expect(await listConflicts(eventId, "all")).toMatchObject([
    { note: "One guest, scanned at both gates", resolvedByName: expect.any(String) },
  ]);
  expect(await readMessages(eventId)).toEqual([{ open: 1 }, { open: 0 }]);
  const { rows } = await sql`
    select reason from audit_log where action = 'scan.conflict_resolved' and target_id = ${String(eventId)}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ reason: "One guest, scanned at both gates" }]);
});

test("an earlier scan takes over from a later one of the same night, which then becomes the conflict", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  const { code } = tickets[0]!;
  const later = createScan(code, eventId, { gate: "South", scannedAt: minutesAgo(20) });
  const earlier = createScan(code, eventId, { gate: "North", scannedAt: minutesAgo(40), deviceId: "door-device-2" });
  expect((await sendBatch(door, [later])).results[0]!.verdict).toBe("admitted");
  expect((await sendBatch(door, [earlier])).results[0]).toMatchObject({
    verdict: "admitted",
    gate: "North",
    firstAdmittedAt: earlier.scannedAt,
  });
  expect((await sendBatch(door, [later])).results[0]).toMatchObject({
    verdict: "already_admitted",
    conflict: "second_entry",
    firstAdmittedAt: earlier.scannedAt,
  });
  expect(await listConflicts(eventId)).toMatchObject([{ gate: "South", first: { gate: "North" } }]);
});

test("a scan is judged as of its own time: what was canceled or changed later was good then, and is a conflict", async () => {
  const { eventId, tickets } = await sellEvent(site, 5);
  const at = (minutes: number) => minutesAgo(minutes);
  await refundAt(site, tickets[0]!.id, at(60));
  await sql`update tickets set frozen_since = ${at(60)} where id = ${tickets[1]!.id}`.execute(site.db);
  await sql`update tickets set version = version + 1 where id = ${tickets[2]!.id}`.execute(site.db);
  await sql`update former_ticket_codes set replaced_at = ${at(60)} where ticket_id = ${tickets[2]!.id}`.execute(
    site.db,
  );
  const after = tickets
    .slice(0, 3)
    .map(({ code }: { code: string }) => createScan(code, eventId, { scannedAt: at(30), deviceId: "door-device-2" }));
  const before = tickets
    .slice(0, 3)
    .map(({ code }: { code: string }) => createScan(code, eventId, { scannedAt: at(90) }));
  const outcome = ({ verdict, conflict }: { verdict: string; conflict?: string }) => [verdict, conflict];
  expect((await sendBatch(door, after)).results.map(outcome)).toEqual(after.map(() => ["void", "not_valid"]));
  expect((await sendBatch(door, before)).results.map(outcome)).toEqual(before.map(() => ["admitted", "void_since"]));
  expect((await readBooks(site, eventId)).map(({ admissions }) => admissions)).toEqual([1, 1, 1, 0, 0]);

  await sql`update events set status = 'canceled' where id = ${eventId}`.execute(site.db);
  const good = createScan(tickets[3]!.code, eventId, { scannedAt: at(10) });
  const tooLate = createScan(tickets[4]!.code, eventId);
  expect((await sendBatch(door, [good, tooLate])).results.map(outcome)).toEqual([
    ["admitted", "void_since"],
    ["void", "not_valid"],
  ]);
});

test("a ticket that was moved to another event after the scan isn't used there by it", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  const other = await sellEvent(site, 1);
  const move = sql`update tickets set version = version + 1, event_id = ${other.eventId},
    ticket_type_id = ${other.ticketTypeId} where id = ${tickets[0]!.id}`;
  await move.execute(site.db);
  const scan = createScan(tickets[0]!.code, eventId, { scannedAt: minutesAgo(20) });
  expect((await sendBatch(door, [scan])).results[0]).toMatchObject({ verdict: "wrong_event", conflict: "void_since" });
  expect(await listConflicts(eventId)).toHaveLength(1);
});

test.each([
  ["right", 0, null],
  ["45 seconds behind", 0.75, null],
  ["26 hours behind", 26 * 60, 26 * 3600],
  ["26 hours ahead", -26 * 60, -26 * 3600],
])("an entry window opens by our clock on a phone whose clock is %s", async (_, behindMinutes, shownSeconds) => {
  const doorsAt = new Date(Date.now() + 30 * 60_000);
  const ends = { startsAt: new Date(doorsAt.getTime() + 3_600_000), endsAt: new Date(doorsAt.getTime() + 9_000_000) };
  // It opened an hour ago.
  const { eventId, tickets } = await sellEvent(site, 2, { doorsAt, ...ends, entryOpensMinutes: 90 });
  const phoneTime = (minutes: number) => new Date(Date.now() - (minutes + behindMinutes) * 60_000).toISOString();
  const scans = [
    createScan(tickets[0]!.code, eventId, { scannedAt: phoneTime(70) }),
    createScan(tickets[1]!.code, eventId, { scannedAt: phoneTime(50) }),
  ];
  const { results, driftSeconds } = await sendBatch(door, scans, phoneTime(0));
  expect(results.map(({ verdict }) => verdict)).toEqual(["not_yet", "admitted"]);
  if (shownSeconds === null) expect(driftSeconds).toBeNull();
  else expect(Math.abs(driftSeconds! - shownSeconds)).toBeLessThan(60);
  expect(Math.abs(Date.parse(results[1]!.firstAdmittedAt!) - (Date.now() - 50 * 60_000))).toBeLessThan(90_000);
});

test("a scan that says it is from 1970 counts as one of now: a code that was replaced opens nothing", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  await sql`update tickets set version = version + 1 where id = ${tickets[0]!.id}`.execute(site.db);
  const old = createScan(tickets[0]!.code, eventId, { scannedAt: "1970-01-01T00:00:00.000Z" });
  const { results } = await sendBatch(door, [old], new Date().toISOString());
  expect(results).toMatchObject([{ verdict: "void" }]);
});

test("an upload that takes 40 seconds moves no scan", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  const scannedAt = minutesAgo(5);
  const sentAt = new Date(Date.now() - 40_000).toISOString();
  const { results, driftSeconds } = await sendBatch(
    door,
    [createScan(tickets[0]!.code, eventId, { scannedAt })],
    sentAt,
  );
  expect([results[0]!.firstAdmittedAt, driftSeconds]).toEqual([scannedAt, null]);
});

test("a scan from the future of its phone counts as made when it was sent", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  const scan = createScan(tickets[0]!.code, eventId, { scannedAt: new Date(Date.now() + 86_400_000).toISOString() });
  const { results } = await sendBatch(door, [scan], new Date().toISOString());
  expect(Date.parse(results[0]!.firstAdmittedAt!)).toBeLessThanOrEqual(Date.now() + 1000);
});

test("a guest that the phone turned away isn't admitted, and what it showed is on record", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  const turnedAway = createScan(tickets[0]!.code, eventId, { shown: "void", scannedAt: minutesAgo(20) });
  expect((await sendBatch(door, [turnedAway])).results).toMatchObject([{ verdict: "void" }]);
  expect(await listConflicts(eventId)).toEqual([]);
  const online = createScan(tickets[0]!.code, eventId);
  expect((await door.post("/api/scans", online)).body.verdict).toBe("admitted");
  // The response to this one was lost, and the phone let the guest in by itself.
  const lost = createScan(tickets[0]!.code, eventId, { deviceId: "door-device-2" });
  expect((await door.post("/api/scans", lost)).body.verdict).toBe("already_admitted");
  expect((await sendBatch(door, [{ ...lost, shown: "admitted" }])).results[0]).toMatchObject({
    conflict: "second_entry",
  });
  expect((await sendBatch(door, [createScan("X", eventId)])).results[0]).not.toHaveProperty("conflict");
  expect(await listConflicts(eventId)).toHaveLength(1);
});

test("a scan from before an undone check-in doesn't use the ticket again", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  const { id, code } = tickets[0]!;
  const { body } = await door.post("/api/scans", createScan(code, eventId));
  await door.post(`/api/door/tickets/${id}/undo`, { eventId, admittedAt: body.firstAdmittedAt });
  const old = createScan(code, eventId, { scannedAt: minutesAgo(20), deviceId: "door-device-2" });
  expect((await sendBatch(door, [old])).results[0]).toMatchObject({ conflict: "second_entry" });
  expect(await listConflicts(eventId)).toMatchObject([{ first: { isUndone: true } }]);
  expect((await door.post("/api/scans", createScan(code, eventId))).body.verdict).toBe("admitted");
});

test("five hundred scans of a whole night fit one list", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  const list = Array.from({ length: 500 }, (_, index) =>
    createScan(index === 0 ? tickets[0]!.code : "X".repeat(200), eventId, {
      deviceId: "d".repeat(64),
      gate: "G".repeat(40),
      scannedAt: minutesAgo(20),
    }),
  );
  const { results } = await sendBatch(door, list);
  expect(results.filter(({ verdict }) => verdict === "admitted")).toHaveLength(1);
  expect(results.filter(({ verdict }) => verdict === "unknown")).toHaveLength(499);
});

test("only staff of the door read and resolve conflicts, or follow its topic", async () => {
  const { eventId } = await sellEvent(site, 1);
  for (const [who, status] of [
    [site.anon, 401],
    [await site.as("guest"), 403],
    [await site.as("user"), 403],
  ] as const) {
    expect((await who.get(`/api/door/conflicts?event=${eventId}`)).status).toBe(status);
    expect((await who.post("/api/door/conflicts/1/resolve", { note: "A note" })).status).toBe(status);
  }
  const missing = await door.post("/api/door/conflicts/999999/resolve", { note: randomUUID() });
  expect(missing.status).toBe(404);
});
