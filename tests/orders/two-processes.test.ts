import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { savePool } from "#server/modules/events/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { tally } from "#testing/crowd.ts";
import { installMeetingPoint } from "#testing/meeting-point.ts";
import { dropStockCheck } from "#testing/sabotage.ts";
import { startServerProcess } from "#testing/server-process.ts";
import { createSite, type Site } from "#testing/site.ts";
import { buyOver, type BuyerRecord } from "./web-buyer.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

interface Books {
  sold: number;
  held: number;
  tickets: number;
}

/** What everyone in a crowd was told, for the message of a failed comparison: with everything that they waited for. */
const allTold = (buyers: BuyerRecord[]) =>
  JSON.stringify(tally(buyers.map(({ waits, end }) => [...new Set(waits), end].join(", then "))), undefined, 2);

/** True if nobody was refused before the last order was placed: every refusal came when nothing was free. */
async function isNobodyRefusedEarly(buyers: BuyerRecord[]): Promise<boolean> {
  const { rows } = await sql<{ at: Date }>`select max(created_at) as at from orders`.execute(site.db);
  return buyers.every(({ end, endedAt }) => end !== "nothing left" || endedAt >= rows[0]!.at.getTime());
}

/** Buyers over two server processes; the others start once the first `ahead` of them have their answer. */
async function rush(environment: Record<string, string>, capacity: number, count: number, ahead = 0) {
  const ticketTypeId = await site.create.ticketType({ capacity });
  const nodes = await Promise.all([1, 2].map(() => startServerProcess(site.database, environment)));
  try {
    const buy = (_: unknown, index: number) => buyOver(nodes, index, ticketTypeId);
    const first = await Promise.all(Array.from({ length: ahead }, buy));
    const others = await Promise.all(Array.from({ length: count - ahead }, buy));
    const buyers = [...first, ...others];
    const { rows } = await sql<Books>`
      select s.sold, s.held, (select count(*)::integer from tickets k where k.ticket_type_id = t.id) as tickets
      from ticket_types t join stock s on s.id = t.stock_id where t.id = ${ticketTypeId}`.execute(site.db);
    return { buyers, ends: tally(buyers.map(({ end }) => end)), books: rows[0]! };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

test.each([1, 7, 100])(
  "five hundred buyers over two server processes for %i tickets: exactly that many are sold",
  async (capacity) => {
    const { buyers, ends, books } = await rush({}, capacity, 500);
    expect(ends, allTold(buyers)).toEqual({ paid: capacity, "nothing left": 500 - capacity });
    expect(await isNobodyRefusedEarly(buyers), allTold(buyers)).toBe(true);
    expect(books).toEqual({ sold: capacity, held: 0, tickets: capacity });
  },
);

test("negative control: two processes that refuse their first buyers sell all tickets, and it shows", async () => {
  const { buyers, ends } = await rush({ REFUSES_FIRST: "1" }, 7, 60, 2);
  expect(ends, allTold(buyers)).toEqual({ paid: 7, "nothing left": 53 });
  expect(await isNobodyRefusedEarly(buyers)).toBe(false);
});

test("buyers whose payments wait behind others read that they're being checked, and then get their tickets", async () => {
  const ticketTypeId = await site.create.ticketType({ capacity: 8 });
  const nodes = await Promise.all([1, 2].map(() => startServerProcess(site.database)));
  const blocked = await site.db.startTransaction().execute();
  try {
    // The first payment of each process can't be written before this ends, and the others wait for it.
    await sql`lock table journal_entries in share mode`.execute(blocked);
    const reading = Promise.withResolvers<void>();
    const onWait = (text: string) => text === "order: paying" && reading.resolve();
    const buying = Promise.all(Array.from({ length: 8 }, (_, index) => buyOver(nodes, index, ticketTypeId, onWait)));
    // If they all end without that, none of them had to wait.
    await Promise.race([reading.promise, buying]);
    await blocked.rollback().execute();
    const buyers = await buying;
    expect(tally(buyers.map(({ end }) => end)), allTold(buyers)).toEqual({ paid: 8 });
    expect(
      buyers.some(({ waits }) => waits.includes("order: paying")),
      allTold(buyers),
    ).toBe(true);
  } finally {
    if (!blocked.isRolledBack) await blocked.rollback().execute();
    await Promise.all(nodes.map((node) => node.stop()));
  }
});

test("three types of one pool over two server processes: the pool sells to its last spot and no further", async () => {
  const eventId = await site.create.event();
  const pool = { name: "Main floor", counts: "people" as const, capacity: 60 };
  const poolId = await inTransaction(site.db, (tx) => savePool(tx, eventId, pool));
  const types = await Promise.all(
    [1, 1, 4].map((ticketsPerUnit) =>
      site.create.ticketType({ eventId, capacity: 50, ticketsPerUnit, poolIds: [poolId] }),
    ),
  );
  const nodes = await Promise.all([1, 2].map(() => startServerProcess(site.database)));
  try {
    const buyers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => buyOver(nodes, index, types[index % 3]!)),
    );
    const ends = tally(buyers.map(({ end }) => end));
    expect(Object.keys(ends), allTold(buyers)).toEqual(["nothing left", "paid"]);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
  const { rows } = await sql`
    select s.held, s.sold, (select count(*)::integer from tickets where event_id = ${eventId}) as tickets
    from pools p join stock s on s.id = p.stock_id where p.id = ${poolId}`.execute(site.db);
  expect(rows).toEqual([{ held: 0, sold: 60, tickets: 60 }]);
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("negative control: two processes without row locks and without the table's check constraint oversell", async () => {
  await dropStockCheck(site.db);
  await installMeetingPoint(site.db);
  expect((await rush({ WITHOUT_LOCKS: "1" }, 1, 30)).ends.paid).toBeGreaterThan(1);
});
