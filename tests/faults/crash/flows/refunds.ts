import { sql } from "kysely";
import type { Site } from "#tests/kit/site.ts";
import { flow } from "../flow.ts";
import { judgeOrder, takeOrder } from "./scenes.ts";

/** A paid order for two, and somebody who may give it back. */
async function openOffice(site: Site) {
  const scene = await takeOrder(site, { quantity: 2, outcome: "approve" });
  const admin = await site.as("admin");
  const { body } = await admin.get(`/api/orders/${scene.orderId}`);
  const ticketIds = body.tickets.map(({ id }: { id: number }) => id) as number[];
  return { ...scene, adminToken: admin.token!, ticketIds };
}

/** The same order on terms by which its buyer may return tickets. */
async function openReturns(site: Site) {
  const scene = await openOffice(site);
  await sql`
    update orders set refund_until = clock_now() + interval '1 day', refund_fees = true
    where id = ${scene.orderId}`.execute(site.db);
  return scene;
}

/** The same order for a night that is called off. One administrator alone decides about its money. */
async function callOff(site: Site) {
  const scene = await takeOrder(site, { quantity: 2, outcome: "approve" });
  const admin = await site.as("admin");
  const night = `/api/admin/events/${scene.eventId}`;
  const { body } = await admin.get(night);
  await admin.post(`${night}/cancel`, { version: body.version, note: "The storm" });
  return { ...scene, adminToken: admin.token! };
}

const wish = { withFee: true, returnsStock: true, reason: "They cannot come" };

/** What staff, buyers and nights give back. */
export const refundFlows = [
  flow({
    name: "give a whole order back",
    covers: ["POST /api/admin/orders/{id}/refunds", "sweep refunds"],
    prepare: openOffice,
    async run({ send, sweep }, { adminToken: token, orderId }) {
      const path = `/api/admin/orders/${orderId}/refunds`;
      await send({ path, token, key: "back", body: { ...wish, amountCents: 5000 } });
      await sweep("refunds");
    },
    judge: (site, scene) => judgeOrder(site, scene, { status: "refunded", tickets: 0, sold: 0, returned: 5000 }),
  }),
  flow({
    name: "give one ticket back",
    covers: ["POST /api/admin/orders/{id}/refunds"],
    prepare: openOffice,
    async run({ send }, { adminToken: token, orderId, ticketIds }) {
      const path = `/api/admin/orders/${orderId}/refunds`;
      await send({ path, token, key: "back", body: { ...wish, ticketIds: [ticketIds[0]], amountCents: 2500 } });
    },
    judge: (site, scene) =>
      judgeOrder(site, scene, { status: "partially_refunded", tickets: 1, sold: 1, returned: 2500 }),
  }),
  flow({
    name: "move a ticket to a cheaper place and give the difference back",
    covers: ["POST /api/admin/tickets/{id}/difference"],
    async prepare(site) {
      const scene = await openOffice(site);
      const cheaperId = await site.make.ticketType({ eventId: scene.eventId, name: "Late", priceCents: 1000 });
      return { ...scene, cheaperId };
    },
    async run({ send, sweep }, { adminToken: token, ticketIds, cheaperId }) {
      const path = `/api/admin/tickets/${ticketIds[0]}/difference`;
      const body = { ticketTypeId: cheaperId, amountCents: 1500, mail: true, reason: wish.reason };
      await send({ path, token, key: "difference", body });
      await sweep("refunds");
    },
    judge: (site, scene) =>
      judgeOrder(site, scene, { status: "partially_refunded", tickets: 1, sold: 1, returned: 1500 }),
  }),
  flow({
    name: "a buyer returns a ticket",
    covers: ["POST /api/orders/{id}/refunds"],
    prepare: openReturns,
    async run({ send }, { token, orderId, ticketIds }) {
      const body = { ticketIds: [ticketIds[0]], amountCents: 2500 };
      await send({ path: `/api/orders/${orderId}/refunds`, token, key: "return", body });
    },
    judge: (site, scene) =>
      judgeOrder(site, scene, { status: "partially_refunded", tickets: 1, sold: 1, returned: 2500 }),
  }),
  flow({
    name: "give all money of a night back",
    covers: ["POST /api/admin/events/{id}/refunds", "sweep night-refunds"],
    prepare: callOff,
    async run({ send, sweep }, { adminToken: token, eventId }) {
      const body = { withFee: true, includesAdmitted: false, reason: "The storm" };
      await send({ path: `/api/admin/events/${eventId}/refunds`, token, key: "night", body });
      await sweep("night-refunds");
    },
    // What was sold for it stays told.
    judge: (site, scene) => judgeOrder(site, scene, { status: "refunded", tickets: 0, sold: 2, returned: 5000 }),
  }),
];
