import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "#server/platform/db/database.ts";
import { openRefund } from "#server/modules/payments/index.ts";
import { sabotage } from "#tests/kit/sabotage.ts";
import { completePage, createSite, draft, type Client, type Site, type SiteOptions } from "#tests/kit/site.ts";
import { finalState, happenings } from "./kit/life.ts";
import { permutationsOf } from "./kit/permutations.ts";
import { report } from "./kit/progress.ts";

type Send = () => Promise<boolean>;
/** Notices that the provider wrote and nobody carried yet, by what they are about and tell. */
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
  ticketTypeId = await site.make.ticketType({ priceCents: 10_000, capacity: 100_000 });
});
afterAll(() => site.close());

/** One order whose provider goes on only as far as it is told to. */
async function openCase(of: Site, buyer: Client, typeId: number) {
  const { sandbox, provider, settle } = of.app.payments;
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId: typeId, quantity: 1 }]));
  const orderId: string = placed.body.id;
  const payment = await buyer.post(`/api/orders/${orderId}/payment`);
  const session = new URL(payment.body.url).pathname.split("/").at(-1)!;
  const names: string[] = [];
  let dispute = "";

  /** Staff send a part back: the money must have been heard of before, by look-up where no notice came. */
  async function sendBack(amountCents: number, outcome: "pending"): Promise<string> {
    await settle({ session: (await provider.findSession(session))! });
    await sql`update sandbox.sessions set refund_outcome = ${outcome} where ref = ${session}`.execute(of.db);
    const wish = { subjectId: orderId, amountCents, reason: "requested" as const, orderRefundId: null };
    const { refundId } = await inTransaction(of.db, (tx) => openRefund(of.app.deps, tx, wish));
    await sql`update refunds set next_attempt_at = '-infinity' where id = ${refundId}`.execute(of.db);
    await of.app.sweep("refunds");
    // Another's sweep may have taken it along and be sending it.
    return vi.waitFor(async () => {
      const { rows } = await sql<{ ref: string | null }>`
        select provider_ref as ref from refunds where id = ${refundId}`.execute(of.db);
      return rows[0]!.ref ?? Promise.reject(new Error("The refund is not sent"));
    }, 10_000);
  }

  const steps: (() => Promise<string>)[] = [
    async () => {
      await completePage(buyer, payment.body.url, "approve_late");
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
    /** Lets the provider go on until it has written so many notices. */
    async goOn(count: number) {
      while (names.length < count) {
        const name = await steps[names.length]!();
        names.push(name);
        await sandbox.work();
        // Another's round may have taken it along and be about to hand it over.
        await vi.waitFor(() => expect(bag.has(name), `The provider wrote no notice ${name}`).toBe(true), 10_000);
      }
    },
    /** Carries a notice, as often as asked for. */
    async carry(index: number, times: number) {
      const send = bag.get(names[index]!)!;
      for (let time = 0; time < times; time++) expect(await send()).toBe(true);
    },
  };
}

/** Carries the notices in an order: the provider is then just as far as it must be for the notice to be there. */
async function live(of: Site, buyer: Client, typeId: number, order: readonly number[], copies: number) {
  const one = await openCase(of, buyer, typeId);
  for (const index of order) {
    await one.goOn(index + 1);
    await one.carry(index, copies);
  }
  // Every one once more, in the order in which they were written, as a provider does that had no answer.
  for (const index of happenings.keys()) await one.carry(index, 1);
  return finalState(of, one.orderId);
}

const atOnce = 6;

test(
  "six notices of an order's life in all 720 orders, each of them twice and once more: the same end every time",
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

test("negative control: a site that forgets what it knew of a dispute ends otherwise by the order of the notices", async () => {
  const forgetful = await openSite({
    rewriteSql: sabotage(['withdrawn_at is not null as "isWithdrawn"', 'false as "isWithdrawn"']),
  });
  try {
    const typeId = await forgetful.make.ticketType({ priceCents: 10_000, capacity: 100 });
    const buyer = await forgetful.as("user");
    const asItHappened = await live(forgetful, buyer, typeId, [0, 1, 2, 3, 4, 5], 2);
    const backwards = await live(forgetful, buyer, typeId, [5, 4, 3, 2, 1, 0], 2);
    expect(asItHappened).not.toBe(backwards);
  } finally {
    await forgetful.close();
  }
});
