import { paymentPageOf } from "#testing/site.ts";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { openRefund } from "#server/modules/payments/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { carryTo, createStripeSite, openOrder, type StripeSite } from "./stripe-kit.ts";

const sites: StripeSite[] = [];
async function openSite(options: Parameters<typeof createStripeSite>[0] = {}) {
  const site = await createStripeSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

const open = "POST /v1/checkout/sessions";
const lookup = "GET /v1/checkout/sessions/{id}";
const expire = "POST /v1/checkout/sessions/{id}/expire";
const send = "POST /v1/refunds";

/** Sessions at the processor that a buyer can still pay. */
const payable = (site: StripeSite) =>
  [...site.stripe.ledger.sessions.values()].filter(({ status }) => status === "open");

const dueNow = async (site: StripeSite) => {
  await sql`update payments set next_check_at = clock_now()`.execute(site.db);
  await sql`update refunds set next_attempt_at = clock_now()`.execute(site.db);
  await sql`update webhook_inbox set next_attempt_at = clock_now()`.execute(site.db);
};

async function moneyOf(site: StripeSite) {
  const { rows } = await sql<{ captured: number; back: number }>`
    select (select coalesce(sum(captured_cents), 0)::integer from payments) as captured,
      (select coalesce(sum(amount_cents), 0)::integer from refunds where status = 'done') as back`.execute(site.db);
  const books = site.stripe.books();
  const sum = (list: { amountCents: number }[]) => list.reduce((all, { amountCents }) => all + amountCents, 0);
  return {
    ours: rows[0]!,
    theirs: {
      captured: sum(books.charges),
      back: sum(books.refunds.filter(({ status }) => status === "succeeded")),
    },
  };
}

describe("opening the payment page", () => {
  test.for(["drop before", "drop after", "500", "500 kept", "500 after", "429", { delayMs: 300 }] as const)(
    "survives %j, and exactly one page can be paid",
    async (fault) => {
      const site = await openSite();
      site.stripe.script([{ on: open, fault }]);
      const order = await openOrder(site);
      const payment =
        order.payment.status === 200 ? order.payment : await order.buyer.post(`/api/orders/${order.id}/payment`);
      expect(payment.status).toBe(200);
      const session = new URL(paymentPageOf(payment)).pathname.split("/").at(-1)!;
      await site.stripe.pay(session);
      expect((await order.read()).status).toBe("paid");
      expect(await moneyOf(site)).toEqual({ ours: { captured: 2500, back: 0 }, theirs: { captured: 2500, back: 0 } });
    },
  );

  test("after the response was lost repeats the call with the same key and finds the page", async () => {
    const site = await openSite();
    site.stripe.script([{ on: open, fault: "hang after" }]);
    const order = await openOrder(site);
    expect(order.payment.status).toBe(200);
    expect(site.stripe.calls.map(({ status }) => status)).toEqual([0, 200]);
    expect(site.stripe.ledger.sessions.size).toBe(1);
    expect(new Set(site.stripe.calls.map(({ key }) => key)).size).toBe(1);
  }, 60_000);

  test("negative control: without the attempt's key a second page can be paid", async () => {
    const site = await openSite();
    site.stripe.script([{ on: open, fault: "drop after" }]);
    // What the processor does with a repeat without a key: it opens another page.
    site.stripe.forgetKeys();
    await openOrder(site);
    expect(payable(site).length).toBeGreaterThan(1);
  });

  test("without ever getting a response: the page is found at the deadline and closed before the stock is released", async () => {
    const site = await openSite({
      wrapProvider: (provider) => ({
        ...provider,
        async openSession(request) {
          await provider.openSession(request);
          throw new Error("the process died here");
        },
      }),
    });
    const ticketTypeId = await site.create.ticketType({ capacity: 1 });
    const order = await openOrder(site, { ticketTypeId });
    expect([order.payment.status, payable(site).length]).toEqual([503, 1]);
    const later = await openSite({ at: site.stripe, database: site.database, clockOffset: "11 minutes" });
    site.stripe.script([{ on: expire, fault: "500", times: 3 }]);
    await later.app.runJob("payments");
    // The page couldn't be closed, so the buyer gets the ten minutes granted while a processor is down.
    expect(await order.read()).toMatchObject({ status: "paying", holdGraceSeconds: 600 });
    const latest = await openSite({ at: site.stripe, database: site.database, clockOffset: "21 minutes" });
    await dueNow(latest);
    await latest.app.runJob("payments");
    expect([payable(site).length, (await order.read()).status]).toEqual([0, "expired"]);
    expect(site.stripe.ledger.sessions.size).toBe(1);
  });

  test("ends the attempt if the page was never opened and its time is over", async () => {
    const site = await openSite();
    site.stripe.script([{ on: open, fault: "drop before", times: 3 }]);
    const order = await openOrder(site);
    expect(order.payment.status).toBe(503);
    site.stripe.ledger.clockOffsetSeconds = 7200;
    const later = await openSite({ at: site.stripe, database: site.database, clockOffset: "2 hours" });
    await later.app.runJob("payments");
    expect([site.stripe.ledger.sessions.size, (await order.read()).status]).toEqual([0, "expired"]);
  });
});

describe("the deadline", () => {
  test("closes the page at the processor, and only then releases the stock", async () => {
    const site = await openSite();
    const order = await openOrder(site);
    const later = await openSite({ at: site.stripe, database: site.database, clockOffset: "11 minutes" });
    await later.app.runJob("payments");
    expect(site.stripe.ledger.session(order.session).status).toBe("expired");
    expect((await order.read()).status).toBe("expired");
  });

  test.for([1, 0])(
    "that coincides with the buyer's payment ends in tickets or a refund, with %i left",
    async (left) => {
      const site = await openSite();
      const ticketTypeId = await site.create.ticketType({ capacity: 1, priceCents: 2500 });
      const order = await openOrder(site, { ticketTypeId });
      site.stripe.webhookEvents.mode = "lose";
      const later = await openSite({ at: site.stripe, database: site.database, clockOffset: "11 minutes" });
      // The order expired as if its page had been closed, but the money arrives anyway.
      await later.app.services.payments.settle({
        session: { ...(await site.app.services.payments.provider.findSession(order.session))!, status: "expired" },
      });
      expect((await order.read()).status).toBe("expired");
      if (left === 0) {
        const other = await openOrder(later, { ticketTypeId });
        site.stripe.webhookEvents.mode = "send";
        site.stripe.webhookEvents.sendTo(carryTo(later));
        await site.stripe.pay(other.session);
        expect((await other.read()).status).toBe("paid");
      }
      site.stripe.webhookEvents.mode = "send";
      site.stripe.webhookEvents.sendTo(carryTo(later));
      await site.stripe.pay(order.session);
      await later.app.runJob("refunds");
      const { ours, theirs } = await moneyOf(later);
      expect(ours).toEqual(theirs);
      expect(await order.read()).toMatchObject(
        left === 1 ? { status: "paid" } : { status: "expired", payment: { status: "refunded" } },
      );
    },
  );

  test("still gives a paid order if the payment was made at the last moment", async () => {
    const site = await openSite();
    const order = await openOrder(site);
    site.stripe.webhookEvents.mode = "lose";
    await site.stripe.pay(order.session);
    const later = await openSite({ at: site.stripe, database: site.database, clockOffset: "11 minutes" });
    await later.app.runJob("payments");
    expect((await order.read()).status).toBe("paid");
  });
});

describe("a processor that is down", () => {
  test("isn't called by everyone: after five failures buyers are told at once when to come back, and nothing is lost", async () => {
    const site = await openSite();
    site.stripe.script([{ on: open, fault: "500", times: 100 }]);
    const first = await Promise.all(Array.from({ length: 6 }, () => openOrder(site)));
    expect(first.map(({ payment }) => payment.status)).toEqual(Array(6).fill(503));
    const asked = site.stripe.calls.length;
    const late = await openOrder(site);
    expect(late.payment).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect((late.payment.body as unknown as { message: string }).message).toContain("Your order is still on hold");
    expect(Number(late.payment.headers["retry-after"])).toBeGreaterThan(2);
    expect(site.stripe.calls.length).toBe(asked);
    expect((await late.read()).status).toBe("paying");
  }, 60_000);

  test("leaves webhook events stored, and they are processed when it is back", async () => {
    const site = await openSite();
    const order = await openOrder(site);
    site.stripe.script([{ on: lookup, fault: "500", times: 3 }]);
    await site.stripe.pay(order.session);
    expect(site.stripe.webhookEvents.all.at(-1)!.delivered).toBe(true);
    expect((await order.read()).status).toBe("paying");
    await dueNow(site);
    await site.app.runJob("webhooks");
    expect((await order.read()).status).toBe("paid");
  });

  test("gets a response to its webhook before it gives up on us, even if our lookup takes long", async () => {
    const lookedUp = Promise.withResolvers<void>();
    const site = await openSite({
      wrapProvider: (provider) => ({
        ...provider,
        async findSession(ref) {
          await lookedUp.promise;
          return provider.findSession(ref);
        },
      }),
    });
    const order = await openOrder(site);
    await site.stripe.pay(order.session);
    expect(site.stripe.webhookEvents.all.at(-1)!.delivered).toBe(true);
    expect((await order.read()).status).toBe("paying");
    lookedUp.resolve();
    await expect.poll(async () => (await order.read()).status, { timeout: 60_000 }).toBe("paid");
    const { rows } = await sql`select processed_at is not null as done from webhook_inbox`.execute(site.db);
    expect(rows).toEqual([{ done: true }]);
  }, 60_000);
});

describe("a refund", () => {
  async function paidAndReturned(outcome: Parameters<StripeSite["stripe"]["script"]>[0], amountCents = 1000) {
    const site = await openSite();
    const order = await openOrder(site);
    await site.stripe.pay(order.session);
    site.stripe.script(outcome);
    await inTransaction(site.db, (tx) =>
      openRefund(site.app.deps, tx, { subjectId: order.id, amountCents, reason: "requested", orderRefundId: null }),
    );
    await site.app.runJob("refunds");
    for (let tries = 0; tries < 4; tries++) {
      await dueNow(site);
      await site.app.runJob("refunds");
    }
    const { rows } = await sql<{ status: string; failure: string | null }>`select status, failure from refunds`.execute(
      site.db,
    );
    return { site, refund: rows[0]!, made: site.stripe.books().refunds };
  }

  test.for(["drop before", "drop after", "500", "500 kept", "500 after", "429"] as const)(
    "is sent once after %j",
    { timeout: 60_000 },
    async (fault) => {
      const { refund, made } = await paidAndReturned([{ on: send, fault }]);
      expect(refund.status).toBe("done");
      expect(made).toEqual([expect.objectContaining({ amountCents: 1000, status: "succeeded" })]);
    },
  );

  test("whose response hangs after it was made is found, and marked done even if its key is forgotten", async () => {
    const site = await openSite();
    const order = await openOrder(site);
    await site.stripe.pay(order.session);
    site.stripe.script([{ on: send, fault: "hang after" }]);
    site.stripe.webhookEvents.mode = "lose";
    await inTransaction(site.db, (tx) =>
      openRefund(site.app.deps, tx, {
        subjectId: order.id,
        amountCents: 1000,
        reason: "requested",
        orderRefundId: null,
      }),
    );
    site.stripe.forgetKeys();
    await site.app.runJob("refunds");
    await dueNow(site);
    await site.app.runJob("refunds");
    expect(site.stripe.books().refunds.length).toBeLessThanOrEqual(2);
    expect((await sql`select status from refunds`.execute(site.db)).rows).toEqual([{ status: "done" }]);
  }, 60_000);

  test("that the bank returns fails and is never reported as done again", async () => {
    const { site, made } = await paidAndReturned([]);
    await site.stripe.endRefund(made[0]!.ref, "failed");
    const { rows } = await sql`select status, failure from refunds`.execute(site.db);
    expect(rows).toEqual([{ status: "failed", failure: "expired_or_canceled_card" }]);
  });

  test("that is permanently rejected fails with the processor's reason", async () => {
    const site = await openSite();
    const order = await openOrder(site);
    await site.stripe.pay(order.session);
    site.stripe.ledger.refund(site.stripe.chargeIn(order.session).payment_intent, undefined, {});
    await inTransaction(site.db, (tx) =>
      openRefund(site.app.deps, tx, {
        subjectId: order.id,
        amountCents: 2500,
        reason: "requested",
        orderRefundId: null,
      }),
    );
    await site.app.runJob("refunds");
    const { rows } = await sql`select status, failure from refunds`.execute(site.db);
    expect(rows).toEqual([{ status: "failed", failure: "charge_already_refunded" }]);
  });
});

describe("the request queue", () => {
  /** Twenty turns a second, while the processor accepts twenty-five calls. */
  const gapMs = 50;

  /**
   * Fifty buyers on two nodes pay at once while the queue is busy for `takenMs`. On a slow machine calls may be late
   * and bunched up; `early` are those that no delay explains because they came before their turn.
   */
  async function pressAtOnce(takenMs: number, rewriteSql?: Sabotage) {
    let turns = 0;
    const watchSql = (text: string) => {
      if (text.includes("insert into provider_pace as p")) turns++;
    };
    const site = await openSite({ rewriteSql, watchSql, stripe: { perSecond: Infinity } });
    const second = await openSite({ rewriteSql, watchSql, at: site.stripe, database: site.database });
    const ticketTypeId = await site.create.ticketType({ capacity: 60, priceCents: 2500 });
    const freeAt = Date.now() + takenMs;
    await sql`
      insert into provider_pace values ('open', clock_timestamp() + make_interval(secs => ${takenMs / 1000}))`.execute(
      site.db,
    );
    const orders = await Promise.all(
      Array.from({ length: 50 }, (_, index) => openOrder([site, second][index % 2]!, { ticketTypeId })),
    );
    const calls = site.stripe.calls.map(({ at }) => at).toSorted((a, b) => a - b);
    // A timer may fire a moment too soon, so one turn of tolerance is allowed.
    const early = calls.filter((at, index) => at < freeAt + (index - 1) * gapMs);
    return { site, orders, calls, early, turns };
  }

  test("keeps fifty buyers on two nodes under the processor's limit, and no one pays twice", async () => {
    const { site, orders, calls, early, turns } = await pressAtOnce(1000);
    expect(orders.map(({ payment }) => payment.status)).toEqual(Array(50).fill(200));
    expect([calls.length, turns]).toEqual([50, 50]);
    expect(early).toEqual([]);
    expect(site.stripe.ledger.sessions.size).toBe(50);
  }, 60_000);

  test("negative control: without turns some calls come too early", async () => {
    const { early } = await pressAtOnce(
      60_000,
      sabotage(
        ["greatest(0, extract", "0 * greatest(0, extract", { in: "provider_pace as p" }],
        // However long the queue is, it isn't full.
        ["where p.next_at < clock_timestamp() + make_interval(", "$&hours => 1, "],
      ),
    );
    expect(early.length).toBeGreaterThan(0);
  }, 60_000);

  test("when full responds at once with the time until there is room", async () => {
    const site = await openSite();
    await sql`insert into provider_pace values ('open', clock_timestamp() + interval '1 minute')`.execute(site.db);
    const order = await openOrder(site);
    expect(order.payment).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(order.payment.headers["retry-after"]).toBe("5");
    expect(site.stripe.calls).toEqual([]);
  });
});

test("the processor's full list has the same form as the sandbox's: charges, refunds and disputes by our own ids", async () => {
  const site = await openSite();
  const order = await openOrder(site);
  await site.stripe.pay(order.session);
  const { refundId } = await inTransaction(site.db, (tx) =>
    openRefund(site.app.deps, tx, { subjectId: order.id, amountCents: 700, reason: "requested", orderRefundId: null }),
  );
  await site.app.runJob("refunds");
  const charge = site.stripe.chargeIn(order.session);
  const dispute = await site.stripe.dispute(charge.id);
  const { rows } = await sql<{ id: string; ref: string }>`select id, charge_ref as ref from payments`.execute(site.db);
  const paymentId = rows[0]!.id;
  const lines: object[] = [];
  const span = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
  for await (const line of site.app.services.payments.provider.listMoney(span)) lines.push(line);
  expect(lines).toEqual([
    expect.objectContaining({
      kind: "charge",
      ref: rows[0]!.ref,
      paymentId,
      amountCents: 2500,
      currency: "USD",
      status: "done",
    }),
    expect.objectContaining({ kind: "refund", paymentId, refundId, amountCents: 700, status: "done" }),
    expect.objectContaining({ kind: "dispute", ref: dispute.id, paymentId, amountCents: 1800, status: "open" }),
  ]);
});
