import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";
import { createCode } from "#tests/promotions/kit.ts";
import { address, pickup, rate, setDelivery, ship, tax } from "./kit.ts";

const statements: string[] = [];
let site: Site;
let admin: Client;
let tee: number;
let download: number;
let ticketTypeId: number;
beforeAll(async () => {
  site = await createSite({ watchSql: (text) => void statements.push(text) });
  admin = await site.as("admin");
  tee = await site.create.variant({ priceCents: 3000, weightGrams: 400 });
  const digital = await site.create.product({ kind: "digital", taxCategory: "digital" });
  download = await site.create.variant({ productId: digital, priceCents: 1000 });
  ticketTypeId = await site.create.ticketType();
});
afterAll(() => site.close());
beforeEach(() =>
  setDelivery(
    admin,
    [
      rate({ belowGrams: 1000, freeFromCents: 10_000 }),
      rate({ fromGrams: 1000, priceCents: 1200, freeFromCents: 10_000 }),
      rate({ name: "Express", priceCents: 2500 }),
      rate({ name: "Sea mail", states: ["HI"], priceCents: 3000 }),
    ],
    [tax(), tax({ state: "NJ", rate: 6625 }), tax({ state: "NJ", category: "clothing", rate: 0 })],
  ),
);

const guest = () => site.as("guest");
const buy = async (lines: Parameters<typeof draft>[0], more: object = {}) =>
  (await site.buy(await guest(), lines, "approve", more)).body;
const refused = async (lines: Parameters<typeof draft>[0], more: object = {}) => {
  const answer = await (await guest()).post("/api/orders", draft(lines, more));
  expect(answer.status).toBe(400);
  return answer.body.errors;
};
const quote = async (lines: object[], more: object = {}) =>
  (await (await guest()).post("/api/orders/quote", { lines, ...more })).body;
const shirts = (quantity = 1) => [{ variantId: tee, quantity }];
const inAlaska = { state: "AK", zip: "99501" };

test("an order with a shirt is shipped, taxed by line, and says where it goes", async () => {
  const order = await buy([...shirts(3), { ticketTypeId, quantity: 1 }, { variantId: download, quantity: 1 }], ship());
  expect(order).toMatchObject({
    status: "paid",
    subtotalCents: 9000 + 2500 + 1000,
    shippingCents: 1200,
    taxCents: 799 + 0 + 89 + 107,
    totalCents: 12_500 + 1200 + 995,
    delivery: { method: "ship", rateName: "Ground", address: { ...address, line2: null }, event: null },
  });
  expect(order.lines.map(({ taxCents }) => taxCents)).toEqual([799, 0, 89]);
  const { rows } = await sql`
    select account, sum(amount_cents)::integer as cents from journal_lines l join journal_entries e on e.id = l.entry_id
    where e.order_id = ${order.id} and account in ('tax', 'shipping') group by 1 order by 1`.execute(site.db);
  expect(rows).toEqual([
    { account: "shipping", cents: -1200 },
    { account: "tax", cents: -995 },
  ]);
  await expectInvariants(site.db);
});

test("a pickup costs nothing, is taxed where the event is, and names the event", async () => {
  const eventId = await site.create.event();
  await sql`
    update venues set region = 'NJ', country = 'US', postal_code = '07030'
    where id = (select venue_id from events where id = ${eventId})`.execute(site.db);
  await setDelivery(admin, [], [tax({ state: "NJ", rate: 6625 })]);
  const order = await buy(shirts(), pickup(eventId));
  expect(order).toMatchObject({
    status: "paid",
    shippingCents: 0,
    taxCents: 199,
    totalCents: 3199,
    delivery: { method: "pickup", rateName: null, address: null, event: { id: eventId } },
  });
  await expectInvariants(site.db);
});

test.each([
  ["no delivery", () => ({}), "delivery", "Choose shipping or a pickup at an event"],
  [
    "a ZIP Code of another state",
    () => ship({ zip: "07030" }),
    "delivery.address.zip",
    "That ZIP Code isn't in New York",
  ],
  ["no such ZIP Code", () => ship({ zip: "00000" }), "delivery.address.zip", "There's no such ZIP Code"],
  ["no street", () => ship({ line1: "" }), "delivery.address.line1", "Enter a street address"],
  ["an unknown option", () => ship({}, 999_999), "delivery.rateId", expect.stringContaining("isn't available")],
  ["an unknown event", () => pickup(999_999), "delivery.eventId", expect.stringContaining("Choose another one")],
])("%s is refused at its field, and nothing is held", async (_, more, path, message) => {
  expect(await refused(shirts(), more())).toEqual([{ path, message }]);
  const { rows } = await sql`
    select held from stock where id = (select stock_id from variants where id = ${tee})`.execute(site.db);
  expect(rows).toEqual([{ held: 0 }]);
});

test.each([
  ["before a range", "11200", 4000],
  ["first in a range", "11201", 8875],
  ["last in a range", "11231", 8875],
  ["after a range", "11232", 4000],
])("a ZIP Code that is %s has its rate", async (_, zip, thousandths) => {
  await setDelivery(
    admin,
    [rate({ priceCents: 0 })],
    [tax({ rate: 4000 }), tax({ zipFrom: "11201", zipTo: "11231", rate: 8875 })],
  );
  const { taxCents } = await quote(shirts(), { delivery: { method: "ship", address: { state: "NY", zip } } });
  expect(taxCents).toBe(Math.round((3000 * thousandths) / 100_000));
});

test("nothing is shipped to a state without rates, but it can be picked up", async () => {
  await setDelivery(admin, [rate({ states: ["NY", "NJ"] })]);
  expect(await refused(shirts(), ship(inAlaska))).toEqual([
    { path: "delivery.address.state", message: "We don't ship to Alaska" },
  ]);
  const { deliveryOptions } = await quote(shirts(), { delivery: { method: "ship", address: { state: "AK" } } });
  expect(deliveryOptions).toMatchObject({ states: ["NJ", "NY"], rates: [], rateId: null });
});

test.each([
  ["a draft", "visibility = 'draft', published_at = null"],
  ["a canceled event", "status = 'canceled'"],
  ["an event that is over", "starts_at = clock_now() - interval '2 days', ends_at = clock_now() - interval '1 day'"],
])("nothing can be picked up at %s", async (_, change) => {
  const eventId = await site.create.event();
  await sql`update events set ${sql.raw(change)} where id = ${eventId}`.execute(site.db);
  expect(await refused(shirts(), pickup(eventId))).toMatchObject([{ path: "delivery.eventId" }]);
  const { deliveryOptions } = await quote(shirts());
  expect(deliveryOptions!.pickups.map((each) => each.eventId)).not.toContain(eventId);
});

test("shipping is free from the threshold on, after the discount", async () => {
  const at = async (quantity: number, more: object = {}) =>
    (await buy(shirts(quantity), { ...ship(), ...more })).shippingCents;
  expect(await at(4)).toBe(0);
  expect(await at(3)).toBe(1200);
  await createCode(admin, { code: "TEE50", discount: { kind: "percent", percent: 50 } });
  expect(await at(4, { promoCode: "TEE50" })).toBe(1200);
});

test("a quote shows the options, the price of the chosen one and what is left until free shipping", async () => {
  const eventId = await site.create.event();
  const before = await quote(shirts(3));
  expect(before).toMatchObject({ shippingCents: 0, taxCents: 0, totalCents: 9000 });
  expect(before.deliveryOptions).toMatchObject({
    needsDelivery: true,
    rates: [],
    rateId: null,
    untilFreeShippingCents: 1000,
  });
  expect(before.deliveryOptions!.states).toHaveLength(59);
  expect(before.deliveryOptions!.pickups.map((each) => each.eventId)).toContain(eventId);
  const inState = (more: object) => quote(shirts(3), { delivery: { method: "ship", ...more } });
  const cheapest = await inState({ address: { state: "NY" } });
  const [ground, express] = cheapest.deliveryOptions!.rates;
  expect([ground, express]).toMatchObject([
    { name: "Ground", priceCents: 1200 },
    { name: "Express", priceCents: 2500 },
  ]);
  expect(cheapest).toMatchObject({ shippingCents: 1200, taxCents: 799 + 107, deliveryOptions: { rateId: ground!.id } });
  const chosen = await inState({ address: { state: "NJ", zip: "07030" }, rateId: express!.id });
  expect(chosen).toMatchObject({ shippingCents: 2500, taxCents: 166, totalCents: 9000 + 2500 + 166 });
  const hawaii = await inState({ address: { state: "HI" } });
  expect(hawaii.deliveryOptions!.rates).toMatchObject([{ name: "Sea mail", priceCents: 3000 }]);
});

test("an event that the product belongs to comes first among the pickups", async () => {
  const later = await site.create.event({
    startsAt: new Date(Date.now() + 90 * 86_400_000),
    endsAt: new Date(Date.now() + 90.5 * 86_400_000),
  });
  const productId = await site.create.product({ eventIds: [later] });
  const variantId = await site.create.variant({ productId });
  const { deliveryOptions } = await quote([{ variantId, quantity: 1 }]);
  expect(deliveryOptions!.pickups[0]!.eventId).toBe(later);
});

test("downloads alone need no delivery, aren't taxed, and ignore an address", async () => {
  const lines = [{ variantId: download, quantity: 1 }];
  expect(await quote(lines)).toMatchObject({ totalCents: 1000, deliveryOptions: null });
  const order = await buy(lines, ship());
  expect(order).toMatchObject({ totalCents: 1000, taxCents: 0, shippingCents: 0, delivery: null });
});

test("orders of tickets read nothing about delivery", async () => {
  statements.length = 0;
  const order = await buy([{ ticketTypeId, quantity: 1 }]);
  expect(order).toMatchObject({ status: "paid", delivery: null });
  expect(statements.filter((text) => /shipping_rates|tax_rates|order_deliveries/.test(text))).toEqual([]);
});

test("shipping orders that arrive together share one statement", async () => {
  const buyers = await Promise.all(Array.from({ length: 12 }, guest));
  statements.length = 0;
  const placed = await Promise.all(buyers.map((buyer) => buyer.post("/api/orders", draft(shirts(), ship()))));
  expect(placed.map(({ status }) => status)).toEqual(placed.map(() => 201));
  const batches = statements.filter((text) => text.includes("insert into orders")).length;
  expect(statements.filter((text) => text.includes("from shipping_rates")).length).toBe(batches);
  expect(statements.filter((text) => text.includes("from order_deliveries"))).toEqual([]);
  await expectInvariants(site.db);
});

test("an expired order that is paid late keeps its delivery, and its shipping can be refunded", async () => {
  const buyer = await guest();
  const placed = (await buyer.post("/api/orders", draft(shirts(), ship()))).body;
  const payment = await buyer.post(`/api/orders/${placed.id}/payment`);
  await sql`update orders set status = 'expired' where id = ${placed.id}`.execute(site.db);
  await sql`update holds set status = 'released' where holder_id = ${placed.id}`.execute(site.db);
  await sql`update stock set held = held - 1 where id = (select stock_id from variants where id = ${tee})`.execute(
    site.db,
  );
  await buyer.call("POST", `${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
  const order = (await buyer.get(`/api/orders/${placed.id}`)).body;
  expect(order).toMatchObject({ status: "paid", delivery: { method: "ship" }, totalCents: placed.totalCents });
  await expectInvariants(site.db);
});

test("the address is in the owner's data, and deleting the account leaves state and ZIP Code", async () => {
  const user = await site.as("user");
  const { body } = await site.buy(user, shirts(), "approve", ship({ zip: "11231-4567", line2: "Apt 2" }));
  await sql`update orders set created_at = clock_now() - interval '1 day' where id = ${body.id}`.execute(site.db);
  const { ordersRecords } = await import("#server/modules/orders/records.ts");
  const records = ordersRecords(site.app.deps);
  const owner = { id: user.id, email: null } as never;
  const [exported] = (await records.read(site.db, owner)) as Order[];
  expect(exported!.delivery!.address).toMatchObject({ line1: "1 Shore Road", line2: "Apt 2" });
  await site.db.transaction().execute((tx) => records.forget!(tx, owner));
  const { body: left } = await admin.get(`/api/orders/${body.id}`);
  const nothing = { name: "", line1: "", line2: null, city: "" };
  expect(left.delivery!.address).toEqual({ ...nothing, state: "NY", zip: "11231" });
  await expectInvariants(site.db);
});

test("an order that nobody paid loses its address after 30 days, but not its state and ZIP Code", async () => {
  const place = async () => {
    const buyer = await guest();
    return { buyer, id: (await buyer.post("/api/orders", draft(shirts(), ship()))).body.id };
  };
  const age = (id: string, days: number) =>
    sql`update orders set created_at = clock_now() - make_interval(days => ${days}) where id = ${id}`.execute(site.db);
  const [canceled, recent, open] = [await place(), await place(), await place()];
  const paid = await buy(shirts(), ship());
  for (const { buyer, id } of [canceled, recent]) await buyer.call("DELETE", `/api/orders/${id}`);
  await age(recent.id, 29);
  for (const { id } of [canceled, open, paid]) await age(id, 31);
  await site.app.runJob("unpaid-addresses");
  const addressOf = async (id: string) => (await admin.get(`/api/orders/${id}`)).body.delivery!.address;
  const nothing = { name: "", line1: "", line2: null, city: "" };
  expect(await addressOf(canceled.id)).toEqual({ ...nothing, state: "NY", zip: "11231" });
  for (const { id } of [recent, open, paid]) expect(await addressOf(id)).toEqual({ ...address, line2: null });
});
