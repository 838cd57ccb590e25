import { recordAction } from "#server/modules/audit/index.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findBannedWords, foldWord, type FoundWord } from "./find-words.ts";
import * as store from "./store.ts";

/** The banned words of a text, however they're written, each once. */
export async function findBannedWordsIn(db: Queryable, text: string): Promise<FoundWord[]> {
  return findBannedWords(text, await store.findWords(db));
}

/** The site's banned words. */
export const listWords = ({ db }: { db: Queryable }): Promise<string[]> => store.findWords(db);

/** Sets the site's banned words, folded; each once. @returns them */
export function setWords({ db }: Deps, staff: Principal, typed: string[], reason: string): Promise<string[]> {
  const words = [...new Set(typed.map(foldWord))].filter((word) => word.length > 1);
  return inTransaction(db, async (tx) => {
    const before = await store.findWords(tx);
    await store.replaceWords(tx, words);
    await recordAction(tx, {
      staff,
      action: "banned_words.changed",
      target: { kind: "setting", id: "banned_words" },
      reason,
      before: { words: before.length },
      after: { words: words.length },
    });
    return store.findWords(tx);
  });
}
