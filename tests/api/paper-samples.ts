import type { Order } from "#contract/orders.ts";
import type { Client } from "#tests/kit/site.ts";
import type { Sample } from "./scene.ts";
import { badIds, badUuids } from "./mutations.ts";

const billing = { name: "Ada Buyer Ltd", address: "1 Shore Road\nBrooklyn, NY 11231", taxId: "12-3456789" };

/** Papers of a paid order: its receipt, and the invoice that its buyer asked for. */
export async function preparePapers(buyer: Client, order: Order) {
  const { body: invoice } = await buyer.post(`/api/orders/${order.id}/invoice`, billing);
  return { orderId: order.id, paperId: Number(invoice.id), eventId: order.event!.id };
}

/** What a buyer asks of an order's papers, and the house of its own. */
export function paperSamples(
  { guest: as, admin }: Record<"guest" | "admin", Client>,
  { orderId, paperId, eventId }: { orderId: string; paperId: number; eventId: number },
) {
  const order = `/api/orders/${orderId}`;
  return {
    "GET /api/orders/{id}/papers": { as, url: `${order}/papers` },
    "GET /api/orders/{id}/papers/{paperId}": { as, url: `${order}/papers/${paperId}` },
    "GET /api/orders/{id}/receipt.pdf": { as, url: `${order}/receipt.pdf` },
    "GET /api/orders/{id}/invoice.pdf": { as, url: `${order}/invoice.pdf` },
    "POST /api/orders/{id}/invoice": { as, url: `${order}/invoice`, body: billing, optional: ["taxId"] },
    "POST /api/orders/{id}/invoice/correction": {
      as,
      url: `${order}/invoice/correction?key=none`,
      body: { ...billing, name: "Ada Buyer Inc", paperId },
      optional: ["taxId"],
    },
    "POST /api/admin/orders/{id}/invoice/correction": {
      as: admin,
      url: `/api/admin/orders/${orderId}/invoice/correction`,
      body: { ...billing, name: "Ada Buyer Inc", paperId, reason: "Wrote the wrong name" },
      optional: ["taxId"],
    },
    "GET /api/admin/papers.csv": { as: admin, url: "/api/admin/papers.csv?from=2026-01-01&to=2026-12-31" },
    "GET /api/admin/events/{id}/door-list.pdf": { as: admin, url: `/api/admin/events/${eventId}/door-list.pdf` },
    "GET /api/admin/journal.csv": { as: admin, url: "/api/admin/journal.csv?from=2026-01-01&to=2026-12-31" },
  } satisfies Record<string, Sample>;
}

export const paperAccess = {
  "GET /api/orders/{id}/papers": "public",
  "GET /api/orders/{id}/papers/{paperId}": "public",
  "GET /api/orders/{id}/receipt.pdf": "public",
  "GET /api/orders/{id}/invoice.pdf": "public",
  "POST /api/orders/{id}/invoice": "public",
  "POST /api/orders/{id}/invoice/correction": "public",
  "POST /api/admin/orders/{id}/invoice/correction": "admin",
  "GET /api/admin/papers.csv": "admin",
  "GET /api/admin/events/{id}/door-list.pdf": "admin",
  "GET /api/admin/journal.csv": "admin",
} as const;

const ofOrders = Object.keys(paperAccess).filter((key) => key.includes("/orders/"));
export const paperParams = {
  ...Object.fromEntries(ofOrders.map((key) => [key.split(" ")[1]!, badUuids])),
  "/api/admin/events/{id}/door-list.pdf": badIds,
};
