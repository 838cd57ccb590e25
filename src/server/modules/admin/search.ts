import type { Database } from "#server/platform/db/database.ts";
import type { SearchSource } from "#server/platform/module-parts.ts";
import { adminOrders } from "./orders/list.ts";
import { findCustomerHits } from "./customers/service.ts";

/** What admins find: customers, and orders whatever their status. */
export const adminSearches = (db: Database): SearchSource[] => [
  {
    kind: "customers",
    label: "Customers",
    access: "admin",
    listPath: (q) => `/admin?${new URLSearchParams({ section: "customers", q }).toString()}`,
    find: (q, limit) => findCustomerHits(db, q, limit),
  },
  {
    kind: "orders",
    label: "Orders",
    access: "admin",
    listPath: (q) => `/ticket-management?${new URLSearchParams({ q }).toString()}`,
    async find(q, limit) {
      const { items, total } = await adminOrders.list(db, { q, sort: "-createdAt" }, limit);
      return {
        total,
        hits: items.map(({ id, number, buyer, event, what, status }) => ({
          path: `/ticket-management?order=${id}`,
          title: `${number} · ${buyer.name}`,
          detail: [event?.title, what, status.replaceAll("_", " ")].filter((part) => part !== undefined).join(" · "),
          picture: null,
          isPast: status === "expired" || status === "canceled",
        })),
      };
    },
  },
];
