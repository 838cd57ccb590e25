import type { StreamStatus } from "#contract/streams/streams.ts";
import type { Database } from "#server/platform/db/database.ts";
import { formatDay } from "#server/platform/format.ts";
import type { SearchSource } from "#server/platform/module-parts.ts";
import { streamList } from "./service.ts";

const said: Record<StreamStatus, string> = {
  scheduled: "Upcoming",
  starting: "Starting",
  live: "Live now",
  stalled: "Live, interrupted",
  ended: "Ended",
  replay: "Replay",
};

/** What admins find of streams: all of them, drafts included. */
export const adminStreamsSearch = (db: Database): SearchSource => ({
  kind: "streams",
  label: "Streams",
  access: "admin",
  listPath: (q) => `/admin?${new URLSearchParams({ section: "live", q }).toString()}`,
  async find(q, limit) {
    const { items, total } = await streamList.list(db, { q, show: "all" }, limit);
    return {
      total,
      hits: items.map(({ id, title, startsAt, timeZone, status, isPublished }) => ({
        path: `/admin?section=live&id=${id}`,
        title,
        detail: `${formatDay(startsAt, timeZone)} · ${isPublished ? said[status] : "Draft"}`,
        picture: null,
        isPast: status === "ended" || status === "replay",
      })),
    };
  },
});
