import type { Database } from "#server/platform/db/database.ts";
import type { SearchSource } from "#server/platform/module-parts.ts";
import { promoCodes } from "./codes/service.ts";
import { promoters } from "./promoters/service.ts";

const pathOf = (query: Record<string, string>) =>
  `/admin?${new URLSearchParams({ section: "promotions", ...query }).toString()}`;

/** What admins find: promo codes, and promoters. */
export const promotionSearches = (db: Database): SearchSource[] => [
  {
    kind: "codes",
    label: "Promo codes",
    access: "admin",
    listPath: (q) => pathOf({ q }),
    async find(q, limit) {
      const { items, total } = await promoCodes.list.list(db, { q, sort: "-createdAt" }, limit);
      return {
        total,
        hits: items.map(({ id, code, event, status, used }) => ({
          path: pathOf({ code: String(id) }),
          title: code,
          detail: `${event?.title ?? "All events"} · ${status} · ${used} used`,
          picture: null,
          isPast: status === "ended",
        })),
      };
    },
  },
  {
    kind: "promoters",
    label: "Promoters",
    access: "admin",
    listPath: (q) => pathOf({ list: "promoters", q }),
    async find(q, limit) {
      const { items, total } = await promoters.list.list(db, { q, sort: "-createdAt" }, limit);
      return {
        total,
        hits: items.map(({ id, name, event, status }) => ({
          path: pathOf({ list: "promoters", promoter: String(id) }),
          title: name,
          detail: `${event?.title ?? "All events"} · ${status}`,
          picture: null,
          isPast: status === "ended",
        })),
      };
    },
  },
];
