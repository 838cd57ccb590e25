import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { Courier } from "#server/modules/payments/index.ts";
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

async function holdAndOpen(site: Site, buyer: Client, ticketTypeId: number, quantity = 1) {
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity }]));
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  return { orderId: placed.body.id, url: paymentPageOf(payment) };
}

const orderOf = async (buyer: Client, orderId: string) => (await buyer.get(`/api/orders/${orderId}`)).body;

/** Counts of everything that a payment can leave behind. */
async function traces(site: Site, orderId: string) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from tickets where order_id = ${orderId}) as tickets,
      (select count(*)::integer from emails where topic->>'orderId' = ${orderId}) as mails,
      (select count(*)::integer from payments where subject_id = ${orderId} and status = 'captured') as captured,
      (select count(*)::integer from refunds r join payments p on p.id = r.payment_id where p.subject_id = ${orderId}) as refunds,
      (select count(*)::integer from sandbox.refunds r join sandbox.sessions s on s.ref = r.session_ref
       join payments p on p.id = s.merchant_ref where p.subject_id = ${orderId}) as "sentBack"`.execute(site.db);
  return rows[0]!;
}

test("if every webhook event is lost, a lookup still settles the order", async () => {
  const lost: Courier = async () => false;
  const site = await openSite({ courier: lost });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.create.ticketType());
  await completePage(buyer, url, "approve");
  expect((await orderOf(buyer, orderId)).status).toBe("paying");
  await sql`update payments set next_check_at = clock_now()`.execute(site.db);
  await site.app.runJob("payments");
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "paid" });
  expect(await traces(site, orderId)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0, sentBack: 0 });
});

test("a late webhook event settles its order, and the sandbox repeats one that failed", async () => {
  const held: (() => Promise<boolean>)[] = [];
  const site = await openSite({ courier: async (send) => (held.push(send), false) });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.create.ticketType());
  await completePage(buyer, url, "approve");
  expect((await orderOf(buyer, orderId)).status).toBe("paying");
  expect(await held[0]!()).toBe(true);
  expect((await orderOf(buyer, orderId)).status).toBe("paid");

  await sql`update sandbox.deliveries set next_attempt_at = clock_now()`.execute(site.db);
  await site.app.runJob("sandbox");
  expect(held).toHaveLength(2);
});

test("a hundred copies of one webhook event on two nodes at once have one effect", async () => {
  const copies: (() => Promise<boolean>)[] = [];
  const copying: Courier = async (send) => (copies.push(send), false);
  const first = await openSite({ courier: copying });
  const second = await openSite({ courier: copying, database: first.database });
  const buyer = await first.as("guest");
  const { orderId, url } = await holdAndOpen(first, buyer, await first.create.ticketType(), 3);
  await completePage(buyer, url, "approve");
  await sql`update sandbox.deliveries set next_attempt_at = clock_now()`.execute(first.db);
  await second.app.runJob("sandbox");
  expect(copies).toHaveLength(2);

  const arrivals = await Promise.all(Array.from({ length: 100 }, (_, index) => copies[index % 2]!()));
  expect(arrivals.every(Boolean)).toBe(true);
  expect(await traces(first, orderId)).toEqual({ tickets: 3, mails: 1, captured: 1, refunds: 0, sentBack: 0 });
  const { rows } = await sql`select processed_at is not null as done from webhook_inbox`.execute(first.db);
  expect(rows).toEqual([{ done: true }]);
});

test("negative control: without the guard on the payment's status a repeated webhook event issues tickets again", async () => {
  const copies: (() => Promise<boolean>)[] = [];
  const site = await openSite({ courier: async (send) => (copies.push(send), false) });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.create.ticketType());
  await completePage(buyer, url, "approve");
  await copies[0]!();
  // The guards: the payment is captured, the order is paid, both are in the ledger, its hold is sold, its line has its
  // tickets, its email exists.
  await sql`drop index journal_entries_capture, journal_entries_sale`.execute(site.db);
  await sql`alter table tickets drop constraint tickets_order_line_id_position_key`.execute(site.db);
  await sql`alter table orders disable trigger user`.execute(site.db);
  await sql`update payments set status = 'open', captured_cents = null`.execute(site.db);
  await sql`update orders set status = 'paying', paid_at = null`.execute(site.db);
  await sql`update holds set status = 'active'`.execute(site.db);
  await sql`update stock set held = sold, sold = 0`.execute(site.db);
  await copies[0]!();
  expect((await traces(site, orderId)).tickets).toBe(2);
});

test("a webhook event whose lookup fails is stored and processed later", async () => {
  let broken = true;
  const site = await openSite({
    wrapProvider: (provider) => ({
      ...provider,
      findSession: (ref) => (broken ? Promise.reject(new Error("the provider is down")) : provider.findSession(ref)),
    }),
  });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.create.ticketType());
  expect((await completePage(buyer, url, "approve")).status).toBe(200);
  const { rows } = await sql`select processed_at from webhook_inbox`.execute(site.db);
  expect(rows).toEqual([{ processed_at: null }]);
  broken = false;
  await sql`update webhook_inbox set next_attempt_at = clock_now()`.execute(site.db);
  await site.app.runJob("webhooks");
  expect((await orderOf(buyer, orderId)).status).toBe("paid");
});

test("a declined card leaves the page open and the stock held; the next card pays", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.create.ticketType({ capacity: 1 }));
  const declined = await completePage(buyer, url, "decline");
  expect(declined.body).toEqual({ status: "declined", redirectUrl: null });
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "paying", tickets: [] });
  await completePage(buyer, url, "approve");
  expect((await orderOf(buyer, orderId)).status).toBe("paid");
});

test("a buyer who leaves the page keeps the order and can pay again", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.create.ticketType());
  const left = await completePage(buyer, url, "cancel");
  expect(left.body.redirectUrl).toContain(`/checkout?order=${orderId}`);
  expect((await orderOf(buyer, orderId)).status).toBe("awaiting_payment");
  const again = await buyer.post(`/api/orders/${orderId}/payment`);
  expect(paymentPageOf(again)).not.toBe(url);
  await completePage(buyer, paymentPageOf(again), "approve");
  expect((await orderOf(buyer, orderId)).status).toBe("paid");
});

/** An order that expired while its payment was processing, and the site after that. */
async function payLate(capacity: number) {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, ticketTypeId);
  await completePage(buyer, url, "approve_late");
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "paying", payment: { status: "processing" } });
  const future = await openSite({ database: site.database, clockOffset: "11 minutes" });
  await future.app.runJob("payments");
  expect((await orderOf(buyer, orderId)).status).toBe("expired");
  return { site, future, ticketTypeId, buyer, orderId };
}

test("a payment that arrives after the hold expired buys the tickets if any are left", async () => {
  const { site, future, buyer, orderId } = await payLate(1);
  await future.app.runJob("sandbox");
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "paid" });
  expect(await traces(site, orderId)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0, sentBack: 0 });
});

test("a payment that arrives after someone else got the last ticket is refunded, with an email", async () => {
  const { site, future, ticketTypeId, buyer, orderId } = await payLate(1);
  const other = await future.as("guest");
  expect((await future.buy(other, [{ ticketTypeId, quantity: 1 }])).body.status).toBe("paid");
  await future.app.runJob("sandbox");
  expect(await orderOf(buyer, orderId)).toMatchObject({
    status: "expired",
    payment: { status: "refunding" },
    tickets: [],
  });
  await future.app.runJob("refunds");
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "expired", payment: { status: "refunded" } });
  expect(await traces(site, orderId)).toEqual({ tickets: 0, mails: 1, captured: 0, refunds: 1, sentBack: 1 });
  await future.app.runJob("mail");
  const { rows } = await sql<{
    subject: string;
  }>`select subject from emails where topic->>'orderId' = ${orderId}`.execute(site.db);
  expect(rows[0]!.subject).toBe("We refunded you $25.00");
});

test("a payment of the wrong amount doesn't pay the order", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.create.ticketType());
  await sql`update sandbox.sessions set amount_cents = 1`.execute(site.db);
  await completePage(buyer, url, "approve");
  expect(await orderOf(buyer, orderId)).toMatchObject({
    status: "awaiting_payment",
    payment: { status: "refunding" },
    tickets: [],
  });
  await site.app.runJob("refunds");
  expect(await traces(site, orderId)).toMatchObject({ tickets: 0, refunds: 1, sentBack: 1 });
});

test("a payment in another currency doesn't pay the order and is refunded, and the buyer can pay again", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.create.ticketType());
  await sql`update sandbox.sessions set currency = 'EUR'`.execute(site.db);
  await completePage(buyer, url, "approve");
  expect(await orderOf(buyer, orderId)).toMatchObject({
    status: "awaiting_payment",
    payment: { status: "refunding" },
    tickets: [],
  });
  await site.app.runJob("refunds");
  expect(await traces(site, orderId)).toEqual({ tickets: 0, mails: 1, captured: 0, refunds: 1, sentBack: 1 });
  const again = await buyer.post(`/api/orders/${orderId}/payment`);
  await completePage(buyer, paymentPageOf(again), "approve");
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "paid", tickets: [{ status: "valid" }] });
});

test("paying in two tabs at once opens one page and charges once", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const { body } = await buyer.post(
    "/api/orders",
    draft([{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]),
  );
  const pages = await Promise.all([1, 2, 3].map(() => buyer.post(`/api/orders/${body.id}/payment`)));
  expect(new Set(pages.map((page) => paymentPageOf(page))).size).toBe(1);
  const presses = await Promise.all(pages.map((page) => completePage(buyer, paymentPageOf(page), "approve")));
  expect(presses.map((press) => press.status).toSorted()).toEqual([200, 409, 409]);
  expect(await traces(site, body.id)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0, sentBack: 0 });
});

test("if the provider doesn't respond, the order stays as is, and repeating the call continues later", async () => {
  let broken = true;
  const site = await openSite({
    wrapProvider: (provider) => ({
      ...provider,
      openSession: async (request) => {
        // The first time it carries out the request and then fails to respond.
        const opened = await provider.openSession(request);
        if (broken) throw new Error("time-out");
        return opened;
      },
    }),
  });
  const buyer = await site.as("guest");
  const { body } = await buyer.post(
    "/api/orders",
    draft([{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]),
  );
  const key = { "idempotency-key": "pay-once" };
  const failed = await buyer.post(`/api/orders/${body.id}/payment`, {}, key);
  expect(failed).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(failed.headers["retry-after"]).toBeDefined();
  broken = false;
  const opened = await buyer.post(`/api/orders/${body.id}/payment`, {}, key);
  expect(opened.status).toBe(200);
  expect((await buyer.post(`/api/orders/${body.id}/payment`, {}, key)).text).toBe(opened.text);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from sandbox.sessions`.execute(
    site.db,
  );
  expect(rows[0]!.count).toBe(1);
});
