import type { Database } from "#server/platform/db/database.ts";
import { formatDay } from "#server/platform/format.ts";
import type { SearchSource } from "#server/platform/module-parts.ts";
import { eventRows } from "./service.ts";

/** What admins find: all events, drafts included, the next ones first. */
export const adminEventsSearch = (db: Database): SearchSource => ({
  kind: "events",
  label: "Events",
  access: "admin",
  listPath: (q) => `/admin?${new URLSearchParams({ section: "events", q }).toString()}`,
  async find(q, limit) {
    const { items, total } = await eventRows.list(db, { q, sort: "next" }, limit);
    return {
      total,
      hits: items.map(({ id, title, startsAt, timeZone, venue, visibility, isOver }) => ({
        path: `/admin?section=events&id=${id}`,
        title,
        detail: [formatDay(startsAt, timeZone), venue?.city, visibility === "draft" && "draft"]
          .filter(Boolean)
          .join(" · "),
        picture: null,
        isPast: isOver,
      })),
    };
  },
});
