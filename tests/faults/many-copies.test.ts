import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { moneyInvariants } from "#db/invariants/money.ts";
import type { Courier } from "#server/modules/payments/index.ts";
import { sabotage } from "#testing/sabotage.ts";
import {
  completePage,
  createSite,
  draft,
  type Client,
  type Site,
  type SiteOptions,
  paymentPageOf,
} from "#testing/site.ts";
import { isFull, report } from "./kit/progress.ts";
import { traces } from "#tests/reconciliation/kit.ts";

const rounds = isFull ? 200 : 1;

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

type Copies = (() => Promise<boolean>)[];
const keeping =
  (copies: Copies): Courier =>
  async (send) => (copies.push(send), false);

async function holdAndOpen(buyer: Client, ticketTypeId: number, quantity = 1) {
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity }]));
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  return { orderId: placed.body.id, url: paymentPageOf(payment) };
}

/** Two nodes that hold back the provider's webhook events. */
async function openNodes(options: SiteOptions = {}) {
  const copies: Copies = [];
  const first = await openSite({ ...options, courier: keeping(copies) });
  const second = await openSite({ ...options, courier: keeping(copies), database: first.database });
  return { first, second, copies };
}

/** An order that was paid at the provider, with its webhook event held back in a copy for each of two nodes. */
async function heldBack({ first, second, copies }: Awaited<ReturnType<typeof openNodes>>) {
  // Drops what was held back for an earlier order.
  copies.splice(0);
  await sql`delete from sandbox.deliveries`.execute(first.db);
  const buyer = await first.as("guest");
  const { orderId, url } = await holdAndOpen(buyer, await first.create.ticketType(), 3);
  await completePage(buyer, url, "approve");
  await sql`update sandbox.deliveries set next_attempt_at = clock_now()`.execute(first.db);
  await second.app.runJob("sandbox");
  expect(copies).toHaveLength(2);
  return { first, second, buyer, orderId, copies };
}

test(
  `a thousand copies of one webhook event on two nodes, racing the buyer's return and the lookup, have one effect (${rounds} times)`,
  { timeout: isFull ? 3_600_000 : 60_000 },
  async () => {
    const nodes = await openNodes();
    for (let round = 1; round <= rounds; round++) {
      await deliverThousands(await heldBack(nodes));
      expect(await captures(nodes.first)).toBe(round);
      report("a thousand copies", { done: round, of: rounds, unit: "orders", violations: 0 });
    }
    expect(await checkInvariants(nodes.first.db, moneyInvariants)).toEqual([]);
  },
);

async function deliverThousands({ first, second, buyer, orderId, copies }: Awaited<ReturnType<typeof heldBack>>) {
  await sql`update payments set next_check_at = clock_now() where subject_id = ${orderId}`.execute(first.db);
  const there = second.clientOf(buyer);
  const arrivals = Array.from({ length: 1000 }, (_, index) => copies[index % 2]!());
  const returns = Array.from({ length: 40 }, (_, index) => {
    const who = index % 2 === 0 ? buyer : there;
    return index % 4 === 0 ? who.post(`/api/orders/${orderId}/payment`) : who.get(`/api/orders/${orderId}`);
  });
  const jobRuns = [first, second].map((node) => node.app.runJob("payments"));
  expect((await Promise.all(arrivals)).every(Boolean)).toBe(true);
  expect((await Promise.all(returns)).map(({ status }) => status)).toEqual(returns.map(() => 200));
  await Promise.all(jobRuns);
  expect(await traces(first, orderId)).toEqual({ tickets: 3, mails: 1, captured: 1, refunds: 0 });
}

async function captures(site: Site): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from journal_entries where kind = 'capture'`.execute(site.db);
  return rows[0]!.count;
}

test("negative control: without the inbox's key the copies are stored again and again", async () => {
  // Keeps the statement's last parameter, which would go with the clause.
  const forgetful = sabotage([
    /on conflict[\s\S]*?(\$\d+)\s*$/,
    "returning $1::boolean",
    { in: "insert into webhook_inbox" },
  ]);
  const { first, copies } = await heldBack(await openNodes({ rewriteSql: forgetful }));
  await sql`alter table webhook_inbox drop constraint webhook_inbox_pkey`.execute(first.db);
  // One after the other, because coalescing would merge the copies of one batch.
  for (let copy = 0; copy < 4; copy++) await copies[copy % 2]!();
  const broken = await checkInvariants(first.db, moneyInvariants);
  expect(broken.map(({ id }) => id)).toContain("I-47");
});

test("negative control: ignoring a payment's status and without the ledger's index, money is captured many times", async () => {
  const always = sabotage([
    " status, amount_cents",
    " 'open' as status, amount_cents",
    { in: ["from payments where id = any", "for update"] },
  ]);
  const { first, copies } = await heldBack(await openNodes({ rewriteSql: always }));
  await sql`drop index journal_entries_capture`.execute(first.db);
  for (let copy = 0; copy < 4; copy++) await copies[copy % 2]!();
  expect(await captures(first)).toBeGreaterThan(1);
});

/** An order with two open pages at the provider: the first is canceled in our database, not at the provider. */
async function twoTabs(options: SiteOptions = {}) {
  const site = await openSite(options);
  const other = await openSite({ ...options, database: site.database });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(buyer, await site.create.ticketType(), 2);
  await sql`update payments set status = 'canceled' where subject_id = ${orderId}`.execute(site.db);
  await sql`
    update holds h set expires_at = o.hold_expires_at from orders o where o.id = h.holder_id and o.id = ${orderId}`.execute(
    site.db,
  );
  await sql`update orders set status = 'awaiting_payment' where id = ${orderId}`.execute(site.db);
  const again = await buyer.post(`/api/orders/${orderId}/payment`);
  expect(paymentPageOf(again)).not.toBe(url);
  const pay = () =>
    Promise.all([
      completePage(buyer, url, "approve"),
      completePage(other.clientOf(buyer), paymentPageOf(again), "approve"),
    ]);
  // A separate reader, unaffected by guards removed from the site.
  const reader = await openSite({ database: site.database });
  return { site, reader, buyer, orderId, pay };
}

test("two tabs pay one order: it is paid once, and the other payment is refunded automatically with an email", async () => {
  const { site, buyer, orderId, pay } = await twoTabs();
  expect((await pay()).map(({ status }) => status)).toEqual([200, 200]);
  expect((await buyer.get(`/api/orders/${orderId}`)).body).toMatchObject({ status: "paid" });
  // If both came at the same moment, one of the webhook events had to wait.
  await sql`update webhook_inbox set next_attempt_at = clock_now()`.execute(site.db);
  await site.app.runJob("webhooks");
  await site.app.runJob("refunds");
  expect(await traces(site, orderId)).toEqual({ tickets: 2, mails: 2, captured: 1, refunds: 1 });
  const { rows } = await sql`
    select r.reason, r.status, r.amount_cents as cents, p.status as payment from refunds r
    join payments p on p.id = r.payment_id`.execute(site.db);
  expect(rows).toEqual([{ reason: "paid_twice", status: "done", cents: 5000, payment: "refunded" }]);
  expect(await checkInvariants(site.db, moneyInvariants)).toEqual([]);
});

test("negative control: without the guards on a second capture one order keeps two payments", async () => {
  const blind = sabotage(
    ["and status = 'captured'", "and status = 'captured' and false"],
    ["x.captured_cents is not null)", "x.captured_cents is not null and false)"],
  );
  const { reader, orderId, pay } = await twoTabs({ rewriteSql: blind });
  await sql`drop index payments_one_capture`.execute(reader.db);
  await pay();
  expect((await traces(reader, orderId)).captured).toBe(2);
  expect((await checkInvariants(reader.db, moneyInvariants)).map(({ id }) => id)).toContain("I-13");
});

test("two hundred orders without any webhook event are all paid half a minute later, and a refund completes too", async () => {
  const lost: Courier = async () => false;
  const site = await openSite({ courier: lost });
  const ticketTypeId = await site.create.ticketType({ capacity: 300 });
  const buyers = await Promise.all(Array.from({ length: 50 }, () => site.as("guest")));
  await Promise.all(
    buyers.map(async (buyer) => {
      for (let n = 0; n < 4; n++) {
        const { url } = await holdAndOpen(buyer, ticketTypeId);
        expect((await completePage(buyer, url, "approve")).status).toBe(200);
      }
    }),
  );
  const count = async () => {
    const { rows } = await sql<{ paid: number; tickets: number; mails: number }>`
      select (select count(*)::integer from orders where status = 'paid') as paid,
        (select count(*)::integer from tickets) as tickets, (select count(*)::integer from emails) as mails`.execute(
      site.db,
    );
    return rows[0]!;
  };
  expect(await count()).toEqual({ paid: 0, tickets: 0, mails: 0 });
  // The job runs every five seconds; a payment is looked up after twenty seconds without news.
  const later = await openSite({ database: site.database, courier: lost, clockOffset: "30 seconds" });
  await later.app.runJob("payments");
  expect(await count()).toEqual({ paid: 200, tickets: 200, mails: 200 });

  await sql`update sandbox.sessions set refund_outcome = 'pending'`.execute(site.db);
  await sql`
    insert into refunds (id, payment_id, amount_cents, reason)
    select gen_random_uuid(), id, amount_cents, 'paid_twice' from payments limit 1`.execute(site.db);
  await later.app.runJob("refunds");
  await sql`update sandbox.refunds set status = 'done'`.execute(site.db);
  const latest = await openSite({ database: site.database, courier: lost, clockOffset: "2 minutes" });
  await latest.app.runJob("refunds");
  const { rows } = await sql`select status from refunds`.execute(site.db);
  expect(rows).toEqual([{ status: "done" }]);
}, 60_000);

test("with jobs running, a payment too late for the last ticket is refunded with an email within a minute", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 1 });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(buyer, ticketTypeId);
  await completePage(buyer, url, "approve_late");
  const future = await openSite({ database: site.database, clockOffset: "11 minutes" });
  await future.app.runJob("payments");
  const other = await future.as("guest");
  expect((await future.buy(other, [{ ticketTypeId, quantity: 1 }])).body.status).toBe("paid");
  await openSite({ database: site.database, clockOffset: "11 minutes", jobs: true });
  const took = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from r.done_at - p.captured_at)::float8 as seconds from refunds r
      join payments p on p.id = r.payment_id where p.subject_id = ${orderId} and r.status = 'done'
        and exists (select from emails where kind = 'money_returned' and topic->>'orderId' = ${orderId})`.execute(
      site.db,
    );
    return rows[0]?.seconds;
  };
  await expect.poll(took, { timeout: 55_000, interval: 250 }).toBeLessThan(60);
  expect(await traces(site, orderId)).toMatchObject({ tickets: 0, captured: 0, refunds: 1 });
}, 70_000);
