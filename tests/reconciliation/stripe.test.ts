import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { carryTo, createStripeSite, openOrder, type StripeSite } from "#tests/payments/stripe-kit.ts";
import { loseMoney, listOpenDiscrepancies, repair, traces } from "./kit.ts";

const sites: StripeSite[] = [];
async function openSite(options: Parameters<typeof createStripeSite>[0] = {}) {
  const site = await createStripeSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

test("a hundred copies of a card processor's webhook event on two nodes have one effect", async () => {
  const site = await openSite();
  const other = await openSite({ at: site.stripe, database: site.database });
  const order = await openOrder(site, { quantity: 2 });
  site.stripe.webhookEvents.mode = "keep";
  await site.stripe.pay(order.session);
  const [webhookEvent] = site.stripe.webhookEvents.all;
  const carriers = [carryTo(site), carryTo(other)];
  site.stripe.webhookEvents.sendTo((body, headers) => carriers[webhookEvent!.tries % 2]!(body, headers));
  const answers = await Promise.all(Array.from({ length: 100 }, () => site.stripe.webhookEvents.send(webhookEvent!)));
  expect(new Set(answers)).toEqual(new Set([200]));
  // The processor got its responses; the first lookup may still be running.
  await expect.poll(async () => (await order.read()).status).toBe("paid");
  // Copies whose lookup had to wait for its turn are processed later and find that everything is done.
  await sql`update webhook_inbox set next_attempt_at = clock_now()`.execute(site.db);
  await site.app.runJob("webhooks");
  expect(await traces(site, order.id)).toEqual({ tickets: 2, mails: 1, captured: 1, refunds: 0 });
}, 60_000);

test("the card processor's own list is reconciled with our ledger, and its status repairs what we lost", async () => {
  const site = await openSite();
  const orders = [await openOrder(site), await openOrder(site, { quantity: 2 }), await openOrder(site)];
  for (const { session } of orders) await site.stripe.pay(session);
  await sql`
    insert into refunds (id, payment_id, amount_cents, reason)
    select gen_random_uuid(), id, 1000, 'requested' from payments where subject_id = ${orders[1]!.id}`.execute(site.db);
  await site.app.runJob("refunds");
  // An hour later, so that everything is old enough to be reconciled.
  const later = await openSite({ at: site.stripe, database: site.database, clockOffset: "1 hour" });
  const admin = await later.as("admin");
  const compare = async () => {
    const begun = await admin.post("/api/admin/money/reconciliation-runs", {});
    await later.app.runJob("reconciliation");
    const { body } = await admin.get("/api/admin/money/reconciliation-runs");
    return body.items.find(({ id }: { id: number }) => id === begun.body.id);
  };
  expect(await compare()).toMatchObject({ provider: "stripe", charges: 3, refunds: 1, disputes: 0, differences: 0 });

  await loseMoney(site, orders[0]!.id);
  expect(await compare()).toMatchObject({ differences: 1 });
  const found = (await listOpenDiscrepancies(admin)).find(({ kind }) => kind === "provider_mismatch");
  expect(found).toMatchObject({ order: { id: orders[0]!.id }, detail: { item: "charge", what: "status" } });
  expect((await repair(admin, found!.id, "ask_provider")).body.resolved).toMatchObject({ how: "ask_provider" });
  expect(await traces(site, orders[0]!.id)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0 });
  expect(await compare()).toMatchObject({ differences: 0 });
}, 60_000);
