import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { carryTo, createStripeSite, openOrder, type StripeSite } from "#tests/payments/stripe-kit.ts";
import { loseMoney, openExceptions, repair, traces } from "./kit.ts";

const sites: StripeSite[] = [];
async function openSite(options: Parameters<typeof createStripeSite>[0] = {}) {
  const site = await createStripeSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

test("a hundred copies of a card processor's notice over two nodes have one effect", async () => {
  const site = await openSite();
  const other = await openSite({ at: site.stripe, database: site.database });
  const order = await openOrder(site, { quantity: 2 });
  site.stripe.notices.mode = "keep";
  await site.stripe.pay(order.session);
  const [notice] = site.stripe.notices.all;
  const carriers = [carryTo(site), carryTo(other)];
  site.stripe.notices.sendTo((body, headers) => carriers[notice!.tries % 2]!(body, headers));
  const answers = await Promise.all(Array.from({ length: 100 }, () => site.stripe.notices.send(notice!)));
  expect(new Set(answers)).toEqual(new Set([200]));
  // The processor had its answers; the first look at it may still be under way.
  await expect.poll(async () => (await order.read()).status).toBe("paid");
  // Copies whose look-up had to wait for its turn are worked on later, and find that all is done.
  await sql`update webhook_inbox set next_attempt_at = clock_now()`.execute(site.db);
  await site.app.sweep("webhooks");
  expect(await traces(site, order.id)).toEqual({ tickets: 2, mails: 1, captured: 1, refunds: 0 });
}, 60_000);

test("the card processor's own list is compared with our books, and its word mends what we lost", async () => {
  const site = await openSite();
  const orders = [await openOrder(site), await openOrder(site, { quantity: 2 }), await openOrder(site)];
  for (const { session } of orders) await site.stripe.pay(session);
  await sql`
    insert into refunds (id, payment_id, amount_cents, reason)
    select gen_random_uuid(), id, 1000, 'requested' from payments where subject_id = ${orders[1]!.id}`.execute(site.db);
  await site.app.sweep("refunds");
  // An hour later, so that all of it is old enough to be compared.
  const later = await openSite({ at: site.stripe, database: site.database, clockOffset: "1 hour" });
  const admin = await later.as("admin");
  const compare = async () => {
    const begun = await admin.post("/api/admin/money/comparisons", {});
    await later.app.sweep("money-comparison");
    const { body } = await admin.get("/api/admin/money/comparisons");
    return body.items.find(({ id }: { id: number }) => id === begun.body.id);
  };
  expect(await compare()).toMatchObject({ provider: "stripe", charges: 3, refunds: 1, disputes: 0, differences: 0 });

  await loseMoney(site, orders[0]!.id);
  expect(await compare()).toMatchObject({ differences: 1 });
  const found = (await openExceptions(admin)).find(({ kind }) => kind === "provider_mismatch");
  expect(found).toMatchObject({ order: { id: orders[0]!.id }, detail: { item: "charge", what: "state" } });
  expect((await repair(admin, found!.id, "ask_provider")).body.resolved).toMatchObject({ how: "ask_provider" });
  expect(await traces(site, orders[0]!.id)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0 });
  expect(await compare()).toMatchObject({ differences: 0 });
}, 60_000);
