import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { createTestDatabase } from "#testing/database.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { completePage, createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";
import { createStripeSite, openOrder } from "./stripe-kit.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** A database whose clock the test moves; only a job ends a payment there. */
async function movingDatabase() {
  const database = await createTestDatabase();
  open.push({ close: () => database.drop() });
  await installMovingClock(database, { isFrozen: true });
  return database;
}

const stock = async (site: Site) =>
  (await sql`select held, sold from stock where kind = 'ticket_type' order by id`.execute(site.db)).rows;

const paymentStatuses = async (site: Site) =>
  (await sql<{ status: string }>`select status from payments order by id`.execute(site.db)).rows.map(
    ({ status }) => status,
  );

/** Checks that the last ticket is held while its buyer can pay, and released once the deadline has passed. */
async function endsAtDeadline(
  site: Site,
  { pass, read, buyNext }: { pass: (seconds: number) => Promise<void>; read: () => Promise<any>; buyNext: Buying },
) {
  expect(await read()).toMatchObject({ status: "paying", tickets: [] });
  await pass(9 * 60);
  await site.app.runJob("payments");
  await site.app.runJob("holds");
  expect(await read()).toMatchObject({ status: "paying", holdSecondsLeft: 60 });
  expect(await stock(site)).toEqual([{ held: 1, sold: 0 }]);
  expect((await buyNext()).body.code).toBe("in_carts");

  await pass(2 * 60);
  await site.app.runJob("payments");
  await site.app.runJob("holds");
  expect((await read()).status).toBe("expired");
  expect(await paymentStatuses(site)).toEqual(["expired"]);
  expect(await stock(site)).toEqual([{ held: 0, sold: 0 }]);
  expect((await buyNext()).status).toBe(201);
  expect(await brokenInvariants(site.db)).toEqual([]);
}
type Buying = () => Promise<{ status: number; body: any }>;

const nextInLine = async (site: Site, ticketTypeId: number) =>
  (await site.as("guest")).post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));

test.each([
  ["was declined", ["decline"]],
  ["was declined three times", ["decline", "decline", "decline"]],
  ["was abandoned", []],
])("a sandbox payment that %s ends at its deadline, and the next buyer can get the ticket", async (_, tries) => {
  const database = await movingDatabase();
  const site = await createSite({ database });
  open.push(site);
  const ticketTypeId = await site.create.ticketType({ capacity: 1 });
  const buyer = await site.as("guest");
  const { orderId, url } = await openPage(buyer, ticketTypeId);
  for (const outcome of tries) {
    expect((await completePage(buyer, url, outcome)).body.status).toBe("declined");
  }
  await endsAtDeadline(site, {
    pass: (seconds) => moveClock(database, seconds),
    read: async () => (await buyer.get(`/api/orders/${orderId}`)).body,
    buyNext: () => nextInLine(site, ticketTypeId),
  });
  const late = await completePage(buyer, url, "approve");
  expect(late).toMatchObject({ status: 409, body: { code: "payment_closed" } });
});

async function openPage(buyer: Client, ticketTypeId: number) {
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  return { orderId: placed.body.id, url: paymentPageOf(payment) };
}

test.each([
  ["was declined", true],
  ["was abandoned", false],
])("a Stripe payment that %s ends at its deadline, and the next buyer can get the ticket", async (_, isDeclined) => {
  const database = await movingDatabase();
  const site = await createStripeSite({ database });
  open.push(site);
  const ticketTypeId = await site.create.ticketType({ capacity: 1 });
  const order = await openOrder(site, { ticketTypeId });
  if (isDeclined) await site.stripe.decline(order.session);
  await endsAtDeadline(site, {
    pass: async (seconds) => {
      await moveClock(database, seconds);
      // The processor uses the same clock.
      site.stripe.ledger.clockOffsetSeconds += seconds;
    },
    read: order.read,
    buyNext: () => nextInLine(site, ticketTypeId),
  });
  expect(site.stripe.ledger.session(order.session).status).toBe("expired");
});

test("a slow payment that fails lets its buyer pay again, and the order expires at its deadline", async () => {
  const database = await movingDatabase();
  const site = await createStripeSite({ database });
  open.push(site);
  const ticketTypeId = await site.create.ticketType({ capacity: 1 });
  const order = await openOrder(site, { ticketTypeId });
  await site.stripe.payLate(order.session);
  expect(await order.read()).toMatchObject({ status: "paying", payment: { status: "processing" } });
  await site.stripe.failLate(order.session);
  expect((await order.read()).status).not.toBe("paid");
  await moveClock(database, 11 * 60);
  await site.app.runJob("payments");
  await site.app.runJob("holds");
  expect((await order.read()).status).toBe("expired");
  expect(await stock(site)).toEqual([{ held: 0, sold: 0 }]);
  expect((await nextInLine(site, ticketTypeId)).status).toBe(201);
});
