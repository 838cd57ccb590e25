import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { createStripeSite, openOrder, type StripeSite } from "./stripe-kit.ts";

const sites: StripeSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

test("a dispute that arrives before its payment waits for the payment and is not lost", async () => {
  const site = await createStripeSite();
  sites.unshift(site);
  const { stripe } = site;
  stripe.webhookEvents.mode = "keep";
  const order = await openOrder(site);
  await stripe.pay(order.session);
  await stripe.dispute(stripe.chargeIn(order.session).id);
  await stripe.webhookEvents.sendPending((webhookEvents) => webhookEvents.toReversed());
  expect((await order.read()).status).toBe("paid");
  const later = await createStripeSite({ at: stripe, database: site.database, clockOffset: "2 minutes" });
  sites.unshift(later);
  await later.app.runJob("webhooks");
  const { rows } = await sql`select status, amount_cents from disputes`.execute(site.db);
  expect(rows).toEqual([{ status: "open", amount_cents: 2500 }]);
  const left = await sql`select from webhook_inbox where processed_at is null`.execute(site.db);
  expect(left.rows).toEqual([]);
});
