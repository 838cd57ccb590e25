import { defineModule } from "#server/platform/module.ts";
import { bannedWordsRoutes } from "./routes.ts";

export { hasLink, hasStackedMarks } from "./rules.ts";
export { hasBannedWord } from "./service.ts";

/** Words that chat refuses and that the community holds for review: one list for the site. */
export const bannedWords = defineModule("banned-words", ({ deps }) => ({
  routes: (context) => bannedWordsRoutes(context, deps),
  staffActions: ["banned_words.changed", "chat_words.changed"],
}));
