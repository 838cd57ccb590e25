import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "#server/platform/db/database.ts";
import { openRefund } from "#server/modules/payments/index.ts";
import { sabotage } from "#testing/sabotage.ts";
import {
  completePage,
  createSite,
  draft,
  type Client,
  type Site,
  type SiteOptions,
  paymentPageOf,
} from "#testing/site.ts";
import { finalState, happenings } from "./kit/life.ts";
import { permutationsOf } from "./kit/permutations.ts";
import { report } from "./kit/progress.ts";

type Send = () => Promise<boolean>;
/** Webhook events that the provider wrote and no one delivered yet, by subject and type. */
type Mailbag = Map<string, Send>;

let bag: Mailbag;
let site: Site;
let ticketTypeId: number;

async function openSite(options: SiteOptions = {}): Promise<Site> {
  return createSite({
    ...options,
    courier: async (send, { ref, type }) => {
      bag.set(`${ref} ${type}`, send);
      return true;
    },
  });
}
beforeAll(async () => {
  bag = new Map();
  site = await openSite();
  ticketTypeId = await site.create.ticketType({ priceCents: 10_000, capacity: 100_000 });
});
afterAll(() => site.close());

/** One order whose provider only advances when told to. */
async function openCase(of: Site, buyer: Client, typeId: number) {
  const { sandbox, provider, settle } = of.app.services.payments;
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId: typeId, quantity: 1 }]));
  const orderId: string = placed.body.id;
  const payment = await buyer.post(`/api/orders/${orderId}/payment`);
  const session = new URL(paymentPageOf(payment)).pathname.split("/").at(-1)!;
  const names: string[] = [];
  let dispute = "";

  /** Staff refund a part. That needs the payment to be known, by a lookup if no webhook event came. */
  async function sendBack(amountCents: number, outcome: "pending"): Promise<string> {
    await settle({ session: (await provider.findSession(session))! });
    await sql`update sandbox.sessions set refund_outcome = ${outcome} where ref = ${session}`.execute(of.db);
    const wish = { subjectId: orderId, amountCents, reason: "requested" as const, orderRefundId: null };
    const { refundId } = await inTransaction(of.db, (tx) => openRefund(of.app.deps, tx, wish));
    await sql`update refunds set next_attempt_at = '-infinity' where id = ${refundId}`.execute(of.db);
    await of.app.runJob("refunds");
    // Another case's job run may have picked it up and be sending it.
    return vi.waitFor(async () => {
      const { rows } = await sql<{ ref: string | null }>`
        select provider_ref as ref from refunds where id = ${refundId}`.execute(of.db);
      return rows[0]!.ref ?? Promise.reject(new Error("The refund hasn't been sent"));
    }, 10_000);
  }

  const steps: (() => Promise<string>)[] = [
    async () => {
      await completePage(buyer, paymentPageOf(payment), "approve_late");
      return `${session} session.processing`;
    },
    async () => {
      await sql`update sandbox.sessions set settles_at = '-infinity' where ref = ${session}`.execute(of.db);
      return `${session} session.approved`;
    },
    async () => {
      const ref = await sendBack(3000, "pending");
      await sandbox.endRefund(ref, "done");
      return `${ref} refund.done`;
    },
    async () => {
      const ref = await sendBack(2000, "pending");
      await sandbox.endRefund(ref, "failed");
      return `${ref} refund.failed`;
    },
    async () => {
      dispute = await sandbox.dispute(session);
      return `${dispute} dispute.created`;
    },
    async () => {
      await sandbox.closeDispute(dispute, "won");
      return `${dispute} dispute.closed`;
    },
  ];

  return {
    orderId,
    /** Advances the provider until it has written `count` webhook events. */
    async goOn(count: number) {
      while (names.length < count) {
        const name = await steps[names.length]!();
        names.push(name);
        await sandbox.work();
        // Another case's run may have picked it up and be about to deliver it.
        await vi.waitFor(() => expect(bag.has(name), `The provider wrote no webhook event ${name}`).toBe(true), 10_000);
      }
    },
    /** Delivers a webhook event the given number of times. */
    async carry(index: number, times: number) {
      const send = bag.get(names[index]!)!;
      for (let time = 0; time < times; time++) expect(await send()).toBe(true);
    },
  };
}

/** Delivers the webhook events in the given order, with the provider always exactly as far as each event implies. */
async function live(of: Site, buyer: Client, typeId: number, order: readonly number[], copies: number) {
  const one = await openCase(of, buyer, typeId);
  for (const index of order) {
    await one.goOn(index + 1);
    await one.carry(index, copies);
  }
  // Each one once more in the order in which they were written, as a provider does without a response.
  for (const index of happenings.keys()) await one.carry(index, 1);
  return finalState(of, one.orderId);
}

const atOnce = 6;

test(
  "the six webhook events of one order's life in all 720 orders, each sent three times, lead to the same result",
  { timeout: 600_000 },
  async () => {
    const orders = permutationsOf(happenings.length);
    expect(orders).toHaveLength(720);
    const ends = new Map<string, number[]>();
    const waiting = orders.values();
    let done = 0;
    const work = async () => {
      const buyer = await site.as("user");
      for (const order of waiting) {
        ends.set(await live(site, buyer, ticketTypeId, order, 2), [...order]);
        report("life cycle", { done: ++done, of: orders.length, unit: "orders", violations: ends.size - 1 });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect([...ends.entries()]).toHaveLength(1);
  },
);

test("negative control: for a site that forgets a dispute's details the result depends on the order of the webhook events", async () => {
  const forgetful = await openSite({
    rewriteSql: sabotage(['withdrawn_at is not null as "isWithdrawn"', 'false as "isWithdrawn"']),
  });
  try {
    const typeId = await forgetful.create.ticketType({ priceCents: 10_000, capacity: 100 });
    const buyer = await forgetful.as("user");
    const asItHappened = await live(forgetful, buyer, typeId, [0, 1, 2, 3, 4, 5], 2);
    const backwards = await live(forgetful, buyer, typeId, [5, 4, 3, 2, 1, 0], 2);
    expect(asItHappened).not.toBe(backwards);
  } finally {
    await forgetful.close();
  }
});
