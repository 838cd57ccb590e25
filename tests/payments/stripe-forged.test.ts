import { paymentPageOf } from "#testing/site.ts";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { PaymentProvider } from "#server/modules/payments/index.ts";
import { createStripeSite, openOrder, type StripeSite } from "./stripe-kit.ts";

const sites: StripeSite[] = [];
async function openSite(options: Parameters<typeof createStripeSite>[0] = {}) {
  const site = await createStripeSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

type Order = Awaited<ReturnType<typeof openOrder>>;

const post = (site: StripeSite, payload: string, signature: string | undefined, more: Record<string, string> = {}) =>
  site.app.server.inject({
    method: "POST",
    url: "/api/payments/webhooks/stripe",
    headers: {
      "content-type": "application/json",
      ...(signature === undefined ? {} : { "stripe-signature": signature }),
      ...more,
    },
    payload,
  });

/** Everything that a payment could change, as text. */
async function state(site: StripeSite): Promise<string> {
  const { rows } = await sql`
    select (select json_agg(p order by id) from (select id, status, captured_cents from payments) p) as payments,
      (select json_agg(o order by id) from (select id, status, paid_at from orders) o) as orders,
      (select json_agg(t order by id) from (select id, status, frozen_since from tickets) t) as tickets,
      (select json_agg(r order by id) from refunds r) as refunds, (select json_agg(d order by id) from disputes d) as disputes,
      (select json_agg(s order by id) from stock s) as stock, (select count(*) from emails) as mails,
      (select count(*) from journal_entries) as entries`.execute(site.db);
  return JSON.stringify(rows);
}

const paidLie = (order: Order, more: object = {}) => ({
  id: order.session,
  object: "checkout.session",
  status: "complete",
  payment_status: "paid",
  amount_total: 2500,
  currency: "usd",
  metadata: {},
  ...more,
});

/** Forged webhook events: the body and how it is signed. `order` is unpaid and `other` was paid by someone else. */
function forgeries(
  site: StripeSite,
  order: Order,
  other: Order,
): [what: string, body: string, signature: string | undefined][] {
  const { webhookEvents, ledger } = site.stripe;
  const now = Math.floor(Date.now() / 1000);
  const body = webhookEvents.bodyOf("checkout.session.completed", paidLie(order));
  const forge = (type: string, object: object, more: object = {}) => webhookEvents.bodyOf(type, object, more);
  const signed = (text: string) => webhookEvents.sign(text);
  const types = ["checkout.session.completed", "checkout.session.async_payment_succeeded", "checkout.session.expired"];
  const unsigned: [string, string, string | undefined][] = [
    ["no signature", body, undefined],
    ["an empty signature", body, ""],
    ["an empty signature value", body, "t=,v1="],
    ["plain words as a signature", body, "trust me"],
    ["another secret", body, webhookEvents.sign(body, "whsec_of_somebody")],
    ["an empty secret", body, webhookEvents.sign(body, " ")],
    ["another body under a true signature", body.replace(order.session, other.session), signed(body)],
    ["one byte more", `${body} `, signed(body)],
    ["one byte less", body.slice(0, -1), signed(body)],
    ["the old scheme", body, signed(body).replace("v1=", "v0=")],
    ["a signature in capitals", body, signed(body).toUpperCase()],
    ["half a signature", body, signed(body).slice(0, -8)],
    ["signed six minutes ago", body, webhookEvents.sign(body, undefined, now - 360)],
    ["signed three days ago", body, webhookEvents.sign(body, undefined, now - 259_200)],
    ["signed an hour in the future", body, webhookEvents.sign(body, undefined, now + 3600)],
    ["another time under a true signature", body, signed(body).replace(/t=\d+/, `t=${now - 1}`)],
    ["live mode with a test key", ...own(forge("checkout.session.completed", paidLie(order), { livemode: true }))],
    ["another account", ...own(forge("checkout.session.completed", paidLie(order), { account: "acct_other" }))],
    ["no object", ...own(JSON.stringify({ id: "evt_x", object: "event", livemode: false, type: types[0], data: {} }))],
    ["a body that isn't JSON", ...own("paid=true")],
    ["an empty body", ...own("")],
    [
      "no id",
      ...own(JSON.stringify({ object: "event", livemode: false, type: types[0], data: { object: paidLie(order) } })),
    ],
  ];
  // Correctly signed and still a lie: only what we fetch from the processor counts.
  const lies: [string, string, string | undefined][] = [
    ...types
      .slice(0, 2)
      .map((type): [string, string, string] => [`${type} of an open session`, ...own(forge(type, paidLie(order)))]),
    [
      "another order's paid session for this one",
      ...own(forge(types[0]!, paidLie(other, { metadata: ledger.session(order.session).metadata }))),
    ],
    ["a session that does not exist", ...own(forge(types[0]!, paidLie(order, { id: "cs_test_made_up" })))],
    ["a path traversal", ...own(forge(types[0]!, paidLie(order, { id: "../refunds" })))],
    ["a refund that does not exist", ...own(forge("refund.updated", { id: "re_made_up", status: "succeeded" }))],
    ["a dispute that does not exist", ...own(forge("charge.dispute.closed", { id: "dp_made_up", status: "lost" }))],
    ["an expiry of an open session", ...own(forge("checkout.session.expired", paidLie(order, { status: "expired" })))],
    ["an event of an unexpected kind", ...own(forge("payout.paid", { id: "po_1" }))],
  ];
  return [...unsigned, ...lies.map(([what, ...rest]): (typeof lies)[number] => [`signed: ${what}`, ...rest])];
  function own(text: string): [string, string] {
    return [text, signed(text)];
  }
}

/** An unpaid order, and one paid by someone else. */
async function scene(options: Parameters<typeof createStripeSite>[0] = {}) {
  const site = await openSite(options);
  const other = await openOrder(site);
  await site.stripe.pay(other.session);
  const order = await openOrder(site);
  return { site, order, other };
}

test("more than thirty forged webhook events change nothing, and every rejected one is logged", async () => {
  const { site, order, other } = await scene();
  const logged: string[] = [];
  site.app.deps.log.warn = (about: { security?: string }) => {
    if (about.security !== undefined) logged.push(about.security);
  };
  const before = await state(site);
  const forged = forgeries(site, order, other);
  expect(forged.length).toBeGreaterThanOrEqual(30);
  for (const [what, body, signature] of forged) {
    const logs = logged.length;
    const answer = await post(site, body, signature);
    const isSigned = what.startsWith("signed: ");
    expect([what, answer.statusCode]).toEqual([what, isSigned ? 200 : 401]);
    if (!isSigned) expect([what, logged.slice(logs)]).toEqual([what, ["webhook_refused"]]);
    expect(await state(site), what).toBe(before);
  }
  await site.stripe.pay(order.session);
  expect((await order.read()).status).toBe("paid");
});

test("a payment of a different amount or in a session we didn't open does not pay the order", async () => {
  const { site, order } = await scene();
  const session = site.stripe.ledger.session(order.session);
  // Another session that names this payment, opened by someone with access to our account.
  const strange = site.stripe.ledger.openSession({ ...session, amount_total: 1 }, site.stripe.url);
  await site.stripe.pay(strange.id);
  expect((await order.read()).status).toBe("paying");
  session.amount_total = 100;
  await site.stripe.pay(order.session);
  const after = await order.read();
  expect(after).toMatchObject({ status: "awaiting_payment", tickets: [], payment: { status: "refunding" } });
  await site.app.runJob("refunds");
  expect(site.stripe.books().refunds).toEqual([expect.objectContaining({ amountCents: 100, status: "succeeded" })]);
});

test("money in a different currency does not pay the order and is refunded in that currency", async () => {
  const { site, order } = await scene();
  const charged = () => site.stripe.books().charges.length;
  const before = charged();
  // The same amount, so that only the currency differs from the order's own money.
  site.stripe.ledger.session(order.session).currency = "jpy";
  await site.stripe.pay(order.session);
  expect(charged()).toBe(before + 1);
  const after = await order.read();
  expect(after).toMatchObject({ status: "awaiting_payment", tickets: [], payment: { status: "refunding" } });
  const { rows: reasons } = await sql`
    select r.reason, r.amount_cents as cents from refunds r join payments p on p.id = r.payment_id
    where p.subject_id = ${order.id}`.execute(site.db);
  expect(reasons).toEqual([{ reason: "amount_mismatch", cents: 2500 }]);
  await site.app.runJob("refunds");
  expect(await order.read()).toMatchObject({ status: "awaiting_payment", payment: { status: "refunded" } });
  expect([...site.stripe.ledger.refunds.values()]).toMatchObject([
    { amount: 2500, currency: "jpy", status: "succeeded" },
  ]);
  const { rows: books } = await sql<{ line: string }>`
    select concat_ws(' ', p.kind, e.account, e.amount_cents, e.currency) as line
    from journal_entries p join journal_lines e on e.entry_id = p.id
    where p.order_id = ${order.id} order by p.created_at, p.id, e.position`.execute(site.db);
  expect(books.map(({ line }) => line)).toEqual([
    "capture provider 2500 JPY",
    "capture buyers -2500 JPY",
    "money_back buyers 2500 JPY",
    "money_back provider -2500 JPY",
  ]);
  // The buyer can still pay the order in its own currency.
  const again = await order.buyer.post(`/api/orders/${order.id}/payment`);
  await site.stripe.pay(new URL(paymentPageOf(again)).pathname.split("/").at(-1)!);
  expect(await order.read()).toMatchObject({ status: "paid", tickets: [{ status: "valid" }] });
});

test("the same webhook event has one effect, even after days, after a restart or a thousand times", async () => {
  const { site, order } = await scene();
  await site.stripe.pay(order.session);
  const webhookEvent = site.stripe.webhookEvents.all.at(-1)!;
  const before = await state(site);
  for (let batch = 0; batch < 10; batch++) {
    const copies = Array.from({ length: 100 }, () => site.stripe.webhookEvents.send(webhookEvent));
    expect(new Set(await Promise.all(copies))).toEqual(new Set([200]));
  }
  const later = await openSite({ at: site.stripe, database: site.database, clockOffset: "75 hours" });
  const signature = site.stripe.webhookEvents.sign(webhookEvent.body);
  expect((await post(later, webhookEvent.body, signature)).statusCode).toBe(200);
  expect(await state(site)).toBe(before);
}, 180_000);

test("negative control: without the signature check an attacker's webhook event is stored", async () => {
  const careless = (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    readWebhook: (_headers, body) => ({
      webhookEventId: "evt_forged",
      kind: "session",
      ref: JSON.parse(body).data.object.id,
    }),
  });
  const { site, order } = await scene({ wrapProvider: careless });
  const body = site.stripe.webhookEvents.bodyOf("checkout.session.completed", paidLie(order));
  expect((await post(site, body, undefined)).statusCode).toBe(200);
  const { rows } = await sql`select from webhook_inbox where provider_event_id = 'evt_forged'`.execute(site.db);
  expect(rows).toHaveLength(1);
});

test("negative control: without the mode check test money counts as real", async () => {
  const { site } = await scene({
    stripe: { live: true },
    settings: { BASE_URL: "http://localhost:3000", STRIPE_SECRET_KEY: "sk_test_fake" },
  });
  const live = site.stripe.webhookEvents.bodyOf("checkout.session.completed", { id: "cs_test_1" });
  expect((await post(site, live, site.stripe.webhookEvents.sign(live))).statusCode).toBe(401);
  site.app.deps.config.stripe!.live = true;
  expect((await post(site, live, site.stripe.webhookEvents.sign(live))).statusCode).toBe(200);
});

test("negative control: trusting the body instead of looking it up delivers unpaid tickets", async () => {
  const claims: string[] = [];
  const believing = (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    readWebhook(headers, body) {
      claims.push(body);
      return provider.readWebhook(headers, body);
    },
    async findSession(ref) {
      const session = await provider.findSession(ref);
      const said = JSON.parse(claims.at(-1)!).data.object as { payment_status: string };
      return session === undefined || said.payment_status !== "paid" ? session : { ...session, status: "approved" };
    },
  });
  const { site, order } = await scene({ wrapProvider: believing });
  const body = site.stripe.webhookEvents.bodyOf("checkout.session.completed", paidLie(order));
  await post(site, body, site.stripe.webhookEvents.sign(body));
  expect((await order.read()).status).toBe("paid");
  expect(site.stripe.books().charges).toHaveLength(1);
});
