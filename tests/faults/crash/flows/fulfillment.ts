import { sql } from "kysely";
import { buyPickup, buyShipped, readFulfillment, sendParcel, unitsOf } from "#tests/fulfillment/kit.ts";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import type { Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { difference } from "./scenes.ts";

/** Two shirts on sale, and an admin. */
async function openShop(site: Site) {
  const admin = await site.as("admin");
  await setDelivery(admin, [rate()]);
  return { admin, lines: [{ variantId: await site.create.variant({ priceCents: 3000, onHand: 10 }), quantity: 2 }] };
}

/** A paid order to ship; sent already if a return is tested. */
async function openOrder(site: Site, isSent: boolean) {
  const { admin, lines } = await openShop(site);
  const { order } = await buyShipped(site, lines);
  const units = unitsOf(order, 2);
  if (isSent) await sendParcel(admin, order.id, units);
  return { token: admin.token!, orderId: order.id, units };
}

/** A paid order to pick up, its code, and who scans it. */
async function openPickup(site: Site) {
  const { lines } = await openShop(site);
  const { order, buyer, eventId } = await buyPickup(site, lines);
  const { code } = (await readFulfillment(buyer, order.id)).pickup!;
  return { token: (await site.as("moderator")).token!, orderId: order.id, eventId, code };
}

/** What left, what came back, and what was written about it. */
async function compareUnits({ db }: Site, expected: Record<string, unknown>) {
  const { rows } = await sql<Record<string, unknown>>`
    select (select status from fulfillments) as status,
      (select count(*)::integer from shipment_units where not is_voided) as sent,
      (select count(*)::integer from item_return_units) as returned,
      (select count(*)::integer from order_refunds) as refunds,
      (select coalesce(sum(units), 0)::integer from stock_changes where reason = 'returned') as restocked,
      (select count(*)::integer from emails where kind = 'order_shipped') as mails`.execute(db);
  return difference("the units", rows[0], { returned: 0, refunds: 0, restocked: 0, mails: 0, ...expected });
}

/** What is sent, handed over and returned. */
export const fulfillmentFlows = [
  flow({
    name: "ship an order",
    covers: ["POST /api/admin/orders/{id}/shipments"],
    prepare: (site) => openOrder(site, false),
    async run({ send }, { token, orderId, units }) {
      const body = { carrier: "usps", tracking: "9400", units };
      await send({ path: `/api/admin/orders/${orderId}/shipments`, token, key: "ship", body });
    },
    check: (site) => compareUnits(site, { status: "shipped", sent: 2, mails: 1 }),
  }),
  flow({
    name: "hand over a pickup at the door",
    covers: ["POST /api/door/pickups/handovers"],
    prepare: openPickup,
    async run({ send }, { token, eventId, code }) {
      const body = { code, eventId };
      const { verdict } = await send({ path: "/api/door/pickups/handovers", token, key: "hand", body });
      if (verdict !== "ready") throw new Error(`The same handover got the verdict ${verdict}`);
    },
    check: (site) => compareUnits(site, { status: "picked_up", sent: 2 }),
  }),
  flow({
    name: "hand over an order in the admin area",
    covers: ["POST /api/admin/orders/{id}/handovers"],
    prepare: (site) => openOrder(site, false),
    async run({ send }, { token, orderId, units }) {
      await send({ path: `/api/admin/orders/${orderId}/handovers`, token, key: "hand", body: { units } });
    },
    check: (site) => compareUnits(site, { status: "shipped", sent: 2 }),
  }),
  flow({
    name: "record a return with its refund",
    covers: ["POST /api/admin/orders/{id}/returns"],
    prepare: (site) => openOrder(site, true),
    async run({ send }, { token, orderId, units }) {
      const body = { units, isRestocked: true, refund: { amountCents: 6000 } };
      await send({ path: `/api/admin/orders/${orderId}/returns`, token, key: "back", body });
    },
    check: (site) =>
      compareUnits(site, { status: "shipped", sent: 2, returned: 2, refunds: 1, restocked: 2, mails: 1 }),
  }),
];
