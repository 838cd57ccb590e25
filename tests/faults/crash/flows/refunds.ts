import { sql } from "kysely";
import type { Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { compareOrder, setUpOrder } from "./scenes.ts";

/** A paid order for two, and an admin who can refund it. */
async function openPaidOrder(site: Site) {
  const scene = await setUpOrder(site, { quantity: 2, outcome: "approve" });
  const admin = await site.as("admin");
  const { body } = await admin.get(`/api/orders/${scene.orderId}`);
  const ticketIds = body.tickets.map(({ id }: { id: number }) => id);
  return { ...scene, adminToken: admin.token!, ticketIds };
}

/** The same order with terms that let its buyer refund tickets. */
async function openReturns(site: Site) {
  const scene = await openPaidOrder(site);
  await sql`
    update orders set refund_until = clock_now() + interval '1 day', refund_fees = true
    where id = ${scene.orderId}`.execute(site.db);
  return scene;
}

/** The same order for a canceled event. A single admin decides about its money. */
async function callOff(site: Site) {
  const scene = await setUpOrder(site, { quantity: 2, outcome: "approve" });
  const admin = await site.as("admin");
  const eventPath = `/api/admin/events/${scene.eventId}` as const;
  const { body } = await admin.get(eventPath);
  await admin.post(`${eventPath}/cancel`, { version: body.version, note: "The storm" });
  return { ...scene, adminToken: admin.token! };
}

const wish = { withFee: true, returnsStock: true, reason: "They can't come" };

/** Refunds by staff, by buyers and of whole events. */
export const refundFlows = [
  flow({
    name: "refund a whole order",
    covers: ["POST /api/admin/orders/{id}/refunds", "job refunds"],
    prepare: openPaidOrder,
    async run({ send, runJob }, { adminToken: token, orderId }) {
      const path = `/api/admin/orders/${orderId}/refunds` as const;
      await send({ path, token, key: "back", body: { ...wish, amountCents: 5000 } });
      await runJob("refunds");
    },
    check: (site, scene) => compareOrder(site, scene, { status: "refunded", tickets: 0, sold: 0, returned: 5000 }),
  }),
  flow({
    name: "refund one ticket",
    covers: ["POST /api/admin/orders/{id}/refunds"],
    prepare: openPaidOrder,
    async run({ send }, { adminToken: token, orderId, ticketIds }) {
      const path = `/api/admin/orders/${orderId}/refunds` as const;
      await send({ path, token, key: "back", body: { ...wish, ticketIds: [ticketIds[0]], amountCents: 2500 } });
    },
    check: (site, scene) =>
      compareOrder(site, scene, { status: "partially_refunded", tickets: 1, sold: 1, returned: 2500 }),
  }),
  flow({
    name: "move a ticket to a cheaper type and refund the difference",
    covers: ["POST /api/admin/tickets/{id}/difference"],
    async prepare(site) {
      const scene = await openPaidOrder(site);
      const cheaperId = await site.create.ticketType({ eventId: scene.eventId, name: "Late", priceCents: 1000 });
      return { ...scene, cheaperId };
    },
    async run({ send, runJob }, { adminToken: token, ticketIds, cheaperId }) {
      const path = `/api/admin/tickets/${ticketIds[0]}/difference` as const;
      const body = { ticketTypeId: cheaperId, amountCents: 1500, mail: true, reason: wish.reason };
      await send({ path, token, key: "difference", body });
      await runJob("refunds");
    },
    check: (site, scene) =>
      compareOrder(site, scene, { status: "partially_refunded", tickets: 1, sold: 1, returned: 1500 }),
  }),
  flow({
    name: "refund an amount",
    covers: ["POST /api/admin/orders/{id}/amount-refunds"],
    prepare: openPaidOrder,
    async run({ send, runJob }, { adminToken: token, orderId }) {
      const path = `/api/admin/orders/${orderId}/amount-refunds` as const;
      await send({ path, token, key: "amount", body: { amountCents: 1250, leftCents: 5000, reason: wish.reason } });
      await runJob("refunds");
    },
    check: (site, scene) =>
      compareOrder(site, scene, { status: "partially_refunded", tickets: 2, sold: 2, returned: 1250 }),
  }),
  flow({
    name: "a buyer refunds a ticket",
    covers: ["POST /api/orders/{id}/refunds"],
    prepare: openReturns,
    async run({ send }, { token, orderId, ticketIds }) {
      const body = { ticketIds: [ticketIds[0]], amountCents: 2500 };
      await send({ path: `/api/orders/${orderId}/refunds`, token, key: "return", body });
    },
    check: (site, scene) =>
      compareOrder(site, scene, { status: "partially_refunded", tickets: 1, sold: 1, returned: 2500 }),
  }),
  flow({
    name: "refund all orders of an event",
    covers: ["POST /api/admin/events/{id}/refunds", "job event-refunds"],
    prepare: callOff,
    async run({ send, runJob }, { adminToken: token, eventId }) {
      const body = { withFee: true, includesAdmitted: false, reason: "The storm" };
      await send({ path: `/api/admin/events/${eventId}/refunds`, token, key: "event", body });
      await runJob("event-refunds");
    },
    // The event's sold count stays.
    check: (site, scene) => compareOrder(site, scene, { status: "refunded", tickets: 0, sold: 2, returned: 5000 }),
  }),
];
