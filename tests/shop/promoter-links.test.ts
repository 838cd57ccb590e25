import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { rate, setDelivery, ship, tax } from "#tests/delivery/kit.ts";
import { createCode, createPromoter } from "#tests/promotions/kit.ts";
import { createDigital, place } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const redemptionOf = async (orderId: string) => {
  const { rows } = await sql<{ ticket_count: number; promoter_id: number | null }>`
    select ticket_count, promoter_id from promotion_redemptions where order_id = ${orderId}`.execute(site.db);
  return rows[0];
};

test("a promoter and a code count the tickets of an order, not its products", async () => {
  const promoterId = await createPromoter(admin, { allocation: 3 });
  await createCode(admin, { code: "SOCA10" });
  const variantId = (await createDigital(site, [9])).variantIds[0]!;
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const lines = [
    { ticketTypeId, quantity: 2 },
    { variantId, quantity: 2 },
  ];
  const mixed = await place(buyer, lines, { via: "kezia" });
  expect(await redemptionOf(mixed.body.id)).toEqual({ ticket_count: 2, promoter_id: promoterId });
  // Products alone take no code's and no promoter's tickets.
  const alone = await place(buyer, [{ variantId, quantity: 1 }], { via: "kezia", promoCode: "SOCA10" });
  expect(await redemptionOf(alone.body.id)).toEqual({ ticket_count: 0, promoter_id: null });
  await expectInvariants(site.db);
});

test("a promoter's revenue, its refunds and the commission leave out shipping and tax", async () => {
  await setDelivery(admin, [rate()], [tax({ rate: 10_000 })]);
  const promoterId = await createPromoter(admin, { linkCode: "dexter", commission: { kind: "percent", percent: 10 } });
  const variantId = await site.create.variant({ priceCents: 3000 });
  const ticketTypeId = await site.create.ticketType({ priceCents: 5000, feeCents: 0 });
  const lines = [
    { ticketTypeId, quantity: 2 },
    { variantId, quantity: 1 },
  ];
  const { body: order } = await site.buy(await site.as("guest"), lines, "approve", { ...ship(), via: "dexter" });
  expect(order).toMatchObject({ status: "paid", totalCents: 10_000 + 3000 + 300 + 700 + 70 });
  const results = async () => (await admin.get(`/api/admin/promoters/${promoterId}/results`)).body;
  const all = { revenueCents: 13_000, refundedCents: 0, commissionCents: 1000 };
  expect(await results()).toMatchObject({ ...all, days: [all], events: [all] });

  // The shirt with its tax, and then the shipping: of these $40.70 only $30.00 were revenue.
  const refund = { withFee: true, returnsStock: true, reason: "Asked" };
  const shirt = { ...refund, units: [{ lineId: order.lines[1]!.id, quantity: 1 }], amountCents: 3300 };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, shirt)).status).toBe(201);
  // Only the tickets earned the commission.
  const left = { revenueCents: 13_000, refundedCents: 3000, commissionCents: 1000 };
  expect(await results()).toMatchObject({ ...left, days: [left], events: [left] });
  const shipping = { ...refund, shipping: true, amountCents: 770 };
  const sent = await admin.post(`/api/admin/orders/${order.id}/refunds`, shipping);
  expect([sent.status, sent.text]).toEqual([201, expect.anything()]);
  expect(await results()).toMatchObject(left);
  await expectInvariants(site.db);
});
