import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { haveRead, installMeetingPoint, overtake } from "#testing/meeting-point.ts";
import { dropStockCheck, meetAtStock, sabotage, unlocked } from "#testing/sabotage.ts";
import {
  completePage,
  type Client,
  type OrderLines,
  type Site,
  type SiteOptions,
  paymentPageOf,
} from "#testing/site.ts";
import { rate, setDelivery, ship, tax } from "#tests/delivery/kit.ts";
import { books, checkInvariants, createCode, createPromoter, createTestSites, pay, place } from "./kit.ts";

// A promo code that is added to an order on hold.

const { open, later, close } = createTestSites();
afterEach(close);

const add = (buyer: Client, { id }: Pick<Order, "id">, promoCode = "SOCA10") =>
  buyer.call("PUT", `/api/orders/${id}/promo-code`, { promoCode });

async function openScene(options: SiteOptions = {}, code: object = {}) {
  const { site, admin } = await open(options);
  const ticketTypeId = await site.create.ticketType({ capacity: 100 });
  await createCode(admin, code);
  const buyer = await site.as("guest");
  return { site, admin, buyer, ticketTypeId };
}
const hold = async (buyer: Client, lines: OrderLines, more: object = {}): Promise<Order> =>
  (await place(buyer, lines, more)).body;

/** What an order costs, and for whom it counts. */
async function accountOf(site: Site, order: Order) {
  const { rows } = await sql`
    select promo_code_id, promoter_id, ticket_count, discount_cents, revenue_cents, commission_cents
    from promotion_redemptions where order_id = ${order.id}::uuid`.execute(site.db);
  const { subtotalCents, feeCents, discountCents, taxCents, shippingCents, totalCents, promoCode, lines } = order;
  const ofLine = ({ id: _, ...line }: Order["lines"][number]) => line;
  const sums = { subtotalCents, feeCents, discountCents, taxCents, shippingCents, totalCents, promoCode };
  return { ...sums, lines: lines.map(ofLine), redemption: rows };
}

test("an order with a code added costs, counts and credits the same as one placed with it", async () => {
  const { site, admin, ticketTypeId } = await openScene();
  await createCode(admin, { code: "TWOOFF", discount: { kind: "per_unit", amountCents: 333 }, unitLimit: 2 });
  await createCode(admin, { code: "FREE", discount: { kind: "percent", percent: 100 } });
  await createPromoter(admin);
  await setDelivery(admin, [rate()], [tax(), tax({ category: "clothing", freeBelowCents: 11_000 })]);
  const table = await site.create.ticketType({ ticketsPerUnit: 4, priceCents: 20_001 });
  const donation = await site.create.ticketType({ pricing: "open", priceCents: 0, feeCents: 0, minimumCents: 500 });
  const hoodie = await site.create.variant({ priceCents: 12_000, weightGrams: 400 });
  const cases: [OrderLines, object, string][] = [
    [[{ ticketTypeId, quantity: 3 }], {}, "SOCA10"],
    [[{ ticketTypeId, quantity: 3 }], { via: "kezia" }, "SOCA10"],
    [
      [
        { ticketTypeId: table, quantity: 1 },
        { ticketTypeId, quantity: 2 },
      ],
      { via: "kezia" },
      "TWOOFF",
    ],
    [[{ ticketTypeId: donation, quantity: 2, amountCents: 1777 }], {}, "SOCA10"],
    // At 10% off, the hoodie is under the price from which clothing is taxed.
    [
      [
        { variantId: hoodie, quantity: 1 },
        { ticketTypeId, quantity: 1 },
      ],
      ship(),
      "SOCA10",
    ],
    [[{ ticketTypeId, quantity: 2 }], { via: "kezia" }, "FREE"],
  ];
  for (const [lines, more, promoCode] of cases) {
    const [before, after] = [await site.as("guest"), await site.as("guest")];
    const whole = await hold(before, lines, { ...more, promoCode });
    const placed = await hold(after, lines, more);
    expect(placed.discountCents).toBe(0);
    const added = await add(after, placed, ` ${promoCode.toLowerCase()} `);
    expect([added.status, added.body.holdExpiresAt]).toEqual([200, placed.holdExpiresAt]);
    expect(await accountOf(site, added.body)).toEqual(await accountOf(site, whole));
    expect(added.body.discountCents).toBeGreaterThan(0);
    await pay(after, placed.id);
  }
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("prices that changed since stay as they were, and the same code again changes nothing", async () => {
  const { site, buyer, ticketTypeId } = await openScene({}, { totalLimit: 5 });
  const order = await hold(buyer, [{ ticketTypeId, quantity: 2 }]);
  await sql`update ticket_types set price_cents = 9900 where id = ${ticketTypeId}`.execute(site.db);
  const first = await add(buyer, order);
  expect(first.body).toMatchObject({ subtotalCents: 5000, discountCents: 500, totalCents: 4500, promoCode: "SOCA10" });
  const again = await add(buyer, order, "soca10");
  expect([again.status, again.body.totalCents]).toEqual([200, 4500]);
  expect(await books(site, "promo")).toEqual({ capacity: 5, held: 1, sold: 0 });
});

test("the code is released with the order's tickets when its time is up", async () => {
  const { site, buyer, ticketTypeId } = await openScene({}, { totalLimit: 1 });
  const order = await hold(buyer, [{ ticketTypeId, quantity: 2 }]);
  await add(buyer, order);
  const future = await later(site);
  await future.app.runJob("holds");
  expect(await books(site, "promo")).toEqual({ capacity: 1, held: 0, sold: 0 });
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("expired");
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("an expired hold on the code's last use is cleared for it", async () => {
  const { site, ticketTypeId } = await openScene({}, { totalLimit: 1 });
  await hold(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], { promoCode: "SOCA10" });
  const future = await later(site);
  const buyer = await future.as("guest");
  const order = await hold(buyer, [{ ticketTypeId, quantity: 1 }]);
  expect((await add(buyer, order)).status).toBe(200);
});

test("an open payment page is closed first, and paying opens one with the new total", async () => {
  const { site, buyer, ticketTypeId } = await openScene();
  const order = await hold(buyer, [{ ticketTypeId, quantity: 2 }]);
  const url = paymentPageOf(await buyer.post(`/api/orders/${order.id}/payment`));
  expect((await add(buyer, order)).body).toMatchObject({ status: "awaiting_payment", totalCents: 4500 });
  const closed = await buyer.call("POST", `${new URL(url).pathname}/complete`, { outcome: "approve" });
  expect(closed.status).toBe(409);
  await pay(buyer, order.id);
  const { rows } = await sql`
    select captured_cents as cents from payments where captured_cents is not null`.execute(site.db);
  expect(rows).toEqual([{ cents: 4500 }]);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("if the buyer paid meanwhile, the order is paid as it was and the code isn't used", async () => {
  const { site, buyer, ticketTypeId } = await openScene({ courier: async () => false }, { totalLimit: 5 });
  const order = await hold(buyer, [{ ticketTypeId, quantity: 2 }]);
  const url = paymentPageOf(await buyer.post(`/api/orders/${order.id}/payment`));
  await completePage(buyer, url, "approve");
  expect((await add(buyer, order)).body.code).toBe("order_closed");
  const paid = (await buyer.get(`/api/orders/${order.id}`)).body;
  expect(paid).toMatchObject({ status: "paid", totalCents: 5000, promoCode: null });
  expect(await books(site, "promo")).toEqual({ capacity: 5, held: 0, sold: 0 });
});

test("money that a former page took after all goes back, and the order can still be paid", async () => {
  const { site, buyer, ticketTypeId } = await openScene();
  const order = await hold(buyer, [{ ticketTypeId, quantity: 2 }]);
  const url = paymentPageOf(await buyer.post(`/api/orders/${order.id}/payment`));
  await add(buyer, order);
  const ref = new URL(url).pathname.split("/").at(-1)!;
  await sql`
    update sandbox.sessions set status = 'approved', approved_at = clock_now() where ref = ${ref}`.execute(site.db);
  const { payments } = site.app.services;
  await payments.settle({ session: (await payments.provider.findSession(ref))! });
  await site.app.runJob("refunds");
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("awaiting_payment");
  const { rows } = await sql`select reason, amount_cents as cents from refunds`.execute(site.db);
  expect(rows).toEqual([{ reason: "amount_mismatch", cents: 5000 }]);
  await pay(buyer, order.id);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("if money of a former page and of the current one arrive together, the current one pays", async () => {
  const { site, buyer, ticketTypeId } = await openScene({ courier: async () => false });
  const order = await hold(buyer, [{ ticketTypeId, quantity: 2 }]);
  const openPage = async ({ id }: Order) =>
    new URL(paymentPageOf(await buyer.post(`/api/orders/${id}/payment`))).pathname.split("/").at(-1)!;
  const former = await openPage(order);
  await add(buyer, order);
  const refs = [await openPage(await hold(buyer, [{ ticketTypeId, quantity: 1 }])), former, await openPage(order)];
  await sql`
    update sandbox.sessions set status = 'approved', approved_at = clock_now()
    where ref = any(${refs.slice(1)}::text[])`.execute(site.db);
  const { payments } = site.app.services;
  const sessions = await Promise.all(refs.map((ref) => payments.provider.findSession(ref)));
  // While the first call is under way, the other two wait for one batch.
  await Promise.all(sessions.map((session) => payments.settle({ session: session! })));
  await site.app.runJob("refunds");
  expect((await buyer.get(`/api/orders/${order.id}`)).body).toMatchObject({ status: "paid", totalCents: 4500 });
  const { rows } = await sql`select amount_cents as cents from refunds`.execute(site.db);
  expect(rows).toEqual([{ cents: 5000 }]);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test.each([
  ["of someone else", async ({ site }) => site.as("guest"), "not_found"],
  [
    "that was released",
    async ({ buyer, order }) => (await buyer.call("DELETE", `/api/orders/${order.id}`), buyer),
    "order_closed",
  ],
  ["whose time is up", async ({ site, buyer }) => (await later(site)).clientOf(buyer), "order_closed"],
  ["that is paid", async ({ buyer, order }) => (await pay(buyer, order.id), buyer), "order_closed"],
  ["with another code", async ({ buyer, order }) => (await add(buyer, order, "OTHER"), buyer), "code_invalid"],
] as [string, (scene: { site: Site; buyer: Client; order: Order }) => Promise<Client>, string][])(
  "an order %s gets no code",
  async (_, change, code) => {
    const { site, admin, buyer, ticketTypeId } = await openScene({}, { totalLimit: 5 });
    await createCode(admin, { code: "OTHER" });
    const order = await hold(buyer, [{ ticketTypeId, quantity: 2 }]);
    const asking = await change({ site, buyer, order });
    expect((await add(asking, order)).body.code).toBe(code);
    expect(await books(site, "promo")).toEqual({ capacity: 5, held: 0, sold: 0 });
    expect(await checkInvariants(site.db)).toEqual([]);
  },
);

test("a code that doesn't apply says why at its field, leaves an open page open, and unknown ones are counted", async () => {
  const { admin, buyer, ticketTypeId } = await openScene({ settings: { RATE_LIMITS: "on" } }, { minimumCents: 90_000 });
  const order = await hold(buyer, [{ ticketTypeId, quantity: 2 }]);
  await buyer.post(`/api/orders/${order.id}/payment`);
  const refused = await add(buyer, order);
  expect(refused.body.errors).toEqual([{ path: "promoCode", message: "This code is for orders of $900.00 or more" }]);
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("paying");
  for (let guess = 0; guess < 10; guess++) expect((await add(buyer, order, `NO${guess}`)).status).toBe(409);
  await createCode(admin, { code: "GOOD" });
  expect((await add(buyer, order, "GOOD")).body.code).toBe("too_many_requests");
});

test.each([
  ["without uses left", { totalLimit: 1 }, "This code has no uses left"],
  ["that the buyer has used", { personLimit: 1 }, "You've reached the limit for this code"],
])("a code %s leaves an open page open", async (_, limits, message) => {
  const { buyer, ticketTypeId } = await openScene({}, limits);
  await hold(buyer, [{ ticketTypeId, quantity: 1 }], { promoCode: "SOCA10" });
  const order = await hold(buyer, [{ ticketTypeId, quantity: 2 }]);
  await buyer.post(`/api/orders/${order.id}/payment`);
  expect((await add(buyer, order)).body).toMatchObject({ code: "code_invalid", message });
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("paying");
});

test("a press that is sent twice at once adds the code once", async () => {
  const { site, buyer, ticketTypeId } = await openScene({}, { totalLimit: 5 });
  const slow = await open({ database: site.database, rewriteSql: meetAtStock() });
  await installMeetingPoint(site.db);
  const order = await hold(buyer, [{ ticketTypeId, quantity: 2 }]);
  const answers = await overtake(
    site.db,
    () => add(slow.site.clientOf(buyer), order),
    () => add(buyer, order),
  );
  expect(answers.map(({ status, body }) => [status, body.totalCents])).toEqual([
    [200, 4500],
    [200, 4500],
  ]);
  expect(await books(site, "promo")).toEqual({ capacity: 5, held: 1, sold: 0 });
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("a person's limit for a code counts it, on two orders at once", async () => {
  const { site, buyer, ticketTypeId } = await openScene({}, { personLimit: 1 });
  const orders = [
    await hold(buyer, [{ ticketTypeId, quantity: 1 }]),
    await hold(buyer, [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]),
  ];
  const answers = await Promise.all(orders.map((order) => add(buyer, order)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("a code that makes an order free keeps to what one email can have for free in a day", async () => {
  const code = { discount: { kind: "percent", percent: 100 } };
  const { site, ticketTypeId } = await openScene({ settings: { RATE_LIMITS: "on" } }, code);
  const lines = [{ ticketTypeId, quantity: 10 }];
  const buyer = { name: "Ada", email: "one-mailbox@example.com" };
  const [one, other] = [await site.as("guest"), await site.as("guest")];
  const first = await hold(one, lines, { buyer });
  expect((await add(one, first)).body.totalCents).toBe(0);
  const second = await hold(other, lines, { buyer });
  expect((await add(other, second)).body.code).toBe("free_limit");
  await pay(one, first.id);
  expect(await checkInvariants(site.db)).toEqual([]);
});

/** Buyers on two nodes with orders on hold all add a code at once that three of them can use. */
async function rush(options: SiteOptions = {}, prepare: (site: Site) => Promise<void> = async () => {}) {
  const { site, admin } = await open(options);
  await prepare(site);
  const second = await open({ ...options, database: site.database });
  const ticketTypes = await Promise.all([1, 2].map(() => site.create.ticketType({ capacity: 100 })));
  await createCode(admin, { totalLimit: 3 });
  const buyers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? site : second.site).as("guest")),
  );
  const orders = await Promise.all(
    buyers.map((buyer, index) => hold(buyer, [{ ticketTypeId: ticketTypes[index % 2]!, quantity: 1 }])),
  );
  const answers = await Promise.all(buyers.map((buyer, index) => add(buyer, orders[index]!)));
  return { site, added: answers.filter(({ status }) => status === 200) };
}

test("the last uses of a code go to as many as there are, however many add it at once", async () => {
  const { site, added } = await rush();
  expect(added).toHaveLength(3);
  expect(await books(site, "promo")).toEqual({ capacity: 3, held: 3, sold: 0 });
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("negative control: without row locks and the table's check more of them get it", async () => {
  const { added } = await rush({ rewriteSql: unlocked() }, (site) => dropStockCheck(site.db));
  expect(added.length).toBeGreaterThan(3);
});

test("a payment that starts while a code is added waits for it, and then pays for all that the order holds", async () => {
  const { site, buyer, ticketTypeId } = await openScene({
    rewriteSql: sabotage(["where order_lines.id = l.id", `where order_lines.id = l.id and ${haveRead()}`]),
  });
  const second = await open({ database: site.database });
  const order = await hold(buyer, [{ ticketTypeId, quantity: 1 }]);
  let paying: ReturnType<Client["post"]> | undefined;
  const [added] = await overtake(
    site.db,
    () => add(buyer, order),
    async () => {
      paying = second.site.clientOf(buyer).post(`/api/orders/${order.id}/payment`);
      await waitForLock(site);
    },
  );
  expect([added.status, (await paying)!.status]).toEqual([200, 200]);
  const { rows } = await sql`
    select h.expires_at as "expiresAt", p.amount_cents as cents from holds h join payments p on p.subject_id = h.holder_id
    where h.holder_id = ${order.id}::uuid`.execute(site.db);
  const paused = { expiresAt: null, cents: 2250 };
  expect(rows).toEqual([paused, paused]);
  await pay(buyer, order.id);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test.each([
  ["another code is added", (buyer, order) => add(buyer, order, "OTHER"), "code_invalid"],
  ["it is released", (buyer, order) => buyer.call("DELETE", `/api/orders/${order.id}`), "order_closed"],
  ["paying starts", (buyer, order) => buyer.post(`/api/orders/${order.id}/payment`), "request_in_flight"],
] as [string, (buyer: Client, order: Order) => Promise<{ status: number }>, string][])(
  "an order gets no code if %s just before",
  async (_, overtaking, code) => {
    const { site, admin, buyer, ticketTypeId } = await openScene();
    await createCode(admin, { code: "OTHER" });
    const slow = await open({ database: site.database, rewriteSql: meetAtStock() });
    await installMeetingPoint(site.db);
    const order = await hold(buyer, [{ ticketTypeId, quantity: 1 }]);
    const [added, other] = await overtake(
      site.db,
      () => add(slow.site.clientOf(buyer), order),
      () => overtaking(buyer, order),
    );
    expect([other.status, added.body.code]).toEqual([200, code]);
    expect(await checkInvariants(site.db)).toEqual([]);
  },
);

/** Waits until a statement waits for another's lock. */
async function waitForLock({ db }: Site): Promise<void> {
  await expect
    .poll(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length, { timeout: 20_000 })
    .toBeGreaterThan(0);
}

test("paying and adding a code at once: the buyer pays what the order costs then", async () => {
  const { site, ticketTypeId } = await openScene();
  const second = await open({ database: site.database });
  for (let round = 0; round < 20; round++) {
    const buyer = await site.as("guest");
    const order = await hold(buyer, [{ ticketTypeId, quantity: 1 }]);
    const [, added] = await Promise.all([
      buyer.post(`/api/orders/${order.id}/payment`),
      add(second.site.clientOf(buyer), order),
    ]);
    expect([200, 409]).toContain(added.status);
    // As the browser does when a payment is just starting.
    if (added.status !== 200) expect(added.body.code).toBe("request_in_flight");
    await pay(buyer, order.id);
    const paid = (await buyer.get(`/api/orders/${order.id}`)).body as Order;
    expect(paid.totalCents).toBe(added.status === 200 ? 2250 : 2500);
  }
  expect(await checkInvariants(site.db)).toEqual([]);
});
