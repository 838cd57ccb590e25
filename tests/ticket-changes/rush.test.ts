import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { summarize, tally } from "#testing/crowd.ts";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { atOnce, installMeetingPoint, overtake } from "#testing/meeting-point.ts";
import { dropStockCheck, looseDoor, meetAtStock, sabotage, unlocked } from "#testing/sabotage.ts";
import { draft, type Client, type Site, type SiteOptions } from "#testing/site.ts";

const openSite = openSites();
async function open(options: SiteOptions = {}) {
  const site = await openSite(options);
  return { site, admin: await site.as("admin") };
}

const reason = "Asked for at the box office";
const move = (who: Client, ticketId: number, ticketTypeId: number) =>
  who.post(`/api/admin/tickets/${ticketId}/move`, { ticketTypeId, waiveDifference: false, mail: false, reason });
const cancel = (who: Client, ticketId: number) =>
  who.post(`/api/admin/tickets/${ticketId}/cancel`, { returnsSpot: true, mail: false, reason });

async function tickets(site: Site, ticketTypeId: number, count: number): Promise<{ id: number; code: string }[]> {
  const found = [];
  for (let left = count; left > 0; left -= 5) {
    const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: Math.min(5, left) }]);
    found.push(...body.tickets);
  }
  return found;
}

const soldOf = async (site: Site, ticketTypeId: number) => {
  const { rows } = await sql<{ sold: number; held: number }>`
    select s.sold, s.held from ticket_types t join stock s on s.id = t.stock_id where t.id = ${ticketTypeId}`.execute(
    site.db,
  );
  return rows[0]!;
};

/** Forty tickets and ten buyers on two nodes compete for the last spot of a type. */
async function rushForLast(options: SiteOptions, prepare: (site: Site) => Promise<void> = async () => {}) {
  const { site, admin } = await open();
  await prepare(site);
  const { database } = site;
  const nodes = [(await open({ ...options, database })).site, (await open({ ...options, database })).site];
  const eventId = await site.create.event();
  const from = await site.create.ticketType({ eventId, capacity: 50 });
  const to = await site.create.ticketType({ eventId, capacity: 1 });
  const all = await tickets(site, from, 40);
  const admins = nodes.map((node) => node.clientOf(admin));
  const buyers = await Promise.all(Array.from({ length: 10 }, (_, n) => nodes[n % 2]!.as("guest")));
  const answers = await Promise.all([
    ...all.map(({ id }, index) => move(admins[index % 2]!, id, to)),
    ...buyers.map((buyer) => buyer.post("/api/orders", draft([{ ticketTypeId: to, quantity: 1 }]))),
  ]);
  return { site, from, to, answers, won: answers.filter(({ status }) => status < 300).length };
}

test("of fifty buyers and moved tickets that compete for the last spot, one gets it", async () => {
  const { site, from, to, answers, won } = await rushForLast({});
  const told = tally(answers.map(summarize));
  expect([won, told["nothing left"]], JSON.stringify(told)).toEqual([1, 49]);
  const { sold, held } = await soldOf(site, to);
  expect(sold + held).toBe(1);
  expect((await soldOf(site, from)).sold).toBe(40 - sold);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("negative control: without row locks and the table's check constraint several get the last spot", async () => {
  const { won } = await rushForLast({ rewriteSql: unlocked() }, async ({ db }) => {
    await installMeetingPoint(db);
    await dropStockCheck(db);
  });
  expect(won).toBeGreaterThan(1);
});

/** One ticket is moved to two types and canceled at once, many times over, on two nodes. */
async function pulledApart(options: SiteOptions = {}) {
  const { site, admin } = await open();
  await installMeetingPoint(site.db);
  const { database } = site;
  const one = (await open({ ...options, database })).site.clientOf(admin);
  const other = (await open({ ...options, database })).site.clientOf(admin);
  const eventId = await site.create.event({ capacity: 300 });
  const [from, left, right] = [
    await site.create.ticketType({ eventId, capacity: 60 }),
    await site.create.ticketType({ eventId, capacity: 60 }),
    await site.create.ticketType({ eventId, capacity: 60 }),
  ];
  for (const { id } of await tickets(site, from, 20)) {
    await Promise.all([move(one, id, left), move(other, id, right), cancel(one, id), cancel(other, id)]);
  }
  const sums = await Promise.all([from, left, right].map((id) => soldOf(site, id)));
  const { rows } = await sql<{ valid: number }>`
    select count(*)::int as valid from tickets where status = 'valid'`.execute(site.db);
  return {
    sold: sums.reduce((sum, { sold }) => sum + sold, 0),
    valid: rows[0]!.valid,
    violations: (await brokenInvariants(site.db)).map(({ id }) => id),
  };
}

test("a ticket that is moved twice and canceled twice at once has one spot or none", async () => {
  const { sold, valid, violations } = await pulledApart();
  expect(sold).toBe(valid);
  expect(violations).toEqual([]);
});

test("negative control: without a lock on the ticket its spot is released or taken twice", async () => {
  const hasty = sabotage(
    [/select from tickets where order_id = (\$\d+)::uuid order by id for update/, "select $1::uuid"],
    [/(from orders where id = any\(\$\d+::uuid\[\]\) order by id) for update/, "$1"],
    // Two read the first ticket before either acts on it.
    meetAtStock(),
  );
  const { sold, valid, violations } = await pulledApart({ rewriteSql: hasty });
  expect(sold !== valid || violations.length > 0).toBe(true);
});

/** So many tickets are each scanned and moved to another event at the same moment. */
async function doorAgainstAdmin(count: number, together = atOnce, options: SiteOptions = {}) {
  const { site, admin } = await open(options);
  const door = await site.as("moderator");
  const eventId = await site.create.event();
  const from = await site.create.ticketType({ eventId, capacity: 50 });
  const to = await site.create.ticketType({ eventId: await site.create.event(), capacity: 50 });
  const outcomes: string[] = [];
  for (const { id, code } of await tickets(site, from, count)) {
    const [seen, moved] = await together(
      site.db,
      () => door.post("/api/scans", { code, eventId, deviceId: "door-device-1", scanId: randomUUID() }),
      () => move(admin, id, to),
    );
    outcomes.push(`${seen.body.verdict} ${moved.status}`);
  }
  return { outcomes, violations: (await brokenInvariants(site.db)).map(({ id }) => id) };
}

test("a ticket that is scanned and moved at the same moment is either admitted and stays, or is no longer valid there", async () => {
  const { outcomes, violations } = await doorAgainstAdmin(20);
  for (const outcome of outcomes) expect(["admitted 409", "wrong_event 200"]).toContain(outcome);
  expect(violations).toEqual([]);
});

test("negative control: a scan that doesn't lock the ticket admits one that was moved to another event", async () => {
  const { outcomes } = await doorAgainstAdmin(1, overtake, { rewriteSql: looseDoor() });
  expect(outcomes).toEqual(["admitted 200"]);
});
