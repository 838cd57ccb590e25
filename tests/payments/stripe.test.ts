import { paymentPageOf } from "#testing/site.ts";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
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

const paymentsOf = async (site: StripeSite) =>
  (
    await sql<{ id: string; subject_id: string; status: string; charge_ref: string | null }>`
    select id, subject_id, status, charge_ref from payments order by id`.execute(site.db)
  ).rows;

test("a purchase at the processor: one page with the attempt's key, one webhook event, the tickets", async () => {
  const site = await openSite();
  const order = await openOrder(site, { quantity: 2 });
  expect(paymentPageOf(order.payment)).toBe(`${site.stripe.url}/pay/${order.session}`);
  const session = site.stripe.ledger.session(order.session);
  const [payment] = await paymentsOf(site);
  const metadata = { payment_id: payment!.id, order_id: order.id };
  expect(session).toMatchObject({
    amount_total: 5000,
    currency: "usd",
    client_reference_id: order.id,
    metadata,
    intent_metadata: metadata,
  });
  const shown = await order.read();
  expect(session.title).toBe(`Order ${shown.number}`);
  expect(session.success_url).toContain(`/payment-success?order=${order.id}`);
  expect(session.cancel_url).toContain(`/checkout?order=${order.id}`);
  expect(site.stripe.calls.map(({ method, path, key }) => [method, path, key])).toEqual([
    ["POST", "/v1/checkout/sessions", payment!.id],
  ]);

  await site.stripe.pay(order.session);
  expect(await order.read()).toMatchObject({ status: "paid", payment: { status: "captured", provider: "stripe" } });
  expect((await order.read()).tickets).toHaveLength(2);
  expect(site.stripe.books().charges).toEqual([
    { ref: (await paymentsOf(site))[0]!.charge_ref, paymentId: payment!.id, amountCents: 5000 },
  ]);
});

test("starting the payment again opens no second page", async () => {
  const site = await openSite();
  const order = await openOrder(site);
  const again = await order.buyer.post(`/api/orders/${order.id}/payment`);
  expect(again.body).toEqual(order.payment.body);
  expect(site.stripe.ledger.sessions.size).toBe(1);
});
