import type { Order } from "#contract/orders/orders.ts";
import type { Client } from "#testing/site.ts";
import type { Sample } from "./scene.ts";
import { badIds, badUuids } from "./mutations.ts";

const billing = { name: "Ada Buyer Ltd", address: "1 Shore Road\nBrooklyn, NY 11231", taxId: "12-3456789" };

/** Documents of a paid order: its receipt, and the invoice that its buyer asked for. */
export async function prepareOrderDocuments(buyer: Client, order: Order) {
  const { body: invoice } = await buyer.post(`/api/orders/${order.id}/invoice`, billing);
  return { orderId: order.id, documentId: invoice.id, eventId: order.event!.id };
}

/** Calls that buyers and admins make for an order's documents. */
export function orderDocumentSamples(
  { guest: as, admin }: Record<"guest" | "admin", Client>,
  { orderId, documentId, eventId }: { orderId: string; documentId: number; eventId: number },
) {
  const order = `/api/orders/${orderId}`;
  return {
    "GET /api/orders/{id}/documents": { as, url: `${order}/documents` },
    "GET /api/orders/{id}/documents/{documentId}": { as, url: `${order}/documents/${documentId}` },
    "GET /api/orders/{id}/receipt.pdf": { as, url: `${order}/receipt.pdf` },
    "GET /api/orders/{id}/invoice.pdf": { as, url: `${order}/invoice.pdf` },
    "POST /api/orders/{id}/invoice": { as, url: `${order}/invoice`, body: billing, optional: ["taxId"] },
    "POST /api/orders/{id}/invoice/correction": {
      as,
      url: `${order}/invoice/correction?key=none`,
      body: { ...billing, name: "Ada Buyer Inc", documentId },
      optional: ["taxId"],
    },
    "POST /api/admin/orders/{id}/invoice/correction": {
      as: admin,
      url: `/api/admin/orders/${orderId}/invoice/correction`,
      body: { ...billing, name: "Ada Buyer Inc", documentId, reason: "Entered the wrong name" },
      optional: ["taxId"],
    },
    "GET /api/admin/order-documents.csv": {
      as: admin,
      url: "/api/admin/order-documents.csv?from=2026-01-01&to=2026-12-31",
    },
    "GET /api/admin/events/{id}/door-list.pdf": { as: admin, url: `/api/admin/events/${eventId}/door-list.pdf` },
    "GET /api/admin/ledger.csv": { as: admin, url: "/api/admin/ledger.csv?from=2026-01-01&to=2026-12-31" },
  } satisfies Record<string, Sample>;
}

export const orderDocumentAccess = {
  "GET /api/orders/{id}/documents": "public",
  "GET /api/orders/{id}/documents/{documentId}": "public",
  "GET /api/orders/{id}/receipt.pdf": "public",
  "GET /api/orders/{id}/invoice.pdf": "public",
  "POST /api/orders/{id}/invoice": "public",
  "POST /api/orders/{id}/invoice/correction": "public",
  "POST /api/admin/orders/{id}/invoice/correction": "admin",
  "GET /api/admin/order-documents.csv": "admin",
  "GET /api/admin/events/{id}/door-list.pdf": "admin",
  "GET /api/admin/ledger.csv": "admin",
} as const;

const ofOrders = Object.keys(orderDocumentAccess).filter((key) => key.includes("/orders/"));
export const orderDocumentParams = {
  ...Object.fromEntries(ofOrders.map((key) => [key.split(" ")[1]!, badUuids])),
  "/api/admin/events/{id}/door-list.pdf": badIds,
};
