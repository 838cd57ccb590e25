import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { buyShipped, readStock, returnUnits, sendParcel, unitsOf } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await setDelivery(admin, [rate()]);
});
afterAll(() => site.close());

/** Three units of a variant that were bought and sent; ten are on hand at first. */
async function sendThree(more: Parameters<Site["create"]["variant"]>[0] = {}) {
  const variantId = await site.create.variant({ priceCents: 3000, onHand: 10, ...more });
  const { order } = await buyShipped(site, [{ variantId, quantity: 3 }]);
  await sendParcel(admin, order.id, unitsOf(order, 3));
  return { variantId, order };
}
const quote = (orderId: string, units: object) => admin.post(`/api/admin/orders/${orderId}/return-quote`, { units });

test("a return with a refund puts the units on sale again once, and refunds exactly them", async () => {
  const { variantId, order } = await sendThree();
  const units = unitsOf(order, 2);
  const { amountCents } = (await quote(order.id, units)).body;
  expect(amountCents).toBe(6000);
  const headers = { "idempotency-key": "back-once" };
  const body = { refund: { amountCents }, note: "Too small" };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => returnUnits(admin, order.id, units, body, headers)),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]).toMatchObject({
    status: 201,
    body: { status: "shipped", returns: [{ isRestocked: true, refundedCents: 6000, note: "Too small" }] },
  });
  expect(await readStock(site, variantId)).toEqual({ capacity: 12, sold: 3 });
  const changes = await sql`select units, on_hand, reason from stock_changes
    where variant_id = ${variantId} and reason <> 'opening'`.execute(site.db);
  expect(changes.rows).toEqual([{ units: 2, on_hand: 9, reason: "returned" }]);
  const paid = await admin.get(`/api/admin/orders/${order.id}`);
  expect(paid.body).toMatchObject({ status: "partially_refunded", returnedCents: 6000 });
  // One is left to return; the two came back already.
  expect((await returnUnits(admin, order.id, unitsOf(order, 2))).body.code).toBe("edited_meanwhile");
  await expectInvariants(site.db);
});

test("a return without restock leaves the stock alone, and a refund later doesn't restock it either", async () => {
  const { variantId, order } = await sendThree();
  expect((await returnUnits(admin, order.id, unitsOf(order, 1), { isRestocked: false })).status).toBe(201);
  const units = unitsOf(order, 3);
  const refund = { units, withFee: true, returnsStock: true, reason: "Damaged", amountCents: 9000 };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, refund)).status).toBe(201);
  expect(await readStock(site, variantId)).toEqual({ capacity: 10, sold: 3 });
  // The other two come back later: they were refunded before.
  expect((await returnUnits(admin, order.id, unitsOf(order, 2), { refund: { amountCents: 6000 } })).body.code).toBe(
    "already_refunded",
  );
  expect((await returnUnits(admin, order.id, unitsOf(order, 2))).status).toBe(201);
  expect(await readStock(site, variantId)).toEqual({ capacity: 12, sold: 3 });
  await expectInvariants(site.db);
});

test("a returned bundle brings back its parts", async () => {
  const part = await site.create.variant({ onHand: 20 });
  const { variantId, order } = await sendThree({ parts: [{ variantId: part, quantity: 2 }] });
  expect((await returnUnits(admin, order.id, unitsOf(order, 1))).status).toBe(201);
  expect(await readStock(site, variantId)).toEqual({ capacity: 11, sold: 3 });
  expect(await readStock(site, part)).toEqual({ capacity: 22, sold: 6 });
  await expectInvariants(site.db);
});

test("a refund with another amount than was shown is refused, and nothing comes back", async () => {
  const { variantId, order } = await sendThree();
  const refused = await returnUnits(admin, order.id, unitsOf(order, 1), { refund: { amountCents: 2999 } });
  expect(refused.body.code).toBe("edited_meanwhile");
  expect((await returnUnits(admin, order.id, [{ lineId: order.id, quantity: 1 }])).body.code).toBe("not_found");
  expect(await readStock(site, variantId)).toEqual({ capacity: 10, sold: 3 });
  await expectInvariants(site.db);
});

test("nothing comes back that was never sent", async () => {
  const variantId = await site.create.variant({ onHand: 10 });
  const { order } = await buyShipped(site, [{ variantId, quantity: 1 }]);
  expect((await returnUnits(admin, order.id, unitsOf(order, 1))).body.code).toBe("edited_meanwhile");
});
