import type { Database } from "#server/platform/db/database.ts";
import type { SearchSource } from "#server/platform/module-parts.ts";
import { people } from "./service.ts";

/** What admins find: accounts by name, username or confirmed email. */
export const accountsSearch = ({ db }: { db: Database }): SearchSource => ({
  kind: "accounts",
  label: "Accounts",
  access: "admin",
  listPath: (q) => `/user-management?${new URLSearchParams({ q }).toString()}`,
  async find(q, limit) {
    const { items, total } = await people.list(db, { q, role: "accounts", sort: "-createdAt", traced: [] }, limit);
    return {
      total,
      hits: items.map(({ id, displayName, username, email, role, suspendedAt }) => ({
        path: `/user-management?id=${id}`,
        title: displayName,
        detail: [username, email ?? "no confirmed email", role !== "user" && role].filter(Boolean).join(" · "),
        picture: null,
        isPast: suspendedAt !== null,
      })),
    };
  },
});
