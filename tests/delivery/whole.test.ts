import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { createCode } from "#tests/promotions/kit.ts";
import { address, pickup, rate, setDelivery, ship, tax } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const quote = async (variantId: number, quantity: number, delivery?: object) =>
  (
    await (
      await site.as("guest")
    ).post("/api/orders/quote", {
      lines: [{ variantId, quantity }],
      ...(delivery === undefined ? {} : { delivery }),
    })
  ).body;
const to = (state: string, more: object = {}) => ({ method: "ship", address: { state }, ...more });

test("every field of both tables is stored, changed in place and written to the activity log", async () => {
  const rates = [
    { ...rate({ belowGrams: 1000, freeFromCents: 9000, states: ["NY", "NJ"] }) },
    { ...rate({ fromGrams: 1000, priceCents: 1200, states: ["NY", "NJ"] }) },
    { ...rate({ name: "Sea mail", states: ["HI"], priceCents: 3000 }) },
  ];
  const free = { freeBelowCents: null };
  const taxes = [
    tax({ state: "NY", rate: 4000, ...free }),
    tax({ state: "NJ", category: "clothing", rate: 0, ...free }),
    tax({ state: "NY", zipFrom: "11201", zipTo: "11231", category: "shipping", rate: 8875, ...free }),
    tax({ state: "NY", category: "clothing", rate: 8875, freeBelowCents: 11_000 }),
    tax({ state: "NY", zipFrom: "10001", zipTo: "10282", rate: 8875, ...free }),
  ];
  const first = await setDelivery(admin, rates, taxes);
  expect(first.rates).toEqual(rates.map((each) => ({ ...each, id: expect.any(Number) })));
  // By state; a whole state before its ranges, everything before a category.
  expect(first.taxes).toEqual([taxes[1], taxes[0], taxes[3], taxes[4], taxes[2]]);
  const [light, heavy] = first.rates;
  const changed = [
    { ...light!, name: "Economy", states: [], fromGrams: 0, belowGrams: 500, priceCents: 600, freeFromCents: null },
    {
      ...heavy!,
      name: "Economy",
      states: [],
      fromGrams: 500,
      belowGrams: null,
      priceCents: 900,
      freeFromCents: 20_000,
    },
    rate({ name: "Overnight", priceCents: 4900 }),
  ];
  const saved = await admin.call("PUT", "/api/admin/delivery", { version: first.version, rates: changed, taxes: [] });
  expect(saved.body).toEqual({
    version: first.version + 1,
    rates: [changed[0], changed[1], { ...changed[2], id: expect.any(Number) }],
    taxes: [],
  });
  const { items } = (await admin.get("/api/admin/audit?action=settings.changed")).body;
  expect(items[0]).toMatchObject({
    before: { shippingRates: first.rates, salesTax: first.taxes },
    after: { shippingRates: saved.body.rates, salesTax: [] },
  });
});

test("until shipping is free counts by the rates of the state, and for a pickup there is nothing to reach", async () => {
  await setDelivery(admin, [
    rate({ freeFromCents: 10_000 }),
    rate({ name: "Express", priceCents: 2500, freeFromCents: 15_000 }),
    rate({ name: "Air", states: ["AK"], priceCents: 3000 }),
    rate({ name: "Sea mail", states: ["HI"], priceCents: 2000, freeFromCents: 7500 }),
  ]);
  const variantId = await site.create.variant({ priceCents: 3000 });
  const eventId = await site.create.event();
  const untilFree = async (delivery?: object) =>
    (await quote(variantId, 2, delivery)).deliveryOptions!.untilFreeShippingCents;
  expect([await untilFree(to("NY")), await untilFree(to("AK")), await untilFree(to("HI"))]).toEqual([4000, null, 1500]);
  expect(await untilFree({ method: "pickup", eventId })).toBeNull();
  // Before there is a state, any rate may be meant.
  expect(await untilFree()).toBe(1500);
});

test("an option that isn't there for the state or the weight falls back to the cheapest in a quote, not in an order", async () => {
  const { rates } = await setDelivery(admin, [
    rate({ name: "Express", priceCents: 2500 }),
    rate({ belowGrams: 1000 }),
    rate({ fromGrams: 1000, priceCents: 1200 }),
    rate({ name: "Sea mail", states: ["HI"], priceCents: 3000 }),
  ]);
  const [express, light, heavy, sea] = rates.map(({ id }) => id);
  const variantId = await site.create.variant({ weightGrams: 400 });
  const optionsOf = async (quantity: number, delivery: object) => {
    const { shippingCents, deliveryOptions } = await quote(variantId, quantity, delivery);
    return [shippingCents, deliveryOptions!.rateId, deliveryOptions!.rates.map(({ id }) => id)];
  };
  expect(await optionsOf(2, to("NY"))).toEqual([700, light, [light, express]]);
  expect(await optionsOf(3, to("NY"))).toEqual([1200, heavy, [heavy, express]]);
  expect(await optionsOf(3, to("NY", { rateId: light }))).toEqual([1200, heavy, [heavy, express]]);
  expect(await optionsOf(3, to("NY", { rateId: express }))).toEqual([2500, express, [heavy, express]]);
  expect(await optionsOf(3, to("HI", { rateId: express }))).toEqual([3000, sea, [sea]]);
  const place = async (rateId: number | undefined, more: object = {}) =>
    (await (await site.as("guest")).post("/api/orders", draft([{ variantId, quantity: 3 }], ship(more, rateId)))).body;
  expect(await place(undefined)).toMatchObject({ shippingCents: 1200, delivery: { rateName: "Ground" } });
  expect(await place(express)).toMatchObject({ shippingCents: 2500, delivery: { rateName: "Express" } });
  expect(await place(light)).toMatchObject({ errors: [{ path: "delivery.rateId" }] });
  expect(await place(sea)).toMatchObject({ errors: [{ path: "delivery.rateId" }] });
});

test("pickups are upcoming events in full: the product's own first, then by date, twelve at most", async () => {
  const hour = 3_600_000;
  const at = (hours: number, more: object = {}) =>
    site.create.event({
      startsAt: new Date(Date.now() + hours * hour),
      endsAt: new Date(Date.now() + (hours + 4) * hour),
      ...more,
    });
  await sql`update events set status = 'canceled'`.execute(site.db);
  const soon = await at(30, { title: "Soon Fete" });
  const now = await at(-1, { title: "Now Fete", timeZone: "America/Los_Angeles" });
  await at(-6, { title: "Over Fete" });
  await at(5, { title: "Draft Fete", visibility: "draft" });
  const own = await at(900, { title: "Own Fete" });
  const later = await at(800, { title: "Later Fete" });
  const variantId = await site.create.variant({ productId: await site.create.product({ eventIds: [own] }) });
  const pickups = async () => (await quote(variantId, 1)).deliveryOptions!.pickups;
  const found = await pickups();
  expect(found.map(({ eventId }) => eventId)).toEqual([own, now, soon, later]);
  const { rows } = await sql<{ startsAt: Date }>`select starts_at as "startsAt" from events where id = ${now}`.execute(
    site.db,
  );
  expect(found[1]).toEqual({
    eventId: now,
    title: "Now Fete",
    startsAt: rows[0]!.startsAt.toISOString(),
    timeZone: "America/Los_Angeles",
    city: "Brooklyn",
  });
  // What runs right now is taken by an order too.
  const placed = await (await site.as("guest")).post("/api/orders", draft([{ variantId, quantity: 1 }], pickup(now)));
  expect(placed.status).toBe(201);
  for (let index = 0; index < 12; index++) await at(31 + index);
  expect((await pickups()).map(({ eventId }) => eventId).slice(0, 4)).toEqual([own, now, soon, expect.any(Number)]);
  expect(await pickups()).toHaveLength(12);
});

test("an order keeps its address with every line, its option's name and the tax of its ZIP Code", async () => {
  await setDelivery(
    admin,
    [rate({ name: "Ground saver" })],
    [tax({ rate: 4000 }), tax({ zipFrom: "11201", zipTo: "11231", rate: 8875 })],
  );
  const variantId = await site.create.variant({ priceCents: 10_000 });
  const buyer = await site.as("guest");
  const bought = async (more: object) =>
    (await site.buy(buyer, [{ variantId, quantity: 1 }], "approve", ship(more))).body;
  const order = await bought({ zip: "11231-9999", line2: "Apt 4B", name: "Marva Bright" });
  const delivery = {
    method: "ship",
    rateName: "Ground saver",
    address: { ...address, name: "Marva Bright", line2: "Apt 4B", zip: "11231-9999" },
    event: null,
  };
  expect(order).toMatchObject({ taxCents: 888 + 62, shippingCents: 700, totalCents: 10_000 + 700 + 950 });
  expect(order.delivery).toEqual(delivery);
  await setDelivery(admin, [rate({ name: "Renamed", priceCents: 100 })]);
  expect((await buyer.get(`/api/orders/${order.id}`)).body.delivery).toEqual(delivery);
});

test("a pickup names its event as it is, and outside of the US there is no tax", async () => {
  await setDelivery(admin, [], [tax({ state: "NY", rate: 8875 })]);
  const startsAt = new Date("2031-06-08T02:00:00Z");
  const endsAt = new Date("2031-06-08T08:00:00Z");
  const eventId = await site.create.event({ title: "Toronto Fete", timeZone: "America/Toronto", startsAt, endsAt });
  const variantId = await site.create.variant({ priceCents: 10_000 });
  const buyer = await site.as("guest");
  const bought = async () => (await site.buy(buyer, [{ variantId, quantity: 1 }], "approve", pickup(eventId))).body;
  expect(await bought()).toMatchObject({ taxCents: 888, totalCents: 10_888 });
  await sql`update venues set country = 'CA', city = 'Toronto' where id = (select venue_id from events where id = ${eventId})`.execute(
    site.db,
  );
  const order = await bought();
  expect(order).toMatchObject({ taxCents: 0, shippingCents: 0, totalCents: 10_000 });
  expect(order.delivery).toEqual({
    method: "pickup",
    rateName: null,
    address: null,
    event: {
      id: eventId,
      slug: expect.any(String),
      title: "Toronto Fete",
      startsAt: startsAt.toISOString(),
      timeZone: "America/Toronto",
      status: "on",
      city: "Toronto",
    },
  });
});

test("a code that is added later is taxed where the order goes, by its ZIP Code or its event, and shipping stays", async () => {
  await setDelivery(
    admin,
    [rate({ priceCents: 1000 })],
    [
      tax({ state: "NY", rate: 4000 }),
      tax({ state: "NY", zipFrom: "11201", zipTo: "11231", rate: 8000 }),
      tax({ state: "NJ", rate: 6000 }),
    ],
  );
  await createCode(admin, { code: "HALF", discount: { kind: "percent", percent: 50 } });
  const eventId = await site.create.event();
  await sql`
    update venues set region = 'NJ', country = 'US', postal_code = '07030'
    where id = (select venue_id from events where id = ${eventId})`.execute(site.db);
  const variantId = await site.create.variant({ priceCents: 10_000 });
  const withCode = async (delivery: object) => {
    const buyer = await site.as("guest");
    const { body: placed } = await buyer.post("/api/orders", draft([{ variantId, quantity: 1 }], delivery));
    const { body } = await buyer.call("PUT", `/api/orders/${placed.id}/promo-code`, { promoCode: "HALF" });
    const sumsOf = ({ taxCents, shippingCents, totalCents }: Order) => [taxCents, shippingCents, totalCents];
    return [sumsOf(placed), sumsOf(body)];
  };
  expect(await withCode(ship({ zip: "11231" }))).toEqual([
    [880, 1000, 11_880],
    [480, 1000, 6480],
  ]);
  expect(await withCode(pickup(eventId))).toEqual([
    [600, 0, 10_600],
    [300, 0, 5300],
  ]);
});
