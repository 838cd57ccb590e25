import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PaymentMethod } from "#contract/payments/payment-method.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { createSite, draft, paymentPageOf } from "#testing/site.ts";
import { refund, wish } from "#tests/refunds/kit.ts";
import { createStripeSite, openOrder, type StripeSite } from "./stripe-kit.ts";

let database: TestDatabase;
let site: StripeSite;
beforeAll(async () => {
  database = await createTestDatabase();
  await installMovingClock(database, { isFrozen: true });
  site = await createStripeSite({ database });
});
afterAll(async () => {
  await site.close();
  await database.drop();
});

async function offer(paymentMethods: readonly PaymentMethod[]) {
  const { status } = await (await site.as("admin")).post("/api/admin/settings", { paymentMethods });
  expect(status).toBe(200);
}

/** How often a call of ours is tried. */
const triesOfACall = 3;

/** An order of this many cents whose payment page is open, and what the page offers. */
async function openFor(priceCents: number, { capacity = 10, quantity = 1 } = {}) {
  const ticketTypeId = await site.create.ticketType({ capacity, priceCents });
  const order = await openOrder(site, { ticketTypeId, quantity });
  return { ...order, offered: site.stripe.ledger.session(order.session).payment_method_types };
}

/** Lets time pass here and at the processor, and does what is due. */
async function pass(seconds: number) {
  await moveClock(database, seconds);
  site.stripe.ledger.clockOffsetSeconds += seconds;
  await site.app.runJob("payments");
  await site.app.runJob("holds");
}

test("a site offers cards alone until an admin turns a method on, and only admins can", async () => {
  expect((await openFor(6000)).offered).toEqual(["card"]);
  const moderator = await site.as("moderator");
  expect((await moderator.post("/api/admin/settings", { paymentMethods: ["klarna"] })).status).toBe(403);
  const admin = await site.as("admin");
  const refused = await admin.post("/api/admin/settings", { paymentMethods: ["us_bank_account"] });
  expect(refused).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  expect((await openFor(6000)).offered).toEqual(["card"]);
});

test("the page offers the methods that take the amount, and every page names what the site offers", async () => {
  await offer(["klarna", "affirm"]);
  expect((await openFor(4999)).offered).toEqual(["card", "klarna"]);
  expect((await openFor(5000)).offered).toEqual(["card", "klarna", "affirm"]);
  expect((await openFor(500)).offered).toEqual(["card"]);
  expect((await site.anon.get("/api/site")).body.paymentMethods).toEqual(["klarna", "affirm"]);
  await offer(["klarna", "affirm"]);
  const { rows } = await sql`select from audit_log where action = 'settings.changed'`.execute(site.db);
  expect(rows).toHaveLength(1);
});

test("the built-in payment page offers nothing else, whatever was set", async () => {
  const other = await createSite();
  await (await other.as("admin")).post("/api/admin/settings", { paymentMethods: ["klarna"] });
  expect((await other.anon.get("/api/site")).body.paymentMethods).toEqual([]);
  await other.close();
});

test("a page that is asked for again offers the same, though the site offers something else by now", async () => {
  await offer(["klarna"]);
  site.stripe.script([{ on: "POST /v1/checkout/sessions", fault: "drop before", times: triesOfACall }]);
  const ticketTypeId = await site.create.ticketType({ capacity: 10, priceCents: 6000 });
  const buyer = await site.as("guest");
  const { body: order } = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  expect((await buyer.post(`/api/orders/${order.id}/payment`)).status).toBe(503);
  await offer(["affirm"]);
  const again = await buyer.post(`/api/orders/${order.id}/payment`);
  expect(again.status).toBe(200);
  const session = new URL(paymentPageOf(again)).pathname.split("/").at(-1)!;
  expect(site.stripe.ledger.session(session).payment_method_types).toEqual(["card", "klarna"]);
});

describe.for(PaymentMethod.options)("%s", (method) => {
  beforeAll(() => offer(PaymentMethod.options));

  test("an approved payment is paid at once", async () => {
    const order = await openFor(6000);
    await site.stripe.pay(order.session, method);
    expect(await order.read()).toMatchObject({ status: "paid", tickets: [{}] });
    expect(site.stripe.chargeIn(order.session).payment_method_details.type).toBe(method);
  });

  test("a refused one leads back to the order on hold, which can be paid another way", async () => {
    const order = await openFor(6000);
    await site.stripe.decline(order.session, method);
    await pass(30);
    expect(await order.read()).toMatchObject({ status: "paying", payment: { status: "declined" }, tickets: [] });
    expect((await order.read()).holdSecondsLeft).toBeGreaterThan(0);
    const page = await order.buyer.post(`/api/orders/${order.id}/payment`);
    expect(paymentPageOf(page)).toContain(order.session);
    await site.stripe.pay(order.session);
    expect((await order.read()).status).toBe("paid");
  });

  test.each([
    ["gives tickets if some are left", false, "paid"],
    ["is refunded if none are", true, "expired"],
  ] as const)("an approval after the deadline %s", async (_, isSoldOut, status) => {
    const order = await openFor(6000, { capacity: 1 });
    await site.stripe.payLate(order.session, method);
    await pass(15 * 60);
    expect((await order.read()).status).toBe("expired");
    if (isSoldOut) {
      const next = await openOrder(site, { ticketTypeId: order.ticketTypeId });
      await site.stripe.pay(next.session);
    }
    await site.stripe.arrive(order.session, method);
    await site.app.runJob("refunds");
    expect((await order.read()).status).toBe(status);
    const charge = site.stripe.chargeIn(order.session);
    expect([charge.payment_method_details.type, charge.amount_refunded]).toEqual([method, isSoldOut ? 6000 : 0]);
  });

  test("a partial refund can take days, and what is kept is right", async () => {
    const order = await openFor(2000, { quantity: 3 });
    expect(order.offered).toContain(method);
    await site.stripe.pay(order.session, method);
    site.stripe.ledger.refundsEnd = "pending";
    const admin = await site.as("admin");
    const [ticket] = (await order.read()).tickets;
    expect((await refund(admin, order.id, wish(2000, { ticketIds: [ticket!.id] }))).status).toBe(201);
    await site.app.runJob("refunds");
    site.stripe.ledger.refundsEnd = "succeeded";
    const statusOf = async () =>
      (
        await sql<{ status: string }>`
        select r.status from refunds r join payments p on p.id = r.payment_id where p.subject_id = ${order.id}`.execute(
          site.db,
        )
      ).rows.map((row) => row.status);
    expect(await statusOf()).toEqual(["pending"]);
    await site.stripe.endRefund([...site.stripe.ledger.refunds.keys()].at(-1)!, "succeeded");
    expect(await statusOf()).toEqual(["done"]);
    expect(site.stripe.chargeIn(order.session).amount_refunded).toBe(2000);
  });

  test("a dispute freezes the ticket", async () => {
    const order = await openFor(6000);
    await site.stripe.pay(order.session, method);
    const [ticket] = (await order.read()).tickets;
    await site.stripe.dispute(site.stripe.chargeIn(order.session).id);
    const scan = { code: ticket!.code, eventId: ticket!.eventId, deviceId: "door-device-1", scanId: randomUUID() };
    expect((await (await site.as("moderator")).post("/api/scans", scan)).body.verdict).toBe("void");
  });
});

test("nothing contradicts itself after all of it", async () => {
  for (const job of ["payments", "disputes", "refunds", "mail", "order-documents"] as const) await site.app.runJob(job);
  await expectInvariants(site.db);
});
