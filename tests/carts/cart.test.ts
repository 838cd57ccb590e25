import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createSite, type Site, paymentPageOf } from "#testing/site.ts";
import { createDigital } from "#tests/shop/kit.ts";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { add, browserOf, countCarts, openBrowser, readCart, set, unitsOf } from "./kit.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
afterEach(async () => {
  await expectInvariants(site.db);
  await sql`delete from carts`.execute(site.db);
});

const createVariant = async (more: object = {}, onHand = 50) =>
  (await createDigital(site, [onHand], more)).variantIds[0]!;

test("a cart is empty and nothing is stored until the first item, which gives the browser a cookie", async () => {
  const browser = openBrowser(site);
  expect(await readCart(browser)).toEqual({
    lines: [],
    count: 0,
    subtotalCents: 0,
    currency: "USD",
    untilFreeShippingCents: null,
  });
  const variantId = await createVariant();
  expect((await set(browser, variantId, 0)).body.count).toBe(0);
  expect([await countCarts(site), browser.cookies.size]).toEqual([0, 0]);

  expect((await add(browser, variantId)).status).toBe(200);
  const [cookie] = browser.setCookies();
  expect(cookie).toMatch(/^sg_cart=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  // Only the token's hash is stored.
  const { rows } = await sql<{ hash: Buffer }>`select token_hash as hash from carts`.execute(site.db);
  expect(rows[0]!.hash).toEqual(createHash("sha256").update(browser.cookies.get("sg_cart")!).digest());
});

test("a line shows its product, its price and its event, and is added to, set and removed", async () => {
  const [first, second] = (await createDigital(site, [50, 50], { priceCents: 1500 })).variantIds as [number, number];
  const ticketTypeId = await site.create.ticketType();
  const browser = openBrowser(site);
  await add(browser, first);
  await add(browser, ticketTypeId, 2, { kind: "ticket" });
  const { body } = await add(browser, second, 3);
  expect(body).toMatchObject({ count: 6, subtotalCents: 1500 + 2 * 2500 + 3 * 1500 });
  expect(body.lines).toMatchObject([
    { kind: "variant", itemId: first, name: "No. 1", path: expect.stringMatching(/^\/shop\?product=yard-tee-\d+$/) },
    { kind: "ticket", itemId: ticketTypeId, quantity: 2, path: expect.stringMatching(/^\/events\/\d+\/./) },
    { itemId: second, unitCents: 1500, totalCents: 4500, problem: null, isPhysical: false },
  ]);
  expect(unitsOf((await add(browser, first, 2)).body)[first]).toBe(3);
  expect(unitsOf((await set(browser, first, 1)).body)[first]).toBe(1);
  expect(unitsOf((await set(browser, second, 0)).body)).toEqual({ [first]: 1, [ticketTypeId]: 2 });
});

test("prices and stock are read anew each time, and nothing is on hold", async () => {
  const variantId = await createVariant({ priceCents: 4000 }, 2);
  const browser = openBrowser(site);
  await add(browser, variantId, 2, { unitCents: 4000 });
  const one = (await readCart(browser)).lines[0];
  expect(one).toMatchObject({ problem: null, maxQuantity: 2 });
  await sql`update variants set price_cents = 4500 where id = ${variantId}`.execute(site.db);
  const { body } = await site.buy(await site.as("guest"), [{ variantId, quantity: 1 }]);
  expect(body.status).toBe("paid");
  const cart = await readCart(browser);
  expect(cart.lines[0]).toMatchObject({
    quantity: 2,
    buyable: 1,
    wasCents: 4000,
    problem: "fewer",
    problemText: "Only 1 left. Price changed from $40.00 to $45.00.",
  });
  expect(cart.subtotalCents).toBe(4500);
  await sql`update variants set sales_end_at = clock_now() where id = ${variantId}`.execute(site.db);
  expect((await readCart(browser)).lines[0]).toMatchObject({ problem: "closed", problemText: "Sales have ended." });
});

test.each([
  ["a draft", { publication: "draft" }, {}, "not_found"],
  ["an archived variant", {}, { isArchived: true }, "not_found"],
  ["a drop before it opens", {}, { salesStartAt: new Date(Date.now() + 3_600_000) }, "sales_closed"],
  ["more than an order can have", {}, { maxPerOrder: 1 }, "over_limit"],
] as const)("%s can't be added", async (_, product, variant, code) => {
  const productId = await site.create.product({ kind: "digital", ...product });
  const variantId = await site.create.variant({ productId, ...variant });
  expect((await add(openBrowser(site), variantId, 2)).body.code).toBe(code);
});

test("unknown items, hidden ticket types and prices that the buyer chooses are refused", async () => {
  const browser = openBrowser(site);
  const hidden = await site.create.ticketType({ accessCode: "BACKSTAGE" });
  const open = await site.create.ticketType({ pricing: "open", priceCents: 0, feeCents: 0, minimumCents: 500 });
  const ticket = { kind: "ticket" };
  expect((await add(browser, 999_999)).body.code).toBe("not_found");
  expect((await add(browser, 1, 1, { kind: "gift" })).body.code).toBe("not_found");
  expect((await add(browser, hidden, 1, ticket)).body.code).toBe("not_found");
  expect((await add(browser, open, 1, ticket)).body).toMatchObject({
    code: "sales_closed",
    message: expect.stringContaining("choose your price"),
  });
  expect(browser.cookies.size).toBe(0);
});

test("a cart has room for twenty items, and a hundred of one", async () => {
  const variants = (
    await createDigital(
      site,
      Array.from({ length: 21 }, () => 5),
    )
  ).variantIds;
  const browser = openBrowser(site);
  for (const variantId of variants.slice(0, 20)) expect((await add(browser, variantId)).status).toBe(200);
  expect((await add(browser, variants[20]!)).body).toMatchObject({
    code: "over_limit",
    message: "A cart has room for 20 different items",
  });
  expect((await set(browser, variants[0]!, 101)).status).toBe(400);
  expect((await readCart(browser)).lines).toHaveLength(20);
});

test("a forged, foreign or malformed cookie opens no cart", async () => {
  const variantId = await createVariant();
  const owner = openBrowser(site);
  await add(owner, variantId);
  const { rows } = await sql<{ hash: string }>`select encode(token_hash, 'hex') as hash from carts`.execute(site.db);
  for (const forged of [
    "x".repeat(43),
    rows[0]!.hash,
    "",
    "'; drop table carts",
    owner.cookies.get("sg_cart")!.slice(1),
  ]) {
    const other = openBrowser(site);
    other.cookies.set("sg_cart", forged);
    expect((await readCart(other)).count).toBe(0);
    expect((await add(other, variantId, 2)).body.count).toBe(2);
    expect(other.cookies.get("sg_cart")).not.toBe(forged);
  }
  expect((await readCart(owner)).count).toBe(1);
});

test("another site can't change a cart", async () => {
  const variantId = await createVariant();
  const browser = openBrowser(site);
  await add(browser, variantId);
  const foreign = { "sec-fetch-site": "cross-site" };
  expect(
    (await browser.send("PUT", "/api/cart/lines", { kind: "variant", itemId: variantId, quantity: 0 }, foreign)).status,
  ).toBe(403);
  expect((await readCart(browser)).count).toBe(1);
});

test("requests that add at once all count", async () => {
  const variantId = await createVariant();
  const browser = browserOf(site, await site.as("user"));
  await Promise.all(Array.from({ length: 8 }, () => add(browser, variantId)));
  expect(unitsOf(await readCart(browser))).toEqual({ [variantId]: 8 });
  expect(await countCarts(site)).toBe(1);
});

test("what was bought leaves the buyer's cart when it is paid, and what was added since stays", async () => {
  const [tee, cap, mix] = (await createDigital(site, [50, 50, 50])).variantIds as [number, number, number];
  const person = await site.as("guest");
  const browser = browserOf(site, person);
  await add(browser, tee, 2);
  await add(browser, cap, 1);
  await add(browser, mix, 1);
  const lines = [
    { variantId: tee, quantity: 2 },
    { variantId: cap, quantity: 1 },
  ];
  const placed = await person.post("/api/orders", { lines, buyer: { name: "Ada", email: "ada@example.com" } });
  expect(unitsOf(await readCart(browser))).toEqual({ [tee]: 2, [cap]: 1, [mix]: 1 });
  await add(browser, tee, 1);
  const payment = await person.post(`/api/orders/${placed.body.id}/payment`);
  const pay = () => person.call("POST", `${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
  await pay();
  await pay();
  expect(unitsOf(await readCart(browser))).toEqual({ [tee]: 1, [mix]: 1 });
});

test("what the visitor's own unpaid order holds is said to be theirs, with the order, and nobody else's is", async () => {
  const variantId = await createVariant({}, 2);
  const person = await site.as("guest");
  const [browser, other] = [browserOf(site, person), browserOf(site, await site.as("guest"))];
  for (const each of [browser, other]) await add(each, variantId, 2);
  const draft = { lines: [{ variantId, quantity: 2 }], buyer: { name: "Ada", email: "ada@example.com" } };
  const { body: order } = await person.post("/api/orders", draft);
  const lineOf = async (each: typeof browser) => (await readCart(each)).lines[0];
  expect(await lineOf(browser)).toMatchObject({
    buyable: 0,
    problem: "in_carts",
    problemText: "These are on hold in your unpaid order.",
    heldOrderId: order.id,
  });
  expect(await lineOf(other)).toMatchObject({
    problem: "in_carts",
    problemText: expect.stringContaining("in checkout right now"),
    heldOrderId: null,
  });
  await person.call("DELETE", `/api/orders/${order.id}`);
  expect(await lineOf(browser)).toMatchObject({ buyable: 2, problem: null, heldOrderId: null });
});

test("of two unpaid orders that hold what is in the cart, the latest is named", async () => {
  const variantId = await createVariant({}, 2);
  const person = await site.as("guest");
  const browser = browserOf(site, person);
  await add(browser, variantId, 2);
  const draft = { lines: [{ variantId, quantity: 1 }], buyer: { name: "Ada", email: "ada@example.com" } };
  const placed = [await person.post("/api/orders", draft), await person.post("/api/orders", draft)];
  expect(placed.map(({ status }) => status)).toEqual([201, 201]);
  expect((await readCart(browser)).lines[0]!.heldOrderId).toBe(placed[1]!.body.id);
});

test("only merch counts toward free shipping, as at checkout", async () => {
  await setDelivery(await site.as("admin"), [rate({ freeFromCents: 10_000 })]);
  const browser = openBrowser(site);
  await add(browser, await site.create.variant({ priceCents: 3000, onHand: 9 }), 2);
  const ticketTypeId = await site.create.ticketType({ priceCents: 9000, feeCents: 0 });
  await browser.post("/api/cart", { kind: "ticket", itemId: ticketTypeId, quantity: 1 });
  expect(await readCart(browser)).toMatchObject({ subtotalCents: 15_000, untilFreeShippingCents: 4000 });
});

test("a browser's cart is deleted after 30 days without a change, a member's stays", async () => {
  const variantId = await createVariant();
  const [browser, late] = [openBrowser(site), openBrowser(site)];
  const member = browserOf(site, await site.as("user"));
  for (const each of [browser, late, member]) await add(each, variantId);
  await sql`update carts set updated_at = clock_now() - interval '31 days'`.execute(site.db);
  await set(late, variantId, 2);
  await site.app.runJob("old-carts");
  const counts = await Promise.all([browser, late, member].map(async (each) => (await readCart(each)).count));
  expect(counts).toEqual([0, 2, 1]);
});

test("a data download has the cart, and deleting the account deletes it", async () => {
  const variantId = await createVariant();
  const person = await site.as("guest");
  const browser = browserOf(site, person);
  await add(browser, variantId, 2);
  const records = await site.app.deps.personalRecords.readAll(site.db, { id: person.id, email: null });
  expect(records["cart"]).toMatchObject({ lines: [{ kind: "variant", itemId: variantId, quantity: 2 }] });
  await site.db
    .transaction()
    .execute((tx) => site.app.deps.personalRecords.forgetAll(tx, { id: person.id, email: null }));
  expect(await countCarts(site)).toBe(0);
});
