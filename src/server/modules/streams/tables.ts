import { ownTables } from "#server/platform/db/owned-tables.ts";

export const streamsTables = ownTables({
  stream_keys: {},
  stream_minutes: {},
  stream_pushes: {},
  stream_reminders: {},
  stream_renditions: {},
  stream_seats: {},
  stream_segments: {},
  stream_ticket_types: {},
  stream_viewers: {},
  stream_warnings: {},
  streams: {
    columns: ["id", "deleted_at", "event_id", "is_published", "status"],
    readers: ["community"],
  },
});
