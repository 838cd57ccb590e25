import { ownTables } from "#server/platform/db/owned-tables.ts";

export const bannedWordsTables = ownTables({
  banned_words: {},
});
