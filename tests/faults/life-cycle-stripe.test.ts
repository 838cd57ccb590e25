import { sql } from "kysely";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { inTransaction } from "#server/platform/db/database.ts";
import { openRefund } from "#server/modules/payments/index.ts";
import type { NoticeEntry } from "#tests/kit/fake-stripe/notices.ts";
import { createStripeSite, openOrder, type StripeSite } from "#tests/payments/stripe-kit.ts";
import { sabotage, type Change } from "#tests/kit/sabotage.ts";
import { finalState, happenings } from "./kit/life.ts";
import { permutationsOf } from "./kit/permutations.ts";
import { isFull, report } from "./kit/progress.ts";

const sites: StripeSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** A site that a test carries all notices to. Its turns at the processor are short: how many it asks is not what this is about. */
async function openSite(...changes: Change[]): Promise<StripeSite> {
  const site = await createStripeSite({
    stripe: { perSecond: Infinity },
    rewriteSql: sabotage([/(make_interval\(secs => \$\d+::float8)\)/g, "$1 / 20)"], ...changes),
  });
  sites.push(site);
  site.stripe.notices.mode = "keep";
  site.stripe.ledger.refundsEnd = "pending";
  return site;
}

/** One order whose processor goes on only as far as it is told to. */
async function openCase(site: StripeSite) {
  const { stripe } = site;
  const { provider, settle } = site.app.payments;
  const order = await openOrder(site);
  /** Names at the processor of what is this order's. */
  const names = [order.session];
  /** Notices of each thing that happened; some are told by two. */
  const told: NoticeEntry[][] = [];
  let dispute = "";

  /** Staff send a part back: the money must have been heard of before, by look-up where no notice came. */
  async function sendBack(amountCents: number): Promise<string> {
    await settle({ session: (await provider.findSession(order.session))! });
    const wish = { subjectId: order.id, amountCents, reason: "requested" as const, orderRefundId: null };
    const { refundId } = await inTransaction(site.db, (tx) => openRefund(site.app.deps, tx, wish));
    await site.app.sweep("refunds");
    // Another's sweep may have taken it along and be sending it.
    const ref = await vi.waitFor(async () => {
      const { rows } = await sql<{ ref: string | null }>`
        select provider_ref as ref from refunds where id = ${refundId}`.execute(site.db);
      return rows[0]!.ref ?? Promise.reject(new Error("The refund is not sent"));
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
    /** Lets the processor go on until so many things have happened. */
    async goOn(count: number) {
      while (told.length < count) {
        const before = stripe.notices.all.length;
        await steps[told.length]!();
        const own = stripe.notices.all.slice(before).filter(({ body }) => names.some((name) => body.includes(name)));
        expect(own.length, happenings[told.length]).toBeGreaterThan(0);
        told.push(own);
      }
    },
    /** Carries the notices of a thing that happened, as often as asked for. */
    async carry(index: number, times: number) {
      for (let time = 0; time < times; time++) {
        for (const notice of told[index]!) expect(await stripe.notices.send(notice)).toBe(200);
      }
    },
  };
}

/** Carries the notices in an order: the processor is then just as far as it must be for the notice to be there. */
async function live(site: StripeSite, order: readonly number[]) {
  const one = await openCase(site);
  for (const index of order) {
    await one.goOn(index + 1);
    await one.carry(index, 2);
  }
  for (const index of happenings.keys()) await one.carry(index, 1);
  return finalState(site, one.orderId);
}

/** All of them, or a tenth by a seed, as they happened and backwards among them. */
const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 2 ** 31);
function someOrders(): number[][] {
  const all = permutationsOf(happenings.length);
  expect(all).toHaveLength(720);
  if (isFull) return all;
  const picked = fc.sample(fc.shuffledSubarray(all, { minLength: 70, maxLength: 70 }), { numRuns: 1, seed })[0]!;
  return [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], ...picked];
}

test(
  `six things that happen to the money of an order at the processor, told in ${isFull ? 720 : 72} orders, twice and once more: the same end every time (seed ${seed})`,
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

test("negative control: a site that forgets what it knew of a dispute ends otherwise by the order of the notices", async () => {
  const site = await openSite(['withdrawn_at is not null as "isWithdrawn"', 'false as "isWithdrawn"']);
  const asItHappened = await live(site, [0, 1, 2, 3, 4, 5]);
  const backwards = await live(site, [5, 4, 3, 2, 1, 0]);
  expect(asItHappened).not.toBe(backwards);
}, 60_000);
