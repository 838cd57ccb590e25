import { ownTables } from "#server/platform/db/owned-tables.ts";

export const chatTables = ownTables({
  chat_authors: {},
  chat_bans: {},
  chat_log: {},
  chat_messages: {},
  chat_reactions: {},
  chat_rooms: {},
});
