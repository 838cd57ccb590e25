import { ownTables } from "#server/platform/db/owned-tables.ts";

export const chatTables = ownTables({
  chat_authors: {},
  chat_bans: {},
  chat_log: {},
  chat_messages: { columns: ["author_id", "text", "at", "hidden_at"], readers: ["community"] },
  chat_reactions: {},
  chat_rooms: {},
});
