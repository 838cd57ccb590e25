import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import type { PaymentProvider } from "#server/modules/payments/index.ts";
import { type Site, type SiteOptions } from "#testing/site.ts";
import { sabotage } from "#testing/sabotage.ts";
import { buyPaid, refund, scan, readStock, wish, withoutLocks } from "./kit.ts";

const open = openSites();

/** The provider's refund calls, one by one. */
function counting() {
  const calls: string[] = [];
  const wrapProvider = (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    refund(wanted) {
      calls.push(wanted.refundId);
      return provider.refund(wanted);
    },
  });
  return { calls, wrapProvider };
}

/** Fifty refunds of one order at once, on two nodes. */
async function rush(options: SiteOptions, prepare: (site: Site) => Promise<unknown> = async () => {}, more = {}) {
  const { calls, wrapProvider } = counting();
  const site = await open({ ...options, wrapProvider });
  const second = await open({ ...options, wrapProvider, database: site.database });
  const admin = await site.as("admin");
  const admins = [admin, second.clientOf(admin)];
  const ticketTypeId = await site.create.ticketType({ capacity: 10 });
  const { order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  await prepare(site);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => refund(admins[index % 2]!, order.id, wish(5000, more))),
  );
  await Promise.all([site.app.runJob("refunds"), second.app.runJob("refunds")]);
  const { rows } = await sql<{ cents: number; count: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents, count(*)::int as count from refunds`.execute(site.db);
  return { site, ticketTypeId, answers, calls, sent: rows[0]! };
}

test("fifty refunds of one order at once are one: one call to the provider, its spots released once", async () => {
  const { site, ticketTypeId, answers, calls, sent } = await rush({});
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect(answer.body.code).toBe("already_refunded");
  expect([calls.length, sent]).toEqual([1, { cents: 5000, count: 1 }]);
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 0, valid: 0 });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("the same request fifty times is one refund with one response", async () => {
  const { calls, wrapProvider } = counting();
  const site = await open({ wrapProvider });
  const admin = await site.as("admin");
  const { order } = await buyPaid(site, [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  const key = { "idempotency-key": "pressed-often" };
  const answers = await Promise.all(Array.from({ length: 50 }, () => refund(admin, order.id, wish(2500), key)));
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  expect((await refund(admin, order.id, wish(2500, { withFee: false }), key)).body.code).toBe("idempotency_key_reused");
  await site.app.runJob("refunds");
  expect(calls).toHaveLength(1);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("admins on two nodes who refund each ticket of an order at once refund the whole order exactly once", async () => {
  const site = await open();
  const second = await open({ database: site.database });
  const admin = await site.as("admin");
  const admins = [admin, second.clientOf(admin)];
  const ticketTypeId = await site.create.ticketType({ priceCents: 3333, feeCents: 100 });
  const { order } = await buyPaid(site, [{ ticketTypeId, quantity: 10 }]);
  const shots = [...order.tickets, ...order.tickets, ...order.tickets];
  const answers = await Promise.all(
    shots.map((ticket, index) => refund(admins[index % 2]!, order.id, wish(3333, { ticketIds: [ticket.id] }))),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10);
  await site.app.runJob("refunds");
  const { rows } = await sql`select refunded_cents as cents, status from orders where id = ${order.id}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ cents: 33_330, status: "refunded" }]);
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 0, valid: 0 });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

/** Removes every lock of a refund and makes the payment ignore earlier refunds. */
const withoutSum = () =>
  sabotage(withoutLocks(), [
    "- coalesce((select sum(amount_cents) from refunds",
    "- 0 * coalesce((select sum(amount_cents) from refunds",
  ]);

test("negative control: without the locks and the tables' constraints the same rush sends the money more than once", async () => {
  const dropChecks = async ({ db }: Site) => {
    await sql`drop index order_refund_items_one_end`.execute(db);
    await sql`alter table orders drop constraint orders_never_over_refunded`.execute(db);
  };
  // Releasing spots would also stop them, so the spots are kept.
  const { sent, calls } = await rush({ rewriteSql: withoutSum() }, dropChecks, { returnsStock: false });
  expect(sent.cents).toBeGreaterThan(5000);
  expect(calls.length).toBeGreaterThan(1);
});

test("without the locks the tables alone still reject refunding a ticket twice or more than was paid", async () => {
  const { sent } = await rush({ rewriteSql: withoutLocks() });
  expect(sent).toEqual({ cents: 5000, count: 1 });
});

/** A ticket is scanned and refunded at the same moment, many times over. */
async function doorAgainstAdmin(options: SiteOptions = {}) {
  const site = await open(options);
  const [admin, door, buyer] = [await site.as("admin"), await site.as("moderator"), await site.as("guest")];
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 100 });
  const outcomes: string[] = [];
  for (let round = 0; round < 20; round++) {
    const { order } = await buyPaid(site, [{ ticketTypeId, quantity: 1 }], buyer);
    const [seen, back] = await Promise.all([
      scan(door, eventId, order.tickets[0]!.code),
      refund(admin, order.id, wish(2500)),
    ]);
    outcomes.push(`${seen.body.verdict} ${back.status}`);
  }
  return { site, outcomes };
}

test("a ticket that is scanned and refunded at the same moment is either admitted or void, never both", async () => {
  const { site, outcomes } = await doorAgainstAdmin();
  for (const outcome of outcomes) expect(["admitted 409", "void 201"]).toContain(outcome);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("negative control: without the check-in check staff refund someone who is checked in", async () => {
  const blind = sabotage([`a.id is not null as "isAdmitted"`, `false as "isAdmitted"`]);
  const site = await open({ rewriteSql: blind });
  const [admin, door] = [await site.as("admin"), await site.as("moderator")];
  const eventId = await site.create.event();
  const { order } = await buyPaid(site, [{ ticketTypeId: await site.create.ticketType({ eventId }), quantity: 1 }]);
  expect((await scan(door, eventId, order.tickets[0]!.code)).body.verdict).toBe("admitted");
  expect((await refund(admin, order.id, wish(2500))).status).toBe(201);
});
