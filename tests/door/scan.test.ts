import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Scan, ScanResult } from "#contract/door/door.ts";
import type { OrderTicket } from "#contract/tickets.ts";
import { checkTicket } from "#server/modules/door/rules.ts";
import { ticketCode } from "#server/modules/tickets/index.ts";
import { sabotage } from "#testing/sabotage.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let door: Client;

beforeAll(async () => {
  site = await createSite();
  door = await site.as("moderator");
});
afterAll(() => site.close());

/** An event with this many tickets sold. */
async function sellEvent(at: Site, count: number, event: Parameters<Site["create"]["event"]>[0] = {}) {
  const eventId = await at.create.event(event);
  const ticketTypeId = await at.create.ticketType({ eventId, name: "Balcony", capacity: 1000, maxPerOrder: 1000 });
  const { body } = await at.buy(await at.as("guest"), [{ ticketTypeId, quantity: count }]);
  expect(body.tickets).toHaveLength(count);
  return { eventId, ticketTypeId, tickets: body.tickets };
}

const createScan = (code: string, eventId: number, more: Partial<Scan> = {}): Scan => ({
  code,
  eventId,
  deviceId: "door-device-1",
  scanId: randomUUID(),
  ...more,
});

const show = async (code: string, eventId: number, more: Partial<Scan> = {}, who = door): Promise<ScanResult> =>
  (await who.post("/api/scans", createScan(code, eventId, more))).body;

async function countAdmissions(at: Site, eventId: number) {
  const { rows } = await sql<{ admissions: number; tickets: number }>`
    select count(*)::int as admissions, count(distinct ticket_id)::int as tickets
    from admissions where event_id = ${eventId} and voided_at is null`.execute(at.db);
  return rows[0]!;
}

describe("the verdict on a ticket", () => {
  const now = new Date("2026-11-28T03:00:00Z");
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const valid = { eventId: 1, status: "valid", version: 3, frozenSince: null, isStreamPass: false } as const;
  const pass = { ...valid, isStreamPass: true } as const;
  const table: [
    string,
    Parameters<typeof checkTicket>[0],
    number,
    Date | null,
    ReturnType<typeof checkTicket>["verdict"],
  ][] = [
    ["a code that this site didn't sign", undefined, 0, null, "unknown"],
    ["an unsigned code before the doors open", undefined, 0, at(60), "unknown"],
    ["a valid ticket", valid, 3, null, "admitted"],
    ["a valid ticket for another event", { ...valid, eventId: 2 }, 3, null, "wrong_event"],
    ["a canceled ticket for another event", { ...valid, eventId: 2, status: "canceled" }, 3, null, "wrong_event"],
    ["a canceled ticket", { ...valid, status: "canceled" }, 3, null, "void"],
    ["a refunded ticket", { ...valid, status: "refunded" }, 3, null, "void"],
    ["a frozen ticket", { ...valid, frozenSince: now }, 3, null, "void"],
    ["a frozen ticket for another event", { ...valid, eventId: 2, frozenSince: now }, 3, null, "wrong_event"],
    ["the code from before a transfer", valid, 2, null, "void"],
    ["a code with a future version", valid, 4, null, "void"],
    ["a refunded ticket before the doors open", { ...valid, status: "refunded" }, 3, at(60), "void"],
    ["a valid ticket a minute before the doors open", valid, 3, at(1), "not_yet"],
    ["a valid ticket a millisecond before the doors open", valid, 3, new Date(now.getTime() + 1), "not_yet"],
    ["a valid ticket when the doors open", valid, 3, now, "admitted"],
    ["a valid ticket after the doors open", valid, 3, at(-60), "admitted"],
    ["a pass for the live stream", pass, 3, null, "stream_pass"],
    ["a pass before the doors open", pass, 3, at(60), "stream_pass"],
    ["a refunded pass", { ...pass, status: "refunded" }, 3, null, "void"],
    ["a pass for another event's live stream", { ...pass, eventId: 2 }, 3, null, "wrong_event"],
  ];

  test.for(table)("%s", ([, shown, version, opensAt, verdict]) => {
    expect(checkTicket(shown, version, { eventId: 1, opensAt, isCanceled: false }, now).verdict).toBe(verdict);
  });
});

test("nobody enters a canceled event, and another event's ticket still gets its own verdict", () => {
  const event = { eventId: 1, opensAt: null, isCanceled: true };
  const ticket = { status: "valid", version: 3, frozenSince: null, isStreamPass: false } as const;
  expect(checkTicket({ ...ticket, eventId: 1 }, 3, event, new Date()).verdict).toBe("void");
  expect(checkTicket({ ...ticket, eventId: 2 }, 3, event, new Date()).verdict).toBe("wrong_event");
  expect(checkTicket(undefined, 3, event, new Date()).verdict).toBe("unknown");
});

test("a ticket admits once, and a second scan shows when and where it was first used", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  const first = await show(tickets[0]!.code, eventId, { gate: "North" });
  expect(first).toMatchObject({
    verdict: "admitted",
    gate: "North",
    ticket: { id: tickets[0]!.id, typeName: "Balcony", holderName: "Ada Buyer", ageRule: "all" },
  });
  expect(Math.abs(Date.parse(first.firstAdmittedAt!) - Date.now())).toBeLessThan(10_000);
  const again = await show(tickets[0]!.code.toLowerCase(), eventId, { gate: "South", deviceId: "door-device-2" });
  expect(again).toMatchObject({ verdict: "already_admitted", gate: "North", firstAdmittedAt: first.firstAdmittedAt });
  expect(await countAdmissions(site, eventId)).toEqual({ admissions: 1, tickets: 1 });
});

test("a gate's name can't contain control characters and doesn't turn the text around it", async () => {
  const { eventId, tickets } = await sellEvent(site, 4);
  for (const gate of ["North\u0007", "North\nSouth", "North\u0085South"]) {
    const { status, body } = await door.post("/api/scans", createScan(tickets[0]!.code, eventId, { gate }));
    expect([status, body.errors]).toEqual([
      400,
      [{ message: "Remove line breaks and other control characters", path: "gate" }],
    ]);
  }
  for (const [at, gate] of ["\u202eNorth", "North\u2066", "No\u200frth"].entries()) {
    expect(await show(tickets[at + 1]!.code, eventId, { gate })).toMatchObject({ gate: "North" });
  }
  expect(await show(tickets[0]!.code, eventId, { gate: " Norte – Ñ " })).toMatchObject({ gate: "Norte – Ñ" });
});

test("a refunded or canceled ticket and a code from before a transfer are void", async () => {
  const { eventId, tickets } = await sellEvent(site, 3);
  const [refunded, canceled, transferred] = tickets as [OrderTicket, OrderTicket, OrderTicket];
  await sql`update tickets set status = 'refunded' where id = ${refunded.id}`.execute(site.db);
  await sql`update tickets set status = 'canceled' where id = ${canceled.id}`.execute(site.db);
  await sql`update tickets set version = version + 1 where id = ${transferred.id}`.execute(site.db);
  for (const ticket of [refunded, canceled, transferred])
    expect((await show(ticket.code, eventId)).verdict).toBe("void");
  const renewed = ticketCode({ ticketId: transferred.id, version: 2 }, site.app.deps.keys["ticket-codes"]);
  expect((await show(renewed, eventId)).verdict).toBe("admitted");
  expect((await show(transferred.code, eventId)).verdict).toBe("void");
  expect(await countAdmissions(site, eventId)).toEqual({ admissions: 1, tickets: 1 });
});

test("at the wrong door, a ticket names its holder and its own event, and still works there", async () => {
  const startsAt = new Date("2097-01-02T03:00:00.000Z");
  const own = await sellEvent(site, 1, { title: "Sound Clash", startsAt, endsAt: new Date("2097-01-02T09:00:00Z") });
  const other = await sellEvent(site, 1);
  const scan = createScan(own.tickets[0]!.code, other.eventId);
  const { text } = await door.post("/api/scans", scan);
  expect(JSON.parse(text)).toEqual({
    scanId: scan.scanId,
    verdict: "wrong_event",
    ticket: { id: own.tickets[0]!.id, holderName: "Ada Buyer", typeName: "Balcony", ageRule: expect.any(String) },
    rightEvent: {
      id: own.eventId,
      title: "Sound Clash",
      startsAt: startsAt.toISOString(),
      timeZone: expect.any(String),
    },
  });
  expect((await door.post("/api/scans", scan)).text).toBe(text);
  expect((await show(own.tickets[0]!.code, own.eventId)).verdict).toBe("admitted");
  expect((await show(own.tickets[0]!.code, other.eventId)).verdict).toBe("wrong_event");
});

test("a signed code for a ticket that doesn't exist is unknown", async () => {
  const { eventId } = await sellEvent(site, 1);
  const code = ticketCode({ ticketId: 2 ** 40 - 1, version: 1 }, site.app.deps.keys["ticket-codes"]);
  expect((await show(code, eventId)).verdict).toBe("unknown");
});

describe("the same scan sent again", () => {
  test("gets the same answer each time, even at the same time, and counts once", async () => {
    const { eventId, tickets } = await sellEvent(site, 1);
    const scan = createScan(tickets[0]!.code, eventId, { gate: "North" });
    const answers = await Promise.all(Array.from({ length: 12 }, () => door.post("/api/scans", scan)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.body.verdict).toBe("admitted");
    const before = await readSnapshot(site.db);
    const loud = await door.post("/api/scans", { ...scan, scanId: scan.scanId.toUpperCase() });
    expect(loud.text).toBe(answers[0]!.text);
    expect(await readSnapshot(site.db)).toEqual(before);
  });

  test("with another ticket, event or code is refused and admits nobody", async () => {
    const { eventId, tickets } = await sellEvent(site, 2);
    const other = await sellEvent(site, 1);
    const scan = createScan(tickets[0]!.code, eventId);
    await door.post("/api/scans", scan);
    const before = await readSnapshot(site.db);
    for (const wrong of [{ code: tickets[1]!.code }, { eventId: other.eventId }, { code: "SG" }]) {
      const answer = await door.post("/api/scans", { ...scan, ...wrong });
      expect([answer.status, answer.body.code]).toEqual([422, "idempotency_key_reused"]);
      const { status, body } = await door.post("/api/scans/batch", { scans: [{ ...scan, ...wrong }] });
      expect([status, body.results]).toEqual([
        200,
        [{ scanId: scan.scanId, code: "idempotency_key_reused", message: expect.any(String) }],
      ]);
    }
    expect(await readSnapshot(site.db)).toEqual(before);
    // Another phone can use the same scan ID.
    expect((await show(tickets[1]!.code, eventId, { scanId: scan.scanId, deviceId: "door-device-9" })).verdict).toBe(
      "admitted",
    );
  });
});

describe("an entry window", () => {
  const open = (minutesFromNow: number) => {
    const doorsAt = new Date(Date.now() + 3_600_000);
    return {
      doorsAt,
      startsAt: new Date(doorsAt.getTime() + 3_600_000),
      endsAt: new Date(doorsAt.getTime() + 9_000_000),
      entryOpensMinutes: 60 - minutesFromNow,
    };
  };

  test("refuses a valid ticket until it opens, by the database clock, whatever the phone says", async () => {
    const { eventId, tickets } = await sellEvent(site, 1, open(10));
    const { code } = tickets[0]!;
    const early = await show(code, eventId, { scannedAt: new Date(Date.now() + 86_400_000).toISOString() });
    expect(early).toMatchObject({ verdict: "not_yet", ticket: { holderName: "Ada Buyer" } });
    expect(early).not.toHaveProperty("firstAdmittedAt");
    const later = await createSite({ database: site.database, clockOffset: "11 minutes" });
    try {
      const lateDoor = await later.as("moderator");
      expect((await show(code, eventId, { scannedAt: "2020-01-01T00:00:00Z" }, lateDoor)).verdict).toBe("admitted");
    } finally {
      await later.close();
    }
  });

  test("doesn't apply if none is set: a ticket works weeks before the event", async () => {
    const { eventId, tickets } = await sellEvent(site, 1, {
      startsAt: new Date(Date.now() + 40 * 86_400_000),
      endsAt: new Date(Date.now() + 41 * 86_400_000),
    });
    expect((await show(tickets[0]!.code, eventId)).verdict).toBe("admitted");
  });
});

describe("concurrent scans", () => {
  /** Scans each ticket at every gate at once and returns how many gates let it in. */
  async function rushGates(at: Site, gates: number, count: number): Promise<number[]> {
    const { eventId, tickets } = await sellEvent(at, count);
    const staff = await at.as("moderator");
    const admitted: number[] = [];
    for (let start = 0; start < tickets.length; start += 10) {
      const results = await Promise.all(
        tickets
          .slice(start, start + 10)
          .map((ticket) =>
            Promise.all(
              Array.from({ length: gates }, (_, gate) =>
                show(ticket.code, eventId, { deviceId: `gate-device-${gate}`, gate: `Gate ${gate}` }, staff),
              ),
            ),
          ),
      );
      for (const verdicts of results) {
        expect(verdicts.every(({ verdict }) => verdict === "admitted" || verdict === "already_admitted")).toBe(true);
        expect(new Set(verdicts.map(({ firstAdmittedAt, gate }) => `${firstAdmittedAt} ${gate}`)).size).toBe(1);
        admitted.push(verdicts.filter(({ verdict }) => verdict === "admitted").length);
      }
    }
    expect(await countAdmissions(at, eventId)).toEqual({
      admissions: admitted.reduce((sum, n) => sum + n, 0),
      tickets: count,
    });
    return admitted;
  }

  test("at twenty gates admit each of fifty tickets exactly once", async () => {
    expect(await rushGates(site, 20, 50)).toEqual(Array(50).fill(1));
  });

  test("at twenty gates admit someone twice without the guard", async () => {
    const careless = await createSite({
      rewriteSql: sabotage(["on conflict (ticket_id) where voided_at is null do nothing", ""]),
    });
    try {
      await sql`drop index admissions_once`.execute(careless.db);
      const { eventId, tickets } = await sellEvent(careless, 3);
      const staff = await careless.as("moderator");
      await Promise.all(
        tickets.flatMap((ticket) =>
          Array.from({ length: 20 }, (_, gate) =>
            show(ticket.code, eventId, { deviceId: `gate-device-${gate}` }, staff),
          ),
        ),
      );
      const { admissions } = await countAdmissions(careless, eventId);
      expect(admissions).toBeGreaterThan(3);
    } finally {
      await careless.close();
    }
  });
});

test("only staff can scan, open a door page or learn anything from a code", async () => {
  const { eventId, tickets } = await sellEvent(site, 1);
  const before = await readSnapshot(site.db);
  const scan = createScan(tickets[0]!.code, eventId);
  const people: [Client, number][] = [
    [site.anon, 401],
    [await site.as("guest"), 403],
    [await site.as("user"), 403],
  ];
  const after = { ...before, ...pick(await readSnapshot(site.db), ["public.users", "public.sessions"]) };
  for (const [who, status] of people) {
    expect((await who.post("/api/scans", scan)).status).toBe(status);
    expect((await who.post("/api/scans/batch", { scans: [scan] })).status).toBe(status);
    expect((await who.get("/api/door/events")).status).toBe(status);
    expect((await who.get(`/api/door/events/${eventId}`)).status).toBe(status);
  }
  expect(await readSnapshot(site.db)).toEqual(after);
  const admin = await site.as("admin");
  expect((await show(tickets[0]!.code, eventId, {}, admin)).verdict).toBe("admitted");
});

test("the door page counts how many are in", async () => {
  const { eventId, tickets } = await sellEvent(site, 3);
  const counts = async () => {
    const { body } = await door.get(`/api/door/events/${eventId}`);
    return [body.ticketCount, body.admittedCount];
  };
  expect(await counts()).toEqual([3, 0]);
  await show(tickets[0]!.code, eventId);
  await show(tickets[0]!.code, eventId);
  await show(tickets[1]!.code, eventId);
  expect(await counts()).toEqual([3, 2]);
});

function pick<Value>(of: Record<string, Value>, keys: string[]): Record<string, Value> {
  return Object.fromEntries(keys.map((key) => [key, of[key]!]));
}
