import { randomUUID } from "node:crypto";
import type { Access } from "#contract/endpoint.ts";
import type { Client, Site } from "#testing/site.ts";
import { badIds, badUuids } from "./mutations.ts";
import type { Sample } from "./scene.ts";

/** An order for an event of its own, with a note to delete. */
export async function prepareAdminOrder(site: Site) {
  const admin = await site.as("admin");
  const soldEventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId: soldEventId });
  const cheaperId = await site.create.ticketType({ eventId: soldEventId, name: "Late", priceCents: 1000 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 6 }]);
  const { body: note } = await admin.post(`/api/admin/orders/${order.id}/notes`, { text: "Called about the date" });
  const ticketIds = order.tickets.map((ticket) => ticket.id);
  const eventId = order.event!.id;
  return { eventId, orderId: order.id, noteId: note.id, ticketIds, ticketTypeId, cheaperId };
}

type AdminOrderScene = Awaited<ReturnType<typeof prepareAdminOrder>>;

/** What staff read and do about one order. */
export function adminOrderSamples(
  as: Client,
  { eventId, orderId, noteId, ticketIds, ticketTypeId, cheaperId }: AdminOrderScene,
): Record<string, Sample> {
  const order = `/api/admin/orders/${orderId}`;
  const ticket = (index: number, act: string) => `/api/admin/tickets/${ticketIds[index]}/${act}`;
  const why = { mail: false, reason: "Asked for at the box office" };
  const { reason } = why;
  const key = () => ({ "idempotency-key": randomUUID() });
  return {
    "GET /api/admin/orders/{id}": { as, url: order },
    "GET /api/admin/box-office/events/{id}/sales": { as, url: `/api/admin/box-office/events/${eventId}/sales` },
    "GET /api/admin/tickets.xlsx": {
      as,
      url: `/api/admin/tickets.xlsx?eventId=${eventId}&kind=sold&code=X&promoterId=1`,
    },
    "GET /api/admin/orders.xlsx": {
      as,
      url: `/api/admin/orders.xlsx?eventId=${eventId}&kind=sold&code=X&promoterId=1`,
    },
    "POST /api/admin/orders/{id}/notes": {
      as,
      url: `${order}/notes`,
      body: { text: "Prefers the balcony" },
      headers: key(),
    },
    "POST /api/admin/orders/{id}/tickets-email": {
      as,
      url: `${order}/tickets-email`,
      body: { email: "friend@example.com", reason },
      headers: key(),
    },
    "POST /api/admin/orders/{id}/email": {
      as,
      url: `${order}/email`,
      body: { email: "new@example.com", newCodes: false, reason },
      headers: key(),
    },
    "POST /api/admin/order-notes/{id}/delete": { as, url: `/api/admin/order-notes/${noteId}/delete`, body: {} },
    "GET /api/admin/tickets/{id}/moves": { as, url: ticket(0, "moves") },
    "POST /api/admin/tickets/{id}/rename": {
      as,
      url: ticket(0, "rename"),
      body: { ...why, holderName: "Bea", newCode: false },
    },
    "POST /api/admin/tickets/{id}/new-code": { as, url: ticket(1, "new-code"), body: why },
    "POST /api/admin/tickets/{id}/move": {
      as,
      url: ticket(2, "move"),
      body: { ...why, ticketTypeId, waiveDifference: false },
    },
    "POST /api/admin/tickets/{id}/difference": {
      as,
      url: ticket(2, "difference"),
      body: { ...why, ticketTypeId: cheaperId, amountCents: 1500, note: "Enjoy the night" },
      headers: key(),
      optional: ["ticketTypeId", "note"],
    },
    "POST /api/admin/tickets/{id}/cancel": { as, url: ticket(3, "cancel"), body: { ...why, returnsSpot: true } },
    "POST /api/admin/tickets/{id}/check-in": { as, url: ticket(4, "check-in"), body: { reason } },
    "POST /api/admin/tickets/{id}/check-in/undo": { as, url: ticket(5, "check-in/undo"), body: { reason } },
  };
}

export const adminOrderAccess: Record<string, Access> = {
  "GET /api/admin/orders/{id}": "admin",
  "GET /api/admin/box-office/events/{id}/sales": "admin",
  "GET /api/admin/tickets.xlsx": "admin",
  "GET /api/admin/orders.xlsx": "admin",
  "POST /api/admin/orders/{id}/notes": "admin",
  "POST /api/admin/orders/{id}/tickets-email": "admin",
  "POST /api/admin/orders/{id}/email": "admin",
  "POST /api/admin/order-notes/{id}/delete": "admin",
  "GET /api/admin/tickets/{id}/moves": "admin",
  "POST /api/admin/tickets/{id}/rename": "admin",
  "POST /api/admin/tickets/{id}/new-code": "admin",
  "POST /api/admin/tickets/{id}/move": "admin",
  "POST /api/admin/tickets/{id}/difference": "admin",
  "POST /api/admin/tickets/{id}/cancel": "admin",
  "POST /api/admin/tickets/{id}/check-in": "admin",
  "POST /api/admin/tickets/{id}/check-in/undo": "admin",
};

export const adminOrderParams: Record<string, string[]> = {
  "/api/admin/orders/{id}": badUuids,
  "/api/admin/box-office/events/{id}/sales": badIds,
  "/api/admin/orders/{id}/notes": badUuids,
  "/api/admin/orders/{id}/tickets-email": badUuids,
  "/api/admin/orders/{id}/email": badUuids,
  "/api/admin/order-notes/{id}/delete": badIds,
  "/api/admin/tickets/{id}/moves": badIds,
  "/api/admin/tickets/{id}/rename": badIds,
  "/api/admin/tickets/{id}/new-code": badIds,
  "/api/admin/tickets/{id}/move": badIds,
  "/api/admin/tickets/{id}/difference": badIds,
  "/api/admin/tickets/{id}/cancel": badIds,
  "/api/admin/tickets/{id}/check-in": badIds,
  "/api/admin/tickets/{id}/check-in/undo": badIds,
};

const nobody = "0199b2f0-0000-7000-8000-000000000000";

/** An order that doesn't exist. */
export const unknownAdminOrder = [
  ["GET", `/api/admin/orders/${nobody}`],
  ["GET", "/api/admin/box-office/events/999999/sales"],
  ["GET", "/api/admin/tickets/999999/moves"],
] as const;
