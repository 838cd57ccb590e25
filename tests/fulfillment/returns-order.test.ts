import { sql } from "kysely";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminFulfillment } from "#contract/fulfillment/admin.ts";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { buyShipped, readStock, returnUnits, sendParcel, unitsOf } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "Ada Admin");
  await setDelivery(admin, [rate()]);
});
afterAll(() => site.close());

const refundUnits = (orderId: string, lineId: string, quantity: number, amountCents: number) =>
  admin.post(`/api/admin/orders/${orderId}/refunds`, {
    units: [{ lineId, quantity }],
    withFee: true,
    returnsStock: true,
    reason: "Asked",
    amountCents,
  });
const quote = (orderId: string, units: object) => admin.post(`/api/admin/orders/${orderId}/return-quote`, { units });

test("what was refunded before comes back first, so the rest can still be returned with a refund", async () => {
  const variantId = await site.create.variant({ priceCents: 3000, onHand: 10 });
  const { order } = await buyShipped(site, [{ variantId, quantity: 3 }]);
  await sendParcel(admin, order.id, unitsOf(order, 3));
  const lineId = order.lines[0]!.id;
  expect((await refundUnits(order.id, lineId, 1, 3000)).status).toBe(201);
  expect((await returnUnits(admin, order.id, unitsOf(order, 1))).status).toBe(201);
  const { rows } = await sql`
    select r.position, exists (select from order_refund_items i
      where i.order_line_id = r.order_line_id and i.position = r.position) as "isRefunded"
    from item_return_units r where r.order_line_id = ${lineId}`.execute(site.db);
  expect(rows).toMatchObject([{ isRefunded: true }]);
  expect((await quote(order.id, unitsOf(order, 2))).body).toEqual({ amountCents: 6000, currency: "USD" });
  expect((await quote(order.id, unitsOf(order, 3))).body.code).toBe("edited_meanwhile");
  const back = await returnUnits(admin, order.id, unitsOf(order, 2), { refund: { amountCents: 6000 } });
  expect([back.status, back.body.code]).toEqual([201, undefined]);
  expect(await readStock(site, variantId)).toEqual({ capacity: 13, sold: 3 });
  await expectInvariants(site.db);
});

test("each of several lines comes back as itself, and the return is read back whole", async () => {
  const [tee, cap] = await Promise.all(
    [3000, 2000].map((priceCents) => site.create.variant({ priceCents, onHand: 10 })),
  );
  const { order } = await buyShipped(site, [
    { variantId: tee!, quantity: 2 },
    { variantId: cap!, quantity: 2 },
  ]);
  await sendParcel(admin, order.id, unitsOf(order, 2, 1));
  const units = unitsOf(order, 1, 1);
  expect((await quote(order.id, units)).body.amountCents).toBe(5000);
  // The second cap wasn't sent.
  expect((await quote(order.id, unitsOf(order, 1, 2))).body.code).toBe("edited_meanwhile");
  const { body } = await returnUnits(admin, order.id, units, { refund: { amountCents: 5000 }, note: "Both too small" });
  const [first, second] = order.lines;
  const { returns, lines, status } = body as AdminFulfillment;
  expect(returns).toEqual([
    {
      id: expect.any(String),
      returnedAt: expect.any(String),
      by: "Ada Admin",
      isRestocked: true,
      note: "Both too small",
      refundedCents: 5000,
      lines: [
        { lineId: first!.id, name: first!.name, quantity: 1 },
        { lineId: second!.id, name: second!.name, quantity: 1 },
      ],
    },
  ]);
  expect(status).toBe("partly_shipped");
  expect(lines.map(({ toSend, sent, returned, refunded }) => [toSend, sent, returned, refunded])).toEqual([
    [0, 2, 1, 1],
    [1, 1, 1, 1],
  ]);
  expect([await readStock(site, tee!), await readStock(site, cap!)]).toEqual([
    { capacity: 11, sold: 2 },
    { capacity: 11, sold: 2 },
  ]);
  const changes = await sql`
    select c.variant_id as "variantId", c.units, c.on_hand as "onHand", c.note, u.display_name as by
    from stock_changes c join users u on u.id = c.made_by where c.reason = 'returned' and c.variant_id in (${tee}, ${cap})
    order by c.variant_id`.execute(site.db);
  const note = `Order ${order.number}`;
  expect(changes.rows).toEqual([
    { variantId: tee, units: 1, onHand: 9, note, by: "Ada Admin" },
    { variantId: cap, units: 1, onHand: 9, note, by: "Ada Admin" },
  ]);
  const { items } = (await admin.get("/api/admin/audit?action=order.items_returned")).body;
  expect(items[0]).toMatchObject({
    reason: "Both too small",
    after: { number: order.number, units: 2, isRestocked: true, amountCents: 5000 },
  });
  await expectInvariants(site.db);
});

test("someone who waits for a sold-out size is told when a returned one is back on sale", async () => {
  const variantId = await site.create.variant({ priceCents: 3000, onHand: 1 });
  const { order } = await buyShipped(site, [{ variantId, quantity: 1 }]);
  await sendParcel(admin, order.id, unitsOf(order, 1));
  await confirmAddress(site, "marva@example.com");
  await site.anon.call("POST", `/api/shop/variants/${variantId}/back-in-stock`, { email: "marva@example.com" });
  const told = async () => {
    await site.app.runJob("back-in-stock");
    return (await sql`select from emails where kind = 'back_in_stock'`.execute(site.db)).rows.length;
  };
  expect(await told()).toBe(0);
  await returnUnits(admin, order.id, unitsOf(order, 1));
  expect(await told()).toBe(1);
});
