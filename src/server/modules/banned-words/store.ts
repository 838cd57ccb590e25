import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allValues, run } from "#server/platform/db/rows.ts";

/** The banned words, folded. */
export function findWords(db: Queryable): Promise<string[]> {
  return allValues(db)`select word from banned_words order by word`;
}

/** Replaces the banned words. */
export async function replaceWords(tx: Tx, words: string[]): Promise<void> {
  await run(tx)`lock table banned_words in share row exclusive mode`;
  await run(tx)`delete from banned_words where word <> all(${words}::text[])`;
  await run(tx)`insert into banned_words select unnest(${words}::text[]) on conflict do nothing`;
}
