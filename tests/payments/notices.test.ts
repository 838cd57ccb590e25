import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { Courier } from "#server/modules/payments/index.ts";
import { completePage, createSite, draft, type Client, type Site, type SiteOptions } from "#tests/kit/site.ts";

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
  return { orderId: placed.body.id as string, url: payment.body.url as string };
}

const orderOf = async (buyer: Client, orderId: string) => (await buyer.get(`/api/orders/${orderId}`)).body;

/** Everything that a payment may leave behind, counted. */
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

test("with every notice lost the order still settles by look-up", async () => {
  const lost: Courier = async () => false;
  const site = await openSite({ courier: lost });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.make.ticketType());
  await completePage(buyer, url, "approve");
  expect((await orderOf(buyer, orderId)).status).toBe("paying");
  await sql`update payments set next_check_at = clock_now()`.execute(site.db);
  await site.app.sweep("payments");
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "paid" });
  expect(await traces(site, orderId)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0, sentBack: 0 });
});

test("a notice that comes late finds its order, and the sandbox repeats one that failed", async () => {
  const held: (() => Promise<boolean>)[] = [];
  const site = await openSite({ courier: async (send) => (held.push(send), false) });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.make.ticketType());
  await completePage(buyer, url, "approve");
  expect((await orderOf(buyer, orderId)).status).toBe("paying");
  expect(await held[0]!()).toBe(true);
  expect((await orderOf(buyer, orderId)).status).toBe("paid");

  await sql`update sandbox.deliveries set next_attempt_at = clock_now()`.execute(site.db);
  await site.app.sweep("sandbox");
  expect(held).toHaveLength(2);
});

test("a hundred copies of one notice over two nodes at once have one effect", async () => {
  const copies: (() => Promise<boolean>)[] = [];
  const copying: Courier = async (send) => (copies.push(send), false);
  const first = await openSite({ courier: copying });
  const second = await openSite({ courier: copying, database: first.database });
  const buyer = await first.as("guest");
  const { orderId, url } = await holdAndOpen(first, buyer, await first.make.ticketType(), 3);
  await completePage(buyer, url, "approve");
  await sql`update sandbox.deliveries set next_attempt_at = clock_now()`.execute(first.db);
  await second.app.sweep("sandbox");
  expect(copies).toHaveLength(2);

  const arrivals = await Promise.all(Array.from({ length: 100 }, (_, index) => copies[index % 2]!()));
  expect(arrivals.every(Boolean)).toBe(true);
  expect(await traces(first, orderId)).toEqual({ tickets: 3, mails: 1, captured: 1, refunds: 0, sentBack: 0 });
  const { rows } = await sql`select processed_at is not null as done from webhook_inbox`.execute(first.db);
  expect(rows).toEqual([{ done: true }]);
});

test("negative control: without the guard on the payment's state a repeated notice issues tickets again", async () => {
  const copies: (() => Promise<boolean>)[] = [];
  const site = await openSite({ courier: async (send) => (copies.push(send), false) });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.make.ticketType());
  await completePage(buyer, url, "approve");
  await copies[0]!();
  // The guards: the payment is captured, the order is paid, both are in the books, its hold is sold, its line has its
  // tickets, its mail exists.
  await sql`drop index ledger_postings_capture, ledger_postings_sale`.execute(site.db);
  await sql`alter table tickets drop constraint tickets_order_line_id_position_key`.execute(site.db);
  await sql`alter table orders disable trigger user`.execute(site.db);
  await sql`update payments set status = 'open', captured_cents = null`.execute(site.db);
  await sql`update orders set status = 'paying', paid_at = null`.execute(site.db);
  await sql`update holds set state = 'active'`.execute(site.db);
  await sql`update stock set held = sold, sold = 0`.execute(site.db);
  await copies[0]!();
  expect((await traces(site, orderId)).tickets).toBe(2);
});

test("a notice whose look-up fails is stored and worked on later", async () => {
  let broken = true;
  const site = await openSite({
    wrapProvider: (provider) => ({
      ...provider,
      findSession: (ref) => (broken ? Promise.reject(new Error("the provider is down")) : provider.findSession(ref)),
    }),
  });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.make.ticketType());
  expect((await completePage(buyer, url, "approve")).status).toBe(200);
  const { rows } = await sql`select processed_at from webhook_inbox`.execute(site.db);
  expect(rows).toEqual([{ processed_at: null }]);
  broken = false;
  await sql`update webhook_inbox set next_attempt_at = clock_now()`.execute(site.db);
  await site.app.sweep("webhooks");
  expect((await orderOf(buyer, orderId)).status).toBe("paid");
});

test("a declined card leaves the page open and the stock set aside; the next card pays", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.make.ticketType({ capacity: 1 }));
  const declined = await completePage(buyer, url, "decline");
  expect(declined.body).toEqual({ state: "declined", redirectUrl: null });
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "paying", tickets: [] });
  await completePage(buyer, url, "approve");
  expect((await orderOf(buyer, orderId)).status).toBe("paid");
});

test("leaving the page gives the order back to its buyer, who can pay again", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.make.ticketType());
  const left = await completePage(buyer, url, "cancel");
  expect(left.body.redirectUrl).toContain(`/checkout?order=${orderId}`);
  expect((await orderOf(buyer, orderId)).status).toBe("awaiting_payment");
  const again = await buyer.post(`/api/orders/${orderId}/payment`);
  expect(again.body.url).not.toBe(url);
  await completePage(buyer, again.body.url, "approve");
  expect((await orderOf(buyer, orderId)).status).toBe("paid");
});

/** An order whose money is on its way when its time is over, and the site as it is after that. */
async function payLate(capacity: number) {
  const site = await openSite();
  const ticketTypeId = await site.make.ticketType({ capacity });
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, ticketTypeId);
  await completePage(buyer, url, "approve_late");
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "paying", payment: { status: "processing" } });
  const future = await openSite({ database: site.database, clockOffset: "11 minutes" });
  await future.app.sweep("payments");
  expect((await orderOf(buyer, orderId)).status).toBe("expired");
  return { site, future, ticketTypeId, buyer, orderId };
}

test("money that arrives after the hold lapsed buys the tickets while there are some", async () => {
  const { site, future, buyer, orderId } = await payLate(1);
  await future.app.sweep("sandbox");
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "paid" });
  expect(await traces(site, orderId)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0, sentBack: 0 });
});

test("money that arrives after the last ticket went to somebody else goes back, with a mail", async () => {
  const { site, future, ticketTypeId, buyer, orderId } = await payLate(1);
  const other = await future.as("guest");
  expect((await future.buy(other, [{ ticketTypeId, quantity: 1 }])).body.status).toBe("paid");
  await future.app.sweep("sandbox");
  expect(await orderOf(buyer, orderId)).toMatchObject({
    status: "expired",
    payment: { status: "refunding" },
    tickets: [],
  });
  await future.app.sweep("refunds");
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "expired", payment: { status: "refunded" } });
  expect(await traces(site, orderId)).toEqual({ tickets: 0, mails: 1, captured: 0, refunds: 1, sentBack: 1 });
  await future.app.sweep("mail");
  const { rows } = await sql<{
    subject: string;
  }>`select subject from emails where topic->>'orderId' = ${orderId}`.execute(site.db);
  expect(rows[0]!.subject).toBe("We sent $25.00 back to you");
});

test("money of the wrong amount is not taken for the order", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.make.ticketType());
  await sql`update sandbox.sessions set amount_cents = 1`.execute(site.db);
  await completePage(buyer, url, "approve");
  expect(await orderOf(buyer, orderId)).toMatchObject({
    status: "awaiting_payment",
    payment: { status: "refunding" },
    tickets: [],
  });
  await site.app.sweep("refunds");
  expect(await traces(site, orderId)).toMatchObject({ tickets: 0, refunds: 1, sentBack: 1 });
});

test("money in another currency is not taken for the order and goes back, and the buyer can pay again", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const { orderId, url } = await holdAndOpen(site, buyer, await site.make.ticketType());
  await sql`update sandbox.sessions set currency = 'EUR'`.execute(site.db);
  await completePage(buyer, url, "approve");
  expect(await orderOf(buyer, orderId)).toMatchObject({
    status: "awaiting_payment",
    payment: { status: "refunding" },
    tickets: [],
  });
  await site.app.sweep("refunds");
  expect(await traces(site, orderId)).toEqual({ tickets: 0, mails: 1, captured: 0, refunds: 1, sentBack: 1 });
  const again = await buyer.post(`/api/orders/${orderId}/payment`);
  await completePage(buyer, again.body.url, "approve");
  expect(await orderOf(buyer, orderId)).toMatchObject({ status: "paid", tickets: [{ status: "valid" }] });
});

test("paying in two tabs at once opens one page and takes the money once", async () => {
  const site = await openSite();
  const buyer = await site.as("guest");
  const { body } = await buyer.post(
    "/api/orders",
    draft([{ ticketTypeId: await site.make.ticketType(), quantity: 1 }]),
  );
  const pages = await Promise.all([1, 2, 3].map(() => buyer.post(`/api/orders/${body.id}/payment`)));
  expect(new Set(pages.map((page) => page.body.url)).size).toBe(1);
  const presses = await Promise.all(pages.map((page) => completePage(buyer, page.body.url, "approve")));
  expect(presses.map((press) => press.status).toSorted()).toEqual([200, 409, 409]);
  expect(await traces(site, body.id)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0, sentBack: 0 });
});

test("a provider that does not answer leaves the order as it is, and the same call goes on later", async () => {
  let broken = true;
  const site = await openSite({
    wrapProvider: (provider) => ({
      ...provider,
      openSession: async (request) => {
        // It does what it was asked and then does not answer, the first time.
        const opened = await provider.openSession(request);
        if (broken) throw new Error("time-out");
        return opened;
      },
    }),
  });
  const buyer = await site.as("guest");
  const { body } = await buyer.post(
    "/api/orders",
    draft([{ ticketTypeId: await site.make.ticketType(), quantity: 1 }]),
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
