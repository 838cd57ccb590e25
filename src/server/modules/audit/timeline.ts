import type { TimelineSource } from "#server/platform/timeline.ts";
import { toEntry } from "./service.ts";
import { findEntriesAbout } from "./store.ts";

/** Staff actions on a person. */
export const auditTimeline: TimelineSource = {
  kind: "staff",
  async find(db, { id }, before, limit) {
    const rows = await findEntriesAbout(db, { kind: "person", id: String(id) }, before, limit);
    return rows.map((row) => ({
      id: String(row.id),
      at: row.at,
      title: row.staffName,
      detail: row.reason,
      path: null,
      audit: toEntry(row),
    }));
  },
};
