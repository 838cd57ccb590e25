import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { createSite, type Client, type Site, paymentPageOf } from "#testing/site.ts";
import { createStripeSite } from "#tests/payments/stripe-kit.ts";
import { ship } from "#tests/delivery/kit.ts";
import { createDigital, place, stockOf } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const buyer = () => site.as("guest");
const one = async (onHand: number, more: object = {}) => (await createDigital(site, [onHand], more)).variantIds[0]!;
const inOneHour = () => new Date(Date.now() + 3_600_000);

test("a visitor buys two variants and a ticket in one order, at our price, and the stock is counted once", async () => {
  const { variantIds, productId } = await createDigital(site, [5, 5], { priceCents: 1500 });
  const [first, second] = variantIds as [number, number];
  const ticketTypeId = await site.create.ticketType();
  const { body } = await site.buy(await buyer(), [
    { variantId: first, quantity: 2 },
    { kind: "variant", itemId: second, quantity: 1 },
    { ticketTypeId, quantity: 1 },
  ]);
  expect(body).toMatchObject({ status: "paid", totalCents: 3 * 1500 + 2500 });
  expect(body.lines.slice(0, 2)).toMatchObject([
    { kind: "variant", itemId: first, variantId: first, quantity: 2, unitCents: 1500, feeCents: 0 },
    { kind: "variant", variantId: second, quantity: 1 },
  ]);
  expect(body.lines[0]!.name).toMatch(/^Yard Tee \d+ · No\. 1$/);
  expect(body.lines[0]).not.toHaveProperty("eventId");
  expect([await stockOf(site, first), await stockOf(site, second)]).toEqual([
    { held: 0, sold: 2 },
    { held: 0, sold: 1 },
  ]);
  const { rows } = await sql`
    select product_id, kind, weight_grams from variant_lines where order_id = ${body.id} order by variant_id`.execute(
    site.db,
  );
  const stored = { product_id: productId, kind: "digital", weight_grams: 200 };
  expect(rows).toEqual([stored, stored]);
  await expectInvariants(site.db);
});

test("the same variant on several lines counts as their sum: against the limit, the stock and what is held", async () => {
  const [variantId, other] = (await createDigital(site, [5, 5], { maxPerOrder: 4 })).variantIds as [number, number];
  const lines = (...quantities: number[]) => quantities.map((quantity) => ({ variantId, quantity }));
  const over = await place(await buyer(), [...lines(2, 3), { variantId: other, quantity: 1 }]);
  expect(over.body).toMatchObject({ code: "over_limit", message: expect.stringContaining("maximum 4 per order") });
  const { body } = await site.buy(await buyer(), [...lines(1), { variantId: other, quantity: 1 }, ...lines(3)]);
  expect(body.status).toBe("paid");
  expect(await stockOf(site, variantId)).toEqual({ held: 0, sold: 4 });
  // One is left: two lines of one each are two.
  expect((await place(await buyer(), lines(1, 1))).body.code).toBe("sold_out");
  expect((await place(await buyer(), lines(1))).status).toBe(201);
  await expectInvariants(site.db);
});

test.each([
  ["a draft", { publication: "draft" }, {}, "not_found"],
  ["an archived product", { publication: "archived" }, {}, "not_found"],
  ["an archived variant", {}, { isArchived: true }, "not_found"],
  ["a drop before it opens", {}, { salesStartAt: inOneHour() }, "sales_closed"],
  ["one whose sales ended", {}, { salesEndAt: new Date(Date.now() - 1000) }, "sales_closed"],
  ["one with nothing on hand", {}, { onHand: 0 }, "sold_out"],
  ["more than an order can have", {}, { maxPerOrder: 1 }, "over_limit"],
  ["more than a person can have", {}, { maxPerPerson: 1 }, "over_limit"],
] as const)("%s can't be bought", async (_, product, variant, code) => {
  const productId = await site.create.product({ kind: "digital", ...product });
  const variantId = await site.create.variant({ productId, ...variant });
  expect((await place(await buyer(), [{ variantId, quantity: 2 }])).body.code).toBe(code);
  expect(await stockOf(site, variantId)).toEqual({ held: 0, sold: 0 });
});

test("a line names exactly one item, and an unknown variant is named at its field", async () => {
  const variantId = await one(5);
  const ticketTypeId = await site.create.ticketType();
  const code = async (line: object) => (await place(await buyer(), [{ quantity: 1, ...line }])).body;
  for (const line of [
    {},
    { variantId, ticketTypeId },
    { variantId, kind: "variant", itemId: variantId },
    { variantId, itemId: 1 },
  ]) {
    expect((await code(line)).code).toBe("invalid_input");
  }
  expect(await code({ variantId: 999_999 })).toMatchObject({
    code: "not_found",
    errors: [{ message: "We can't find that product", path: "lines.0.variantId" }],
  });
});

test("refunding one of three units puts one back on sale, and the whole order the rest", async () => {
  const variantId = await one(3);
  const { body } = await site.buy(await buyer(), [{ variantId, quantity: 3 }]);
  const refund = (wish: object) =>
    admin.post(`/api/admin/orders/${body.id}/refunds`, {
      withFee: true,
      returnsStock: true,
      reason: "Returned",
      ...wish,
    });
  const first = await refund({ units: [{ lineId: body.lines[0]!.id, quantity: 1 }], amountCents: 3000 });
  expect(first.status).toBe(201);
  expect(await stockOf(site, variantId)).toEqual({ held: 0, sold: 2 });
  await expectInvariants(site.db);
  const rest = await refund({ units: [{ lineId: body.lines[0]!.id, quantity: 2 }], amountCents: 6000 });
  expect(rest.status).toBe(201);
  expect(await stockOf(site, variantId)).toEqual({ held: 0, sold: 0 });
  expect((await site.buy(await buyer(), [{ variantId, quantity: 3 }])).body.status).toBe("paid");
  await expectInvariants(site.db);
});

test("a refund that keeps the stock leaves it sold", async () => {
  const variantId = await one(3);
  const { body } = await site.buy(await buyer(), [{ variantId, quantity: 3 }]);
  const units = [{ lineId: body.lines[0]!.id, quantity: 2 }];
  const wish = { units, withFee: true, returnsStock: false, reason: "Damaged", amountCents: 6000 };
  expect((await admin.post(`/api/admin/orders/${body.id}/refunds`, wish)).status).toBe(201);
  expect(await stockOf(site, variantId)).toEqual({ held: 0, sold: 3 });
  await expectInvariants(site.db);
});

test("an order that nobody pays gives its units back", async () => {
  const variantId = await one(1);
  const placed = await place(await buyer(), [{ variantId, quantity: 1 }]);
  expect((await place(await buyer(), [{ variantId, quantity: 1 }])).body.code).toBe("in_carts");
  await sql`update holds set expires_at = clock_now() - interval '1 second' where holder_id = ${placed.body.id}`.execute(
    site.db,
  );
  await sql`update orders set hold_expires_at = clock_now() - interval '1 second' where id = ${placed.body.id}`.execute(
    site.db,
  );
  // The next buyer gets it before the job has run, and the job finds nothing left to do.
  expect((await site.buy(await buyer(), [{ variantId, quantity: 1 }])).body.status).toBe("paid");
  await site.app.runJob("holds");
  expect(await stockOf(site, variantId)).toEqual({ held: 0, sold: 1 });
  await expectInvariants(site.db);
});

test("a bundle takes its parts, and its refund puts them back", async () => {
  const [shirt, mix] = (await createDigital(site, [10, 10])).variantIds as [number, number];
  const parts = [
    { variantId: shirt, quantity: 2 },
    { variantId: mix, quantity: 1 },
  ];
  const bundle = await one(5, { parts, priceCents: 7000 });
  const { body } = await site.buy(await buyer(), [
    { variantId: bundle, quantity: 2 },
    { variantId: shirt, quantity: 1 },
  ]);
  expect(body).toMatchObject({ status: "paid", totalCents: 17_000 });
  const sold = async () =>
    (await Promise.all([bundle, shirt, mix].map((id) => stockOf(site, id)))).map((row) => row.sold);
  expect(await sold()).toEqual([2, 5, 2]);
  await expectInvariants(site.db);
  const units = [{ lineId: body.lines[0]!.id, quantity: 1 }];
  const wish = { units, withFee: true, returnsStock: true, reason: "Returned", amountCents: 7000 };
  expect((await admin.post(`/api/admin/orders/${body.id}/refunds`, wish)).status).toBe(201);
  expect(await sold()).toEqual([1, 3, 1]);
  await expectInvariants(site.db);
});

test("a price that changes between quote and order is the one in the order", async () => {
  const variantId = await one(5, { priceCents: 1000 });
  const client = await buyer();
  const quote = await client.post("/api/orders/quote", { lines: [{ variantId, quantity: 2 }] });
  expect(quote.body).toMatchObject({ totalCents: 2000, lines: [{ variantId }] });
  await sql`update variants set price_cents = 1100 where id = ${variantId}`.execute(site.db);
  const placed = await client.post("/api/orders", {
    lines: [{ variantId, quantity: 2 }],
    buyer: { name: "Ada Buyer", email: "ada@example.com" },
  });
  expect(placed.body.totalCents).toBe(2200);
});

test.each([
  ["downloads", "digital", false, 0],
  ["shirts that weren't sent", "physical", false, 0],
  ["shirts of which one was sent", "physical", true, 1],
] as const)("after a lost dispute the stock of %s is as it has to be", async (_, kind, isSent, sold) => {
  const stripe = await createStripeSite();
  await sql`insert into shipping_rates (name, price_cents) values ('Ground', 0)`.execute(stripe.db);
  const variantId = await stripe.create.variant({ productId: await stripe.create.product({ kind }), onHand: 5 });
  const client = await stripe.as("guest");
  const placed = await place(client, [{ variantId, quantity: 2 }], kind === "physical" ? ship() : {});
  const payment = await client.post(`/api/orders/${placed.body.id}/payment`);
  const session = new URL(paymentPageOf(payment)).pathname.split("/").at(-1)!;
  await stripe.stripe.pay(session);
  if (isSent) {
    const lineId = placed.body.lines[0]!.id;
    const parcel = { carrier: "usps", units: [{ lineId, quantity: 1 }] };
    const staff = await stripe.as("admin");
    expect((await staff.post(`/api/admin/orders/${placed.body.id}/shipments`, parcel)).status).toBe(201);
  }
  const dispute = await stripe.stripe.dispute(stripe.stripe.chargeIn(session).id);
  expect(await stockOf(stripe, variantId)).toEqual({ held: 0, sold: 2 });
  await stripe.stripe.closeDispute(dispute.id, "lost");
  expect(await stockOf(stripe, variantId)).toEqual({ held: 0, sold });
  await expectInvariants(stripe.db);
  await stripe.close();
});
