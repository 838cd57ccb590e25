import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { createTestDatabase } from "#testing/database.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { sabotage } from "#testing/sabotage.ts";
import type { SiteOptions } from "#testing/site.ts";
import { paymentPageOf } from "#testing/site.ts";
import { carryTo, createStripeSite, openOrder, startFarStripe, type StripeSite } from "./stripe-kit.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const minutes = 60;

/** A site whose processor can be cut off, on a clock that can be moved; `node()` starts another server of it. */
async function openShop(options: SiteOptions = {}) {
  const database = await createTestDatabase();
  await installMovingClock(database, { isFrozen: true });
  const far = await startFarStripe();
  open.push({ close: () => database.drop() }, far);
  async function node(more: SiteOptions = {}): Promise<StripeSite> {
    const site = await createStripeSite({ ...more, at: far.stripe, settings: far.settings, database });
    open.push(site);
    return site;
  }
  const site = await node(options);
  far.stripe.webhookEvents.sendTo(carryTo(site));
  const ticketTypeId = await site.create.ticketType({ capacity: 1, priceCents: 2500 });
  return {
    site,
    node,
    line: far.line,
    ticketTypeId,
    pass: async (seconds: number) => {
      await moveClock(database, seconds);
      // The processor uses the same clock.
      far.stripe.ledger.clockOffsetSeconds += seconds;
    },
  };
}

const broken = async (site: StripeSite) => (await checkInvariants(site.db, stockInvariants)).map(({ id }) => id);

const wants = async (site: StripeSite, ticketTypeId: number) =>
  (await site.as("guest")).post("/api/orders", {
    lines: [{ ticketTypeId, quantity: 1 }],
    buyer: { name: "Next In Line", email: "next@example.com" },
  });

test("if the processor doesn't respond, the buyer gets ten more minutes once, however often and wherever they retry", async () => {
  const { site, node, line, ticketTypeId } = await openShop();
  await line.down();
  const order = await openOrder(site, { ticketTypeId });
  expect(order.payment.status).toBe(503);
  expect(await order.read()).toMatchObject({ status: "paying", holdSecondsLeft: 1200, holdGraceSeconds: 600 });
  const there = await node();
  const again = await Promise.all(
    [site, there, there].map((at) => at.clientOf(order.buyer).post(`/api/orders/${order.id}/payment`)),
  );
  expect(again.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(await order.read()).toMatchObject({ holdSecondsLeft: 1200, holdGraceSeconds: 600 });
  expect(await broken(site)).toEqual([]);
}, 60_000);

test("a buyer who waited for the processor past the first deadline can still pay, and no one else got the ticket", async () => {
  const { site, line, ticketTypeId, pass } = await openShop();
  await line.down();
  const order = await openOrder(site, { ticketTypeId });
  await pass(15 * minutes);
  await line.up();
  await site.app.runJob("payments");
  expect((await wants(site, ticketTypeId)).body.code).toBe("in_carts");
  const page = await order.buyer.post(`/api/orders/${order.id}/payment`);
  expect(page.status).toBe(200);
  await site.stripe.pay(new URL(paymentPageOf(page)).pathname.split("/").at(-1)!);
  expect(await order.read()).toMatchObject({ status: "paid", holdGraceSeconds: 0 });
  expect(await broken(site)).toEqual([]);
}, 60_000);

test("after the grace period the page closes and the ticket is for sale again, but only once the processor confirms", async () => {
  const { site, line, ticketTypeId, pass } = await openShop();
  await line.down();
  const order = await openOrder(site, { ticketTypeId });
  await pass(25 * minutes);
  await site.app.runJob("payments");
  expect(await order.read()).toMatchObject({ status: "paying", holdSecondsLeft: 0, holdGraceSeconds: 600 });
  expect((await wants(site, ticketTypeId)).body.code).toBe("in_carts");
  await line.up();
  await pass(1 * minutes);
  await site.app.runJob("payments");
  expect((await order.read()).status).toBe("expired");
  expect((await wants(site, ticketTypeId)).status).toBe(201);
  expect(await broken(site)).toEqual([]);
}, 60_000);

test("a buyer on the processor's page when it goes down also keeps the tickets ten minutes longer", async () => {
  const { site, line, ticketTypeId, pass } = await openShop();
  const order = await openOrder(site, { ticketTypeId });
  await pass(1 * minutes);
  await line.down();
  await site.app.runJob("payments");
  expect(await order.read()).toMatchObject({ status: "paying", holdSecondsLeft: 19 * minutes, holdGraceSeconds: 600 });
  await line.up();
  await pass(13 * minutes);
  await site.app.runJob("payments");
  await site.stripe.pay(order.session);
  expect((await order.read()).status).toBe("paid");
}, 60_000);

/** The buyer leaves the page, opens a new one, and runs into the next outage. */
async function meetTwoOutages(
  { site, node, line, ticketTypeId, pass }: Awaited<ReturnType<typeof openShop>>,
  options?: SiteOptions,
) {
  await line.down();
  const order = await openOrder(site, { ticketTypeId });
  await line.up();
  const page = await order.buyer.post(`/api/orders/${order.id}/payment`);
  const session = new URL(paymentPageOf(page)).pathname.split("/").at(-1)!;
  const left = await site.app.services.payments.provider.findSession(session);
  await site.app.services.payments.settle({ session: { ...left!, status: "canceled" } });
  expect(await order.read()).toMatchObject({
    status: "awaiting_payment",
    holdSecondsLeft: 1200,
    holdGraceSeconds: 600,
  });
  await pass(12 * minutes);
  await line.down();
  const there = await node(options);
  expect((await there.clientOf(order.buyer).post(`/api/orders/${order.id}/payment`)).status).toBe(503);
  return order;
}

test("an order gets the ten minutes once, however many attempts and outages it goes through", async () => {
  const shop = await openShop();
  const order = await meetTwoOutages(shop);
  expect(await order.read()).toMatchObject({ status: "paying", holdSecondsLeft: 480, holdGraceSeconds: 600 });
  const { rows } = await sql`select grace_seconds from payments order by id`.execute(shop.site.db);
  expect(rows).toEqual([{ grace_seconds: 600 }, { grace_seconds: 0 }]);
  expect(await broken(shop.site)).toEqual([]);
}, 60_000);

test("negative control: without the once-only check every outage adds ten minutes, and an invariant catches it", async () => {
  const shop = await openShop();
  await sql`drop index payments_one_grace`.execute(shop.site.db);
  const order = await meetTwoOutages(shop, {
    rewriteSql: sabotage(["and x.grace_seconds > 0", "and false"], ["and orders.hold_grace_seconds = 0", ""]),
  });
  expect(await order.read()).toMatchObject({ holdSecondsLeft: 1080 });
  expect(await broken(shop.site)).toContain("I-38");
}, 60_000);

test("negative control: without the grace period a waiting buyer loses the ticket as soon as the processor is back", async () => {
  const { site, line, ticketTypeId, pass } = await openShop({
    rewriteSql: sabotage(["where p.id = due.id and p.grace_seconds = 0", "where false and p.id = due.id"]),
  });
  await line.down();
  const order = await openOrder(site, { ticketTypeId });
  await pass(15 * minutes);
  await line.up();
  await site.app.runJob("payments");
  expect((await order.read()).status).toBe("expired");
}, 60_000);

test("a buyer who only waits in the request queue gets no extra time, because the processor is up", async () => {
  const { site, ticketTypeId } = await openShop();
  await sql`insert into provider_pace values ('open', clock_timestamp() + interval '1 minute')`.execute(site.db);
  const order = await openOrder(site, { ticketTypeId });
  expect(order.payment.status).toBe(503);
  expect(await order.read()).toMatchObject({ status: "paying", holdSecondsLeft: 600, holdGraceSeconds: 0 });
}, 60_000);
