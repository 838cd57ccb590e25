import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OfflineScan } from "#contract/door/batch.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Site } from "#testing/site.ts";
import { createScan, forgetScans, minutesAgo, readBooks, refundAt, sellEvent, sendBatch } from "./batch-kit.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const minuteMs = 60_000;
const ticketCount = 5;
/** The first three phones have the right time; one is a day ahead, one half an hour behind. */
const clocks = [0, 0, 0, 26 * 60, -30].map((minutes) => minutes * minuteMs);

type Made = OfflineScan & { phone: number; ticket: number; trueAt: number };

/** An evening at the door: five phones without a network scan five tickets, many of them more than once. */
async function scanEvent(at: Site) {
  const { eventId, tickets } = await sellEvent(at, ticketCount);
  const now = Date.now();
  await refundAt(at, tickets[4]!.id, minutesAgo(400, now));
  const scans = Array.from({ length: 24 }, (_, index): Made => {
    const phone = index % clocks.length;
    const isRight = clocks[phone] === 0;
    const ticket = (index * 3 + (index >> 2)) % ticketCount;
    // Phones with the right time share minutes, so that there are ties; the others have minutes of their own.
    const minutes = isRight ? 100 + 120 * ((index * 7) % 5) : 150 + 20 * index;
    const trueAt = Date.parse(minutesAgo(minutes, now));
    const more = {
      deviceId: `phone-${"daceb"[phone]}`,
      gate: `Gate ${phone}`,
      scannedAt: new Date(trueAt + clocks[phone]!).toISOString(),
      ...(index % 6 === 5 && { shown: "already_admitted" as const }),
    };
    return { ...createScan(tickets[ticket]!.code, eventId, more), phone, ticket, trueAt };
  });
  return { eventId, scans };
}

type ScannedEvent = Awaited<ReturnType<typeof scanEvent>>;

/** Sends uploads one after the other: each is some scans of one phone. Nothing is forgotten at the end. */
async function upload(at: Site, { scans }: ScannedEvent, uploads: number[][]) {
  const door = await at.as("moderator");
  for (const indexes of uploads) {
    for (const phone of clocks.keys()) {
      const list = indexes.map((index) => scans[index]!).filter((scan) => scan.phone === phone);
      const sentAt = clocks[phone] === 0 ? undefined : new Date(Date.now() + clocks[phone]!).toISOString();
      const sent = list.map(({ phone: _, ticket: _ticket, trueAt: _at, ...scan }) => scan);
      if (sent.length > 0) await sendBatch(door, sent, sentAt);
    }
  }
}

/** Any order, with repeats and splits: each scan is in at least one of the lists. */
const uploadsOf = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => index);
  return fc
    .tuple(
      fc.shuffledSubarray(all, { minLength: count, maxLength: count }),
      fc.array(fc.nat(count - 1), { maxLength: 8 }),
      fc.integer({ min: 1, max: 6 }),
    )
    .map(([order, repeated, size]) => {
      const rest = [...order, ...repeated];
      const lists: number[][] = [];
      while (rest.length > 0) lists.push(rest.splice(0, size));
      return lists;
    });
};

/** The final states of some random orders of uploads. */
async function findEnds(at: Site, scanned: ScannedEvent, numRuns: number) {
  const ends = new Map<string, Awaited<ReturnType<typeof readBooks>>>();
  for (const uploads of fc.sample(uploadsOf(scanned.scans.length), { numRuns, seed })) {
    await upload(at, scanned, uploads);
    const books = await readBooks(at, scanned.eventId);
    ends.set(JSON.stringify(books), books);
    await forgetScans(at, scanned.eventId);
  }
  return [...ends.values()];
}

/** Another one each time; a failure names it. */
const seed = Math.floor(Math.random() * 2 ** 31);

test("any order, repetition and split of five phones' uploads ends in one state: the earliest scan owns the check-in", async () => {
  const scanned = await scanEvent(site);
  const ends = await findEnds(site, scanned, 15);
  expect(ends.length, `seed ${seed}`).toBe(1);
  for (const { position, admissions, books } of ends[0]!) {
    const letIn = scanned.scans.filter(({ ticket, shown }) => ticket === position - 1 && shown === undefined);
    const owner = letIn.toSorted(
      (a, b) => a.trueAt - b.trueAt || (`${a.deviceId} ${a.scanId}` < `${b.deviceId} ${b.scanId}` ? -1 : 1),
    )[0]!;
    expect([position, admissions], `seed ${seed}`).toEqual([position, 1]);
    const [[[deviceId, scanId]], scans] = books as [[[string, string]], (string | null)[][]];
    expect([position, deviceId, scanId], `seed ${seed}`).toEqual([position, owner.deviceId, owner.scanId]);
    // Everyone else who came in is a conflict; nobody who was turned away is one.
    for (const [, id, verdict, , conflict] of scans) {
      const isLetIn = letIn.some((scan) => scan.scanId === id);
      if (id === owner.scanId) expect([verdict, conflict]).toEqual(["admitted", position === 5 ? "void_since" : null]);
      else if (!isLetIn) expect([verdict, conflict]).toEqual(["already_admitted", null]);
      else expect(conflict).toBe(verdict === "void" ? "not_valid" : "second_entry");
    }
    expect(scans.length).toBe(scanned.scans.filter(({ ticket }) => ticket === position - 1).length);
  }
});

test("phones that upload at the same moment end in the same state as one after the other", async () => {
  const scanned = await scanEvent(site);
  const [expected] = await findEnds(site, scanned, 1);
  const door = await site.as("moderator");
  const byPhone = [0, 1, 2].map((phone) => scanned.scans.filter((scan) => scan.phone === phone));
  const lists = [...byPhone, ...byPhone].map((scans) =>
    scans.map(({ phone: _, ticket: _t, trueAt: _a, ...scan }) => scan),
  );
  await Promise.all(lists.map((list) => sendBatch(door, list)));
  await upload(site, scanned, [scanned.scans.map((_, index) => index)]);
  expect(await readBooks(site, scanned.eventId)).toEqual(expected);
});

test("without the rule that the earliest scan owns the check-in, the order of the uploads decides", async () => {
  const careless = await createSite({
    rewriteSql: sabotage([
      "update admissions set device_id",
      "update admissions set staff_id = staff_id, gate = gate where false and device_id",
    ]),
  });
  try {
    const scanned = await scanEvent(careless);
    expect((await findEnds(careless, scanned, 10)).length, `seed ${seed}`).toBeGreaterThan(1);
  } finally {
    await careless.close();
  }
});

test("without the rule that a ticket admits once, copies of it let in more people", async () => {
  const careless = await createSite({
    rewriteSql: sabotage([
      "from admissions where ticket_id = $1 order by",
      "from admissions where ticket_id = $1 and false order by",
    ]),
  });
  try {
    await sql`drop index admissions_once`.execute(careless.db);
    const scanned = await scanEvent(careless);
    const [end] = await findEnds(careless, scanned, 1);
    expect(Math.max(...end!.map(({ admissions }) => admissions))).toBeGreaterThan(1);
  } finally {
    await careless.close();
  }
});
