import { defineModule } from "#server/platform/module.ts";
import { bannedWordsRoutes } from "./routes.ts";

export { findBannedWords } from "./find-words.ts";
export { hasStackedMarks, sentenceAbout, type FoundWord } from "./find-words.ts";
export { findBannedWordsIn, listWords } from "./service.ts";

/** Words that chat refuses and that the community holds for review: one list for the site. */
export const bannedWords = defineModule("banned-words", ({ deps }) => ({
  routes: (context) => bannedWordsRoutes(context, deps),
  staffActions: ["banned_words.changed", "chat_words.changed"],
}));
