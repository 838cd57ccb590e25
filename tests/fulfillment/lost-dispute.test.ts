import { afterEach, expect, test } from "vitest";
import { rate, setDelivery, ship } from "#tests/delivery/kit.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { draft, type OrderLines, type Site, paymentPageOf } from "#testing/site.ts";
import { createStripeSite } from "#tests/payments/stripe-kit.ts";
import { readStock, returnUnits, sendParcel, unitsOf } from "./kit.ts";

type StripeSite = Awaited<ReturnType<typeof createStripeSite>>;
let site: StripeSite;
afterEach(() => site.close());

/** A shop with shipping; `buy` pays an order, and `lose` has the bank take its money back. */
async function open() {
  site = await createStripeSite({});
  const admin = await site.as("admin");
  await setDelivery(admin, [rate()]);
  const createTee = (onHand: number, more: Parameters<Site["create"]["variant"]>[0] = {}) =>
    site.create.variant({ priceCents: 3000, onHand, ...more });
  async function buy(lines: OrderLines) {
    const buyer = await site.as("user");
    const { body: placed } = await buyer.post("/api/orders", draft(lines, ship()));
    const url = paymentPageOf(await buyer.post(`/api/orders/${placed.id}/payment`));
    const session = new URL(url).pathname.split("/").at(-1)!;
    await site.stripe.pay(session);
    const order = (await buyer.get(`/api/orders/${placed.id}`)).body;
    expect(order.status).toBe("paid");
    async function lose() {
      const dispute = await site.stripe.dispute(site.stripe.chargeIn(session).id);
      await site.stripe.closeDispute(dispute.id, "lost");
      expect((await admin.get(`/api/orders/${order.id}`)).body.status).toBe("refunded");
    }
    return { order, lose };
  }
  return { admin, createTee, buy };
}

test("after a lost dispute, units that weren't sent are on sale again, and sent ones once they come back", async () => {
  const { admin, createTee, buy } = await open();
  const part = await createTee(20);
  const [tee, bundle] = [await createTee(10), await createTee(10, { parts: [{ variantId: part, quantity: 2 }] })];
  const lines = [
    { variantId: tee, quantity: 3 },
    { variantId: bundle, quantity: 2 },
  ];
  const { order, lose } = await buy(lines);
  expect((await sendParcel(admin, order.id, unitsOf(order, 1, 1))).status).toBe(201);
  await lose();
  expect(await readStock(site, tee)).toEqual({ capacity: 10, sold: 1 });
  expect(await readStock(site, bundle)).toEqual({ capacity: 10, sold: 1 });
  expect(await readStock(site, part)).toEqual({ capacity: 20, sold: 2 });
  expect((await returnUnits(admin, order.id, unitsOf(order, 1))).status).toBe(201);
  expect(await readStock(site, tee)).toEqual({ capacity: 11, sold: 1 });
  await expectInvariants(site.db);
});

test("units whose refund kept them off sale stay off sale, and those that are back already come back once", async () => {
  const { admin, createTee, buy } = await open();
  const tee = await createTee(10);
  const { order, lose } = await buy([{ variantId: tee, quantity: 4 }]);
  expect((await sendParcel(admin, order.id, unitsOf(order, 1))).status).toBe(201);
  for (const returnsStock of [true, false]) {
    const refund = { withFee: true, returnsStock, reason: "Asked", amountCents: 3000 };
    const units = [{ lineId: order.lines[0]!.id, quantity: 1 }];
    expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, { ...refund, units })).status).toBe(201);
  }
  expect((await readStock(site, tee)).sold).toBe(3);
  await lose();
  // The one that was neither sent nor refunded.
  expect(await readStock(site, tee)).toEqual({ capacity: 10, sold: 2 });
  await expectInvariants(site.db);
});
