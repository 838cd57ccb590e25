import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import {
  completePage,
  createSite,
  draft,
  type Client,
  type Site,
  type SiteOptions,
  paymentPageOf,
} from "#testing/site.ts";
import type { PaymentWebhookEventDetail } from "#contract/payments/webhook-events.ts";
import { listOpenDiscrepancies, repair, traces } from "./kit.ts";

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** A site whose provider rejects lookups until it is fixed, and an order whose webhook event came in the meantime. */
async function poisoned() {
  let broken = true;
  const site = await openSite({
    wrapProvider: (provider) => ({
      ...provider,
      findSession: (ref) => (broken ? Promise.reject(new Error("the provider is down")) : provider.findSession(ref)),
    }),
  });
  const buyer = await site.as("guest");
  const ticketTypeId = await site.create.ticketType();
  const { body: order } = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 2 }]));
  const payment = await buyer.post(`/api/orders/${order.id}/payment`);
  await completePage(buyer, paymentPageOf(payment), "approve");
  return { site, admin: await site.as("admin"), order, mend: () => (broken = false) };
}

const webhookEvents = async (admin: Client, query = "") =>
  (await admin.get(`/api/admin/money/webhook-events${query}`)).body;

/** Makes the job try a waiting webhook event the given number of times. */
async function tryTimes(site: Site, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await sql`update webhook_inbox set next_attempt_at = clock_now()`.execute(site.db);
    await site.app.runJob("webhooks");
  }
}

test("a webhook event that can't be processed waits with its error, and is given up after ten attempts", async () => {
  const { site, admin, order } = await poisoned();
  const [waiting] = (await webhookEvents(admin, `?q=${order.number}&status=waiting`)).items;
  expect(waiting).toMatchObject({
    provider: "sandbox",
    kind: "session",
    order: { id: order.id, number: order.number },
    status: "waiting",
    attempts: 1,
    error: "Error: the provider is down",
    processedAt: null,
  });
  await tryTimes(site, 9);
  expect(await webhookEvents(admin)).toMatchObject({ total: 1, items: [{ status: "failed", attempts: 10 }] });
  await tryTimes(site, 3);
  expect((await webhookEvents(admin, "?status=failed")).items[0]!.attempts).toBe(10);

  await site.app.runJob("discrepancies");
  expect(await listOpenDiscrepancies(admin)).toMatchObject([
    { kind: "failed_webhook", order: { id: order.id }, repairs: ["replay_webhook", "by_hand"] },
  ]);
});

test("replaying a failed webhook event takes effect once, however often it is clicked, and resolves what was open", async () => {
  const { site, admin, order, mend } = await poisoned();
  await tryTimes(site, 9);
  await site.app.runJob("discrepancies");
  const [found] = await listOpenDiscrepancies(admin);
  const path = `/api/admin/money/webhook-events/sandbox/${found!.ref}` as const;
  const refused = await admin.post(`${path}/replay`, { reason: "Try it" });
  expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(refused.body.message).toContain("the provider is down");

  mend();
  const presses = await Promise.all([
    repair(admin, found!.id, "replay_webhook"),
    ...[1, 2, 3].map(() => admin.post(`${path}/replay`, {})),
  ]);
  expect(presses.map((press) => press.status)).toEqual([200, 200, 200, 200]);
  expect(await traces(site, order.id)).toEqual({ tickets: 2, mails: 1, captured: 1, refunds: 0 });
  expect(await listOpenDiscrepancies(admin)).toEqual([]);
  expect((await webhookEvents(admin)).items[0]).toMatchObject({ status: "processed", error: null });

  const { body: log } = await admin.get("/api/admin/audit?kind=webhook_event");
  expect(log.items).toHaveLength(4);
  // Replaying it again later changes nothing.
  await admin.post(`${path}/replay`, {});
  expect(await traces(site, order.id)).toEqual({ tickets: 2, mails: 1, captured: 1, refunds: 0 });
});

test("a webhook event's content is shown without keys and secrets", async () => {
  const site = await openSite();
  const admin = await site.as("admin");
  const body = {
    id: "evt_secretive",
    data: {
      client_secret: "pi_1_secret_abc",
      success_url: "https://example.com/payment-success?order=1&key=AbCdEf",
      note: "sk_live_0123456789abcdef",
      card: { last4: "4242", fingerprint: "Xt5EWLLDS7FJjR1c" },
      amount: 5000,
    },
  };
  await sql`
    insert into webhook_inbox (provider, provider_event_id, kind, ref, body) values
      ('sandbox', 'evt_secretive', 'session', 'cs_1', ${JSON.stringify(body)}),
      ('sandbox', 'evt_unreadable', 'session', 'cs_2', 'not json sk_live_0123456789abcdef')`.execute(site.db);
  const { text, body: shown } = await admin.get<PaymentWebhookEventDetail>(
    "/api/admin/money/webhook-events/sandbox/evt_secretive",
  );
  for (const secret of ["pi_1_secret_abc", "AbCdEf", "sk_live_0123456789abcdef", "Xt5EWLLDS7FJjR1c"]) {
    expect(text).not.toContain(secret);
  }
  expect(shown.body).toContain('"amount": 5000');
  expect(shown.body).toContain('"last4": "4242"');
  const { body: unreadable } = await admin.get<PaymentWebhookEventDetail>(
    "/api/admin/money/webhook-events/sandbox/evt_unreadable",
  );
  expect(unreadable.body).toBe("(33 bytes, unreadable)");
});

test("webhook events are listed to the end by cursor, and a delivery after days and a restart changes nothing", async () => {
  const copies: (() => Promise<boolean>)[] = [];
  const site = await openSite({ courier: async (send) => (copies.push(send), await send()) });
  const admin = await site.as("admin");
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  await sql`
    insert into webhook_inbox (provider, provider_event_id, kind, ref, body, processed_at)
    select 'sandbox', 'evt_many_' || n, 'other', 'none', '{}', clock_now() from generate_series(1, 60) n`.execute(
    site.db,
  );
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await webhookEvents(admin, cursor === undefined ? "" : `?cursor=${cursor}`);
    for (const item of page.items) seen.add(item.webhookEventId);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen.size).toBe(61);

  // Four days later, on a server that has just started, the provider repeats the first webhook event.
  const later = await openSite({ database: site.database, clockOffset: "4 days" });
  await later.app.runJob("webhooks");
  expect(await copies[0]!()).toBe(true);
  expect(await traces(site, order.id)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0 });
  const muchLater = await openSite({ database: site.database, clockOffset: "91 days" });
  await muchLater.app.runJob("webhooks");
  expect((await webhookEvents(admin)).total).toBe(0);
});
