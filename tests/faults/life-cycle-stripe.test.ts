import { sql } from "kysely";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { inTransaction } from "#server/platform/db/database.ts";
import { openRefund } from "#server/modules/payments/index.ts";
import type { WebhookEventEntry } from "#testing/fake-stripe/webhook-events.ts";
import { createStripeSite, openOrder, type StripeSite } from "#tests/payments/stripe-kit.ts";
import { sabotage, type Change } from "#testing/sabotage.ts";
import { finalState, happenings } from "./kit/life.ts";
import { permutationsOf } from "./kit/permutations.ts";
import { isFull, report } from "./kit/progress.ts";

const sites: StripeSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** A site to which the test delivers all webhook events. Its turns at the processor are short to save time. */
async function openSite(...changes: Change[]): Promise<StripeSite> {
  const site = await createStripeSite({
    stripe: { perSecond: Infinity },
    rewriteSql: sabotage([/(make_interval\(secs => \$\d+::float8)\)/g, "$1 / 20)"], ...changes),
  });
  sites.push(site);
  site.stripe.webhookEvents.mode = "keep";
  site.stripe.ledger.refundsEnd = "pending";
  return site;
}

/** One order whose processor only advances when told to. */
async function openCase(site: StripeSite) {
  const { stripe } = site;
  const { provider, settle } = site.app.services.payments;
  const order = await openOrder(site);
  /** The processor's ids of what belongs to this order. */
  const names = [order.session];
  /** The webhook events of each step; some steps have two. */
  const batches: WebhookEventEntry[][] = [];
  let dispute = "";

  /** Staff refund a part. That needs the payment to be known, by a lookup if no webhook event came. */
  async function sendBack(amountCents: number): Promise<string> {
    await settle({ session: (await provider.findSession(order.session))! });
    const wish = { subjectId: order.id, amountCents, reason: "requested" as const, orderRefundId: null };
    const { refundId } = await inTransaction(site.db, (tx) => openRefund(site.app.deps, tx, wish));
    await site.app.runJob("refunds");
    // Another case's job run may have picked it up and be sending it.
    const ref = await vi.waitFor(async () => {
      const { rows } = await sql<{ ref: string | null }>`
        select provider_ref as ref from refunds where id = ${refundId}`.execute(site.db);
      return rows[0]!.ref ?? Promise.reject(new Error("The refund hasn't been sent"));
    }, 20_000);
    names.push(ref);
    return ref;
  }

  const steps: (() => Promise<void>)[] = [
    () => stripe.payLate(order.session),
    () => stripe.arrive(order.session),
    async () => stripe.endRefund(await sendBack(800), "succeeded"),
    async () => stripe.endRefund(await sendBack(500), "failed"),
    async () => {
      dispute = (await stripe.dispute(stripe.chargeIn(order.session).id)).id;
      names.push(dispute);
    },
    () => stripe.closeDispute(dispute, "won"),
  ];

  return {
    orderId: order.id,
    /** Advances the processor until `count` steps have happened. */
    async goOn(count: number) {
      while (batches.length < count) {
        const before = stripe.webhookEvents.all.length;
        await steps[batches.length]!();
        const own = stripe.webhookEvents.all
          .slice(before)
          .filter(({ body }) => names.some((name) => body.includes(name)));
        expect(own.length, happenings[batches.length]).toBeGreaterThan(0);
        batches.push(own);
      }
    },
    /** Delivers the webhook events of a step the given number of times. */
    async carry(index: number, times: number) {
      for (let time = 0; time < times; time++) {
        for (const webhookEvent of batches[index]!) expect(await stripe.webhookEvents.send(webhookEvent)).toBe(200);
      }
    },
  };
}

/** Delivers the webhook events in the given order, with the processor always exactly as far as each event implies. */
async function live(site: StripeSite, order: readonly number[]) {
  const one = await openCase(site);
  for (const index of order) {
    await one.goOn(index + 1);
    await one.carry(index, 2);
  }
  for (const index of happenings.keys()) await one.carry(index, 1);
  return finalState(site, one.orderId);
}

/** All orders, or a tenth chosen by a seed, including forward and backward. */
const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 2 ** 31);
function someOrders(): number[][] {
  const all = permutationsOf(happenings.length);
  expect(all).toHaveLength(720);
  if (isFull) return all;
  const picked = fc.sample(fc.shuffledSubarray(all, { minLength: 70, maxLength: 70 }), { numRuns: 1, seed })[0]!;
  return [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], ...picked];
}

test(
  `Stripe's webhook events of one order's life in ${isFull ? 720 : 72} orders, each sent three times, lead to the same result (seed ${seed})`,
  { timeout: 1_800_000 },
  async () => {
    const site = await openSite();
    const orders = someOrders();
    const ends = new Map<string, number[]>();
    const waiting = orders.values();
    let done = 0;
    const work = async () => {
      for (const order of waiting) {
        ends.set(await live(site, order), order);
        report("life cycle at Stripe", { done: ++done, of: orders.length, unit: "orders", violations: ends.size - 1 });
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
    expect([...ends.entries()]).toHaveLength(1);
  },
);

test("negative control: for a site that forgets a dispute's details the result depends on the order of the webhook events", async () => {
  const site = await openSite(['withdrawn_at is not null as "isWithdrawn"', 'false as "isWithdrawn"']);
  const asItHappened = await live(site, [0, 1, 2, 3, 4, 5]);
  const backwards = await live(site, [5, 4, 3, 2, 1, 0]);
  expect(asItHappened).not.toBe(backwards);
}, 60_000);
