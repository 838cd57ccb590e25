import * as contract from "#contract/banned-words.ts";
import { routes } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { listWords, setWords } from "./service.ts";

export { findBannedWords, hasStackedMarks, sentenceAbout, type FoundWord } from "./find-words.ts";
export { findBannedWordsIn, listWords } from "./service.ts";

/** Words that chat refuses and that the community holds for review: one list for the site. */
export const bannedWords = defineModule("banned-words", ({ deps }) => ({
  routes: (context) =>
    routes(context, contract, {
      listBannedWords: async () => ({ words: await listWords(deps) }),
      setBannedWords: async ({ body, principal }) => ({
        words: await setWords(deps, principal!, body.words, body.reason),
      }),
    }),
  staffActions: ["banned_words.changed", "chat_words.changed"],
}));
