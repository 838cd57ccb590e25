import { badUuids } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";
import { unitsOf } from "./kit.ts";

const unknownOrder = "/api/admin/orders/00000000-0000-4000-8000-000000000000";

/** What is sent, handed over, downloaded and returned. */
export const nounSamples: NounSamples = {
  access: {
    "GET /api/orders/{id}/fulfillment": "public",
    "POST /api/orders/{id}/downloads": "public",
    "GET /api/downloads/{token}": "public",
    "GET /api/my-items": "guest",
    "POST /api/door/pickups": "moderator",
    "GET /api/door/events/{id}/pickups": "moderator",
    "POST /api/door/pickups/handovers": "moderator",
    "POST /api/door/pickups/undo": "moderator",
    "GET /api/admin/orders/{id}/fulfillment": "admin",
    "POST /api/admin/orders/{id}/shipments": "admin",
    "PUT /api/admin/orders/{id}/shipments/{shipmentId}": "admin",
    "POST /api/admin/orders/{id}/shipments/{shipmentId}/void": "admin",
    "POST /api/admin/orders/{id}/handovers": "admin",
    "POST /api/admin/orders/{id}/downloads/renew": "admin",
    "POST /api/admin/orders/{id}/return-quote": "admin",
    "POST /api/admin/orders/{id}/returns": "admin",
    "GET /api/admin/orders/{id}/packing-slip": "admin",
    "GET /api/admin/fulfillment": "admin",
    "GET /api/admin/pick-list": "admin",
    "GET /api/admin/pick-list.csv": "admin",
  },
  samples: ({ people: { admin: as, moderator }, fulfillment }) => {
    const { toShip, toHandOver, sent, toVoid, waiting, done, digital } = fulfillment;
    const path = (id: string) => `/api/admin/orders/${id}`;
    const headers = { "idempotency-key": "sample" };
    const back = unitsOf(sent.order, 1);
    return {
      "GET /api/orders/{id}/fulfillment": { as: waiting.buyer, url: `/api/orders/${waiting.order.id}/fulfillment` },
      "POST /api/orders/{id}/downloads": {
        as: digital.buyer,
        url: `/api/orders/${digital.order.id}/downloads`,
        body: { lineId: digital.order.lines[0]!.id },
      },
      "GET /api/downloads/{token}": { as: digital.buyer, url: digital.url },
      "GET /api/my-items": { as: waiting.buyer, url: "/api/my-items" },
      "GET /api/door/events/{id}/pickups": { as: moderator, url: `/api/door/events/${waiting.eventId}/pickups?q=ada` },
      "POST /api/door/pickups": {
        as: moderator,
        url: "/api/door/pickups",
        body: { code: waiting.code, eventId: waiting.eventId },
      },
      "POST /api/door/pickups/handovers": {
        as: moderator,
        url: "/api/door/pickups/handovers",
        headers,
        body: { code: waiting.code, eventId: waiting.eventId, gate: "Merch" },
        optional: ["gate"],
      },
      "POST /api/door/pickups/undo": { as: moderator, url: "/api/door/pickups/undo", body: done },
      "GET /api/admin/orders/{id}/fulfillment": { as, url: `${path(toShip.id)}/fulfillment` },
      "POST /api/admin/orders/{id}/shipments": {
        as,
        url: `${path(toShip.id)}/shipments`,
        headers,
        body: { carrier: "ups", tracking: "1Z999", units: unitsOf(toShip, 1) },
        optional: ["tracking"],
      },
      "PUT /api/admin/orders/{id}/shipments/{shipmentId}": {
        as,
        url: `${path(sent.order.id)}/shipments/${sent.parcelId}`,
        body: { carrier: "fedex", tracking: "77", notify: false },
        optional: ["tracking", "notify"],
      },
      "POST /api/admin/orders/{id}/shipments/{shipmentId}/void": {
        as,
        url: `${path(toVoid.order.id)}/shipments/${toVoid.parcelId}/void`,
        body: { reason: "The wrong box" },
      },
      "POST /api/admin/orders/{id}/handovers": {
        as,
        url: `${path(toHandOver.id)}/handovers`,
        headers,
        body: { units: unitsOf(toHandOver, 1) },
      },
      "POST /api/admin/orders/{id}/downloads/renew": {
        as,
        url: `${path(digital.order.id)}/downloads/renew`,
        body: { lineId: digital.order.lines[0]!.id },
      },
      "POST /api/admin/orders/{id}/return-quote": {
        as,
        url: `${path(sent.order.id)}/return-quote`,
        body: { units: back },
      },
      "POST /api/admin/orders/{id}/returns": {
        as,
        url: `${path(sent.order.id)}/returns`,
        headers,
        body: { units: back, isRestocked: true, note: "Too small", refund: { amountCents: 3000 } },
        optional: ["note", "refund"],
      },
      "GET /api/admin/orders/{id}/packing-slip": {
        as,
        url: `${path(sent.order.id)}/packing-slip?shipment=${sent.parcelId}`,
      },
      "GET /api/admin/fulfillment": {
        as,
        url: "/api/admin/fulfillment?q=ada&show=all&eventId=1&sort=paidAt&page=1",
      },
      "GET /api/admin/pick-list": { as, url: "/api/admin/pick-list?show=to_pick_up&eventId=1" },
      "GET /api/admin/pick-list.csv": { as, url: "/api/admin/pick-list.csv?show=to_ship" },
    };
  },
  // Each link has its own end, and each download is counted for staff.
  unrepeatable: ["POST /api/orders/{id}/downloads"],
  badParams: {
    "/api/orders/{id}/fulfillment": badUuids,
    "/api/orders/{id}/downloads": badUuids,
    "/api/downloads/{token}": ["%00", "a b", "x".repeat(500), "%F0%9F%8E%AD"],
    "/api/admin/orders/{id}/fulfillment": badUuids,
    "/api/admin/orders/{id}/shipments": badUuids,
    "/api/admin/orders/{id}/shipments/{shipmentId}": badUuids,
    "/api/admin/orders/{id}/shipments/{shipmentId}/void": badUuids,
    "/api/admin/orders/{id}/handovers": badUuids,
    "/api/admin/orders/{id}/downloads/renew": badUuids,
    "/api/admin/orders/{id}/return-quote": badUuids,
    "/api/admin/orders/{id}/returns": badUuids,
    "/api/admin/orders/{id}/packing-slip": badUuids,
  },
  unknown: [
    ["GET", "/api/orders/00000000-0000-4000-8000-000000000000/fulfillment"],
    ["GET", "/api/downloads/abc.def"],
    ["GET", `${unknownOrder}/fulfillment`],
    ["GET", `${unknownOrder}/packing-slip`],
  ],
};
