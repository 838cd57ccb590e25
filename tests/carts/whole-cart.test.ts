import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/db/database.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { createDigital } from "#tests/shop/kit.ts";
import { add, browserOf, openBrowser, readCart, set } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(() => sql`delete from carts`.execute(site.db));

const startsAt = new Date("2031-06-08T02:00:00Z");
const dates = { startsAt, endsAt: new Date("2031-06-08T08:00:00Z") };

test("each line is shown whole: shipped merch, a limited ticket, a download that is sold out", async () => {
  await setDelivery(admin, [rate({ freeFromCents: 9000 }), rate({ name: "Express", freeFromCents: 20_000 })]);
  const productId = await site.create.product({
    title: "Yard Tee",
    slug: "yard-tee",
    options: [{ name: "Size", values: ["M"] }],
    pictures: ["velvet-riddim", "wet-fete"],
  });
  const tee = await site.create.variant({ productId, options: ["M"], picture: 1, priceCents: 3100, onHand: 3 });
  const eventId = await site.create.event({ title: "Soca Supper", timeZone: "America/Chicago", ...dates });
  const pair = { name: "Pair", priceCents: 5000, feeCents: 300, minPerOrder: 2, maxPerOrder: 6, capacity: 40 };
  const ticket = await site.create.ticketType({ eventId, ...pair });
  const mixId = await site.create.product({ title: "Road Mix", slug: "road-mix", kind: "digital" });
  const mix = await site.create.variant({ productId: mixId, priceCents: 1200, onHand: 0, maxPerPerson: 1 });
  const browser = openBrowser(site);
  await add(browser, tee, 4);
  await add(browser, ticket, 2, { kind: "ticket", unitCents: 4800 });
  await add(browser, mix, 1, { unitCents: 900 });
  // A change of the first line leaves it where it is.
  await set(browser, tee, 5, { unitCents: 3100 });
  const { lines, ...sums } = await readCart(browser);
  expect(sums).toEqual({
    count: 8,
    subtotalCents: 3 * 3100 + 2 * 5000,
    currency: "USD",
    // The merch that can be bought, by the rate that is free first.
    untilFreeShippingCents: 0,
  });
  const event = { id: eventId, title: "Soca Supper", startsAt: startsAt.toISOString(), timeZone: "America/Chicago" };
  expect(lines.map(({ picture: { key }, ...line }) => ({ ...line, key }))).toEqual([
    {
      kind: "variant",
      itemId: tee,
      title: "Yard Tee",
      name: "M",
      path: "/shop?product=yard-tee",
      key: "wet-fete",
      event: null,
      quantity: 5,
      buyable: 3,
      minQuantity: 1,
      maxQuantity: 3,
      unitCents: 3100,
      wasCents: null,
      totalCents: 9300,
      problem: "fewer",
      problemText: "Only 3 left.",
      heldOrderId: null,
      isPhysical: true,
    },
    {
      kind: "ticket",
      itemId: ticket,
      title: "Soca Supper",
      name: "Pair",
      path: expect.stringMatching(new RegExp(`^/events/${eventId}/`)),
      key: "velvet-riddim",
      event: { ...event, status: "on" },
      quantity: 2,
      buyable: 2,
      minQuantity: 2,
      maxQuantity: 6,
      unitCents: 5000,
      wasCents: 4800,
      totalCents: 10_000,
      problem: "price",
      problemText: "Price changed from $48.00 to $50.00.",
      heldOrderId: null,
      isPhysical: false,
    },
    {
      kind: "variant",
      itemId: mix,
      title: "Road Mix",
      name: "",
      path: "/shop?product=road-mix",
      key: expect.any(String),
      event: null,
      quantity: 1,
      buyable: 0,
      minQuantity: 1,
      maxQuantity: 0,
      unitCents: 1200,
      wasCents: null,
      totalCents: 0,
      problem: "sold_out",
      problemText: "Sold out.",
      heldOrderId: null,
      isPhysical: false,
    },
  ]);
});

test("free shipping counts from the lowest threshold, and isn't promised for tickets, downloads or what is sold out", async () => {
  await setDelivery(admin, [rate({ name: "Express", freeFromCents: 20_000 }), rate({ freeFromCents: 10_000 })]);
  const untilFree = async (variantId: number, quantity = 1) => {
    const browser = openBrowser(site);
    return (await add(browser, variantId, quantity)).body.untilFreeShippingCents;
  };
  const tee = await site.create.variant({ priceCents: 3000, onHand: 5 });
  expect(await untilFree(tee, 2)).toBe(4000);
  expect(await untilFree(tee, 4)).toBe(0);
  expect(await untilFree(await site.create.variant({ onHand: 0 }))).toBeNull();
  expect(await untilFree((await createDigital(site, [5])).variantIds[0]!)).toBeNull();
  await setDelivery(admin, [rate()]);
  expect(await untilFree(tee, 2)).toBeNull();
});

test("the price that was seen is the one of the last change; without one, the price of that moment", async () => {
  const variantId = (await createDigital(site, [50], { priceCents: 4000 })).variantIds[0]!;
  const reprice = (cents: number) =>
    sql`update variants set price_cents = ${cents} where id = ${variantId}`.execute(site.db);
  const browser = openBrowser(site);
  await add(browser, variantId, 1);
  await reprice(4500);
  const was = async () => (await readCart(browser)).lines[0]!.wasCents;
  expect(await was()).toBe(4000);
  // The buyer saw the new price and changed the quantity.
  expect((await set(browser, variantId, 2, { unitCents: 4500 })).body.lines[0]).toMatchObject({
    quantity: 2,
    wasCents: null,
    problemText: null,
  });
  await reprice(4400);
  expect(await was()).toBe(4500);
  expect((await add(browser, variantId, 1)).body.lines[0]).toMatchObject({ quantity: 3, wasCents: null });
});

test("signing in keeps the price that each line was added at, and the account's where both have the item", async () => {
  const [tee, cap] = (await createDigital(site, [50, 50], { priceCents: 3000 })).variantIds as [number, number];
  const person = await site.as("user");
  await add(browserOf(site, person), tee, 1, { unitCents: 2900 });
  const browser = openBrowser(site);
  await add(browser, tee, 2, { unitCents: 2500 });
  await add(browser, cap, 1, { unitCents: 2700 });
  browser.cookies.set("sg_session", person.token!);
  expect((await readCart(browser)).lines.map((line) => [line.itemId, line.quantity, line.wasCents])).toEqual([
    [tee, 2, 2900],
    [cap, 1, 2700],
  ]);
});

test("a ticket and a product with the same number are two lines: removing or buying one leaves the other", async () => {
  await sql`select setval(pg_get_serial_sequence('variants', 'id'), 70000)`.execute(site.db);
  await sql`select setval(pg_get_serial_sequence('ticket_types', 'id'), 70000)`.execute(site.db);
  const [variantId] = (await createDigital(site, [50])).variantIds as [number];
  const ticketTypeId = await site.create.ticketType();
  expect(ticketTypeId).toBe(variantId);
  const person = await site.as("user");
  const browser = browserOf(site, person);
  const lines = async () => (await readCart(browser)).lines.map(({ kind, quantity }) => [kind, quantity]);
  await add(browser, ticketTypeId, 3, { kind: "ticket" });
  await add(browser, variantId, 2);
  await set(browser, variantId, 0);
  expect(await lines()).toEqual([["ticket", 3]]);
  await add(browser, variantId, 2);
  expect((await site.buy(person, [{ variantId, quantity: 5 }])).body.status).toBe("paid");
  expect(await lines()).toEqual([["ticket", 3]]);
  // Others who have the same item keep it.
  const other = browserOf(site, await site.as("user"));
  await add(other, ticketTypeId, 1, { kind: "ticket" });
  expect((await site.buy(person, [{ ticketTypeId, quantity: 2 }])).body.status).toBe("paid");
  expect(await lines()).toEqual([["ticket", 1]]);
  expect((await readCart(other)).count).toBe(1);
});

test("what other orders hold, or one whose time is up, isn't the visitor's own", async () => {
  const variantId = (await createDigital(site, [1])).variantIds[0]!;
  const person = await site.as("guest");
  const browser = browserOf(site, person);
  await add(browser, variantId, 1);
  const draft = { lines: [{ variantId, quantity: 1 }], buyer: { name: "Ada", email: "ada@example.com" } };
  const { body: order } = await person.post("/api/orders", draft);
  const line = async () => (await readCart(browser)).lines[0]!;
  expect(await line()).toMatchObject({ problem: "in_carts", heldOrderId: order.id });
  await sql`update holds set expires_at = clock_now() - interval '1 second' where holder_id = ${order.id}`.execute(
    site.db,
  );
  expect(await line()).toMatchObject({ problem: null, buyable: 1, heldOrderId: null });
  await sql`update orders set user_id = ${(await site.as("guest")).id} where id = ${order.id}`.execute(site.db);
  await sql`update holds set expires_at = clock_now() + interval '1 hour' where holder_id = ${order.id}`.execute(
    site.db,
  );
  expect(await line()).toMatchObject({ problem: "in_carts", heldOrderId: null });
});

test.each([
  ["more than the limit", { maxPerOrder: 3 }, 4, "You can order 3 of these at most"],
  ["more than one person can have", { maxPerPerson: 2 }, 3, "You can order 2 of these at most"],
  ["a drop before it opens", { salesStartAt: new Date(Date.now() + 3_600_000) }, 1, /: sales haven't started yet$/],
  ["what isn't sold anymore", { salesEndAt: new Date(Date.now() - 1000) }, 1, /: sales have ended$/],
])("%s is refused with its reason, and what was there stays", async (_, variant, quantity, message) => {
  const variantId = (await createDigital(site, [50], variant)).variantIds[0]!;
  const browser = openBrowser(site);
  await add(browser, (await createDigital(site, [50])).variantIds[0]!, 1);
  const { body } = await add(browser, variantId, quantity);
  expect(body.message).toMatch(message);
  expect((await readCart(browser)).count).toBe(1);
});

test("an account that joins another takes its cart along, as the data download counts it", async () => {
  const [tee, cap] = (await createDigital(site, [50, 50])).variantIds as [number, number];
  const [from, to] = [await site.as("user"), await site.as("user")];
  await add(browserOf(site, from), tee, 3, { unitCents: 2500 });
  await add(browserOf(site, to), cap, 1);
  const { personalRecords } = site.app.deps;
  const cartOf = async (id: number) => (await personalRecords.readAll(site.db, { id, email: null }))["cart"];
  expect(await cartOf(from.id)).toMatchObject({
    updatedAt: expect.anything(),
    lines: [{ kind: "variant", itemId: tee, quantity: 3, unitCents: 2500 }],
  });
  await inTransaction(site.db, (tx) => personalRecords.moveAll(tx, from.id, to.id));
  expect((await readCart(browserOf(site, to))).lines.map(({ itemId, quantity }) => [itemId, quantity])).toEqual([
    [tee, 3],
    [cap, 1],
  ]);
  expect(await cartOf(from.id)).toBeNull();
});

test("removing a line counts as a change of the cart: it isn't deleted as an old one", async () => {
  const [tee, cap] = (await createDigital(site, [50, 50])).variantIds as [number, number];
  const browser = openBrowser(site);
  await add(browser, tee);
  await add(browser, cap);
  const age = (days: number) =>
    sql`update carts set updated_at = clock_now() - make_interval(days => ${days})`.execute(site.db);
  await age(31);
  await set(browser, cap, 0);
  await site.app.runJob("old-carts");
  expect((await readCart(browser)).count).toBe(1);
  await age(29);
  await site.app.runJob("old-carts");
  expect((await readCart(browser)).count).toBe(1);
});
