import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants, type Violation } from "#db/invariants.ts";
import { ledgerInvariants } from "#db/invariants/ledger.ts";
import { moneyInvariants } from "#db/invariants/money.ts";
import { captureOf, postEntries, type JournalEntry } from "#server/modules/ledger/index.ts";
import { openRefund } from "#server/modules/payments/index.ts";
import { settleRefund } from "#server/modules/payments/refunds/service.ts";
import {
  completePage,
  createSite,
  draft,
  type Client,
  type Site,
  type SiteOptions,
  paymentPageOf,
} from "#testing/site.ts";

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

const broken = async (site: Site) =>
  (await checkInvariants(site.db, [...moneyInvariants, ...ledgerInvariants])).map(({ id }: Violation) => id).sort();

/** An order's journal lines: `kind account event type cents`, in order. */
async function booksOf(site: Site, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', p.kind, e.account, e.event_id, e.item_id, e.amount_cents, e.currency) as line
    from journal_entries p join journal_lines e on e.entry_id = p.id
    where p.order_id = ${orderId} order by p.created_at, p.id, e.position`.execute(site.db);
  return rows.map(({ line }) => line);
}

const payment = (site: Site, orderId: string) =>
  sql<{ id: string }>`select id from payments where subject_id = ${orderId}`
    .execute(site.db)
    .then(({ rows }) => rows[0]!.id);

async function pay(
  site: Site,
  buyer: Client,
  lines: { ticketTypeId: number; quantity: number }[],
  outcome = "approve",
) {
  const placed = await buyer.post("/api/orders", draft(lines));
  const started = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  if (started.body.status === "redirect") await completePage(buyer, started.body.url, outcome);
  return placed.body.id;
}

test("a paid order is entered as a capture from the provider and as a sale, with each line's fee separate", async () => {
  const site = await openSite();
  const eventId = await site.create.event();
  const cheap = await site.create.ticketType({ eventId, priceCents: 2500, feeCents: 250 });
  const dear = await site.create.ticketType({ eventId, priceCents: 6000, feeCents: 0 });
  const buyer = await site.as("guest");
  const orderId = await pay(site, buyer, [
    { ticketTypeId: cheap, quantity: 2 },
    { ticketTypeId: dear, quantity: 1 },
  ]);
  expect(await booksOf(site, orderId)).toEqual([
    "capture provider 11000 USD",
    "capture buyers -11000 USD",
    "sale buyers 11000 USD",
    `sale sales ${eventId} ${cheap} -4500 USD`,
    `sale fees ${eventId} ${cheap} -500 USD`,
    `sale sales ${eventId} ${dear} -6000 USD`,
  ]);
  expect(await broken(site)).toEqual([]);
});

test("an order with nothing to pay makes no journal entries", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const orderId = await pay(site, buyer, [
    { ticketTypeId: await site.create.ticketType({ pricing: "free", priceCents: 0, feeCents: 0 }), quantity: 1 },
  ]);
  expect((await buyer.get(`/api/orders/${orderId}`)).body.status).toBe("paid");
  expect(await booksOf(site, orderId)).toEqual([]);
  expect(await broken(site)).toEqual([]);
});

test("a payment for tickets that sold out meanwhile comes and goes, and nothing is sold", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 1, priceCents: 2500 });
  const buyer = await site.as("guest");
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const started = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  const orderId = placed.body.id;
  // The order expired and someone else got its tickets, but the provider still takes the money.
  await sql`update holds set status = 'released' where holder_id = ${orderId}`.execute(site.db);
  await sql`update stock set held = 0 where held > 0`.execute(site.db);
  await sql`update orders set status = 'expired' where id = ${orderId}`.execute(site.db);
  await pay(site, await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await completePage(buyer, paymentPageOf(started), "approve");
  expect(await booksOf(site, orderId)).toEqual(["capture provider 2500 USD", "capture buyers -2500 USD"]);
  expect(await broken(site)).toEqual([]);
  await site.app.runJob("refunds");
  expect(await booksOf(site, orderId)).toEqual([
    "capture provider 2500 USD",
    "capture buyers -2500 USD",
    "money_back buyers 2500 USD",
    "money_back provider -2500 USD",
  ]);
  expect(await broken(site)).toEqual([]);
});

test("a refund that the bank returns is with the provider again, and still owed", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const ticketTypeId = await site.create.ticketType({ priceCents: 2500, feeCents: 0 });
  const orderId = await pay(site, buyer, [{ ticketTypeId, quantity: 1 }]);
  const { refundId } = await site.db.transaction().execute((tx) =>
    openRefund(site.app.deps, tx, {
      subjectId: orderId,
      amountCents: 1000,
      reason: "requested",
      orderRefundId: null,
    }),
  );
  await site.app.runJob("refunds");
  const ref = (await sql<{ ref: string }>`select provider_ref as ref from refunds`.execute(site.db)).rows[0]!.ref;
  const report = { ref, refundId, paymentId: null, amountCents: 1000 };
  for (const _ of [1, 2]) {
    await site.db
      .transaction()
      .execute((tx) => settleRefund(site.app.deps, tx, { ...report, status: "failed", failure: "account closed" }));
  }
  expect((await booksOf(site, orderId)).slice(4)).toEqual([
    "money_back buyers 1000 USD",
    "money_back provider -1000 USD",
    "money_back_failed provider 1000 USD",
    "money_back_failed buyers -1000 USD",
  ]);
  expect(await broken(site)).not.toContain("I-16");
});

test("money that a bank withdraws in a dispute is in the dispute account until the bank returns it", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const ticketTypeId = await site.create.ticketType({ priceCents: 2500, feeCents: 0 });
  const orderId = await pay(site, buyer, [{ ticketTypeId, quantity: 1 }]);
  const { rows } = await sql<{ ref: string }>`select provider_ref as ref from payments`.execute(site.db);
  const { sandbox } = site.app.services.payments;
  const dispute = await sandbox.dispute(rows[0]!.ref);
  await site.app.runJob("sandbox");
  expect((await booksOf(site, orderId)).slice(4)).toEqual(["dispute disputes 2500 USD", "dispute provider -2500 USD"]);
  expect(await broken(site)).toEqual([]);
  await sandbox.closeDispute(dispute, "won");
  await site.app.runJob("sandbox");
  expect((await booksOf(site, orderId)).slice(6)).toEqual([
    "dispute_won disputes -2500 USD",
    "dispute_won provider 2500 USD",
  ]);
  expect(await broken(site)).toEqual([]);
});

const entry = (more: Partial<JournalEntry> = {}): JournalEntry => ({
  ...captureOf({
    orderId: null,
    paymentId: "018f0000-0000-7000-8000-000000000001",
    amountCents: 2500,
    currency: "USD",
  }),
  ...more,
});

const post = (site: Site, ...entries: JournalEntry[]) =>
  site.db.transaction().execute((tx) => postEntries(tx, entries));

test("entries that don't sum to zero are refused, whoever writes them, with everything written alongside", async () => {
  const site = await openSite();
  const lopsided = entry({
    paymentId: "018f0000-0000-7000-8000-000000000002",
    lines: [{ account: "provider", eventId: null, kind: null, itemId: null, amountCents: 1 }],
  });
  await expect(post(site, entry(), lopsided)).rejects.toThrow("does not sum to zero");
  expect((await sql`select from journal_entries`.execute(site.db)).rows).toHaveLength(0);

  await post(site, entry());
  const byHand = (position: number, cents: number, currency: string) => sql`
    insert into journal_lines (entry_id, position, account, amount_cents, currency)
    select id, ${position}, 'provider', ${cents}, ${currency} from journal_entries`;
  await expect(byHand(2, 500, "USD").execute(site.db)).rejects.toThrow("does not sum to zero");
  await expect(byHand(2, 500, "TTD").execute(site.db)).rejects.toThrow("no entry in its currency");
  const orphan = sql`
    insert into journal_lines (entry_id, position, account, amount_cents, currency)
    values (gen_random_uuid(), 0, 'provider', 1, 'USD')`;
  await expect(orphan.execute(site.db)).rejects.toThrow("no entry in its currency");
  expect((await sql`select from journal_lines`.execute(site.db)).rows).toHaveLength(2);

  // Without the trigger it is written, and the invariant detects it.
  await sql`alter table journal_lines disable trigger journal_lines_balance`.execute(site.db);
  await byHand(2, 500, "USD").execute(site.db);
  expect(await broken(site)).toContain("I-15");
});

test("journal entries can't be changed or deleted", async () => {
  const site = await openSite();
  await post(site, entry());
  for (const statement of [
    sql`update journal_lines set amount_cents = amount_cents * 2`,
    sql`delete from journal_lines`,
    sql`truncate journal_lines`,
    sql`update journal_entries set currency = 'TTD'`,
    sql`delete from journal_entries`,
    sql`truncate journal_entries, journal_lines`,
  ]) {
    await expect(statement.execute(site.db)).rejects.toThrow("only ever added to");
  }
  // Without the triggers, such a statement works.
  await sql`alter table journal_lines disable trigger user`.execute(site.db);
  await sql`update journal_lines set amount_cents = amount_cents + 1 where position = 0`.execute(site.db);
  expect(await broken(site)).toContain("I-15");
});

test("the same effect is never posted twice", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const orderId = await pay(site, buyer, [
    { ticketTypeId: await site.create.ticketType({ priceCents: 2500, feeCents: 0 }), quantity: 1 },
  ]);
  const again = captureOf({ orderId, paymentId: await payment(site, orderId), amountCents: 2500, currency: "USD" });
  await expect(post(site, again)).rejects.toThrow("journal_entries_capture");
  expect(await booksOf(site, orderId)).toHaveLength(4);
  // Without the index, it counts as money that nobody paid.
  await sql`drop index journal_entries_capture`.execute(site.db);
  await post(site, again);
  expect(await broken(site)).toEqual(["I-16", "I-36"]);
});
