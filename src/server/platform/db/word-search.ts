import { sql, type RawBuilder } from "kysely";
import { plainLetters } from "#contract/letters.ts";
import { plainDashes } from "#contract/typed-text.ts";
import { searchedAddressOf } from "#contract/email-address.ts";
import { onlyRow, run } from "#server/platform/db/rows.ts";
import type { Job } from "../jobs.ts";
import { plannedByValues, type Database, type Queryable } from "./database.ts";
import { gather, isOneOf, type Slice, type SortKey } from "./keyset.ts";
import { countedAs, countUpTo, fewCounted, wordPatterns, type Counted } from "./paging.ts";

const maxWords = 8;

/** Sorting this many search results is faster than finding as many by walking through a million rows. */
const maxGathered = 3_000;

/** From this row on, walking to a numbered page takes too long. */
const maxWalked = 100;

/** Order numbers are stored as one word. People type them as printed, without the dash, or in part. */
const orderNumber = /\bsg-?([0-9a-z]{1,4})(?:-([0-9a-z]{1,4}))?(?![0-9a-z])/g;

/** The order number, if a complete one is all that was typed. */
export function orderNumberOf(q: string | undefined): string | undefined {
  const parts = /^sg-?([0-9a-z]{4})-?([0-9a-z]{4})$/i.exec(plainDashes(q ?? "").trim());
  return parts === null ? undefined : `SG-${parts[1]}-${parts[2]}`.toUpperCase();
}

/** The words that staff typed, without case and accents; an email address stays whole. */
function typedWords(q: string | undefined): string[] {
  const typed = plainDashes(q ?? "")
    .toLowerCase()
    .replace(orderNumber, "sg$1$2")
    .split(/\s+/);
  return typed.flatMap((word) => (word.includes("@") ? [searchedAddressOf(word)] : wordsOf(word))).slice(0, maxWords);
}

/**
 * Turns what staff typed into a query on a table's `search_words`: each word matches the start of one of the row's
 * words, an email address the start of its address. A single letter must match a whole word, since too many words start
 * with it. Undefined if nothing was typed.
 */
export function wordsQuery(q: string | undefined): string | undefined {
  const words = typedWords(q);
  if (words.length === 0) return undefined;
  return words.map((word) => `'${word.replace(/[\\']/g, "$&$&")}'${word.length > 1 ? ":*" : ""}`).join(" & ");
}

/** A table's searchable texts, as its index on `search_words` has them. */
export interface WordedTexts {
  names: RawBuilder<unknown>;
  address: RawBuilder<unknown>;
}

/** Rows with the typed words, found by their index. */
export function hasWords({ names, address }: WordedTexts, q: string | undefined): RawBuilder<unknown> {
  const query = wordsQuery(q);
  return query === undefined ? sql`true` : sql`search_words(${names}, ${address}) @@ ${query}::tsquery`;
}

/**
 * The same rows, for walking a list row by row. Splitting a text into words takes ten times as long as comparing
 * characters, so ASCII texts without the typed characters are skipped first.
 */
function spellsWords(texts: WordedTexts, q: string | undefined): RawBuilder<unknown> {
  const text = sql`(${texts.names} || ' ' || ${texts.address})`;
  const letters = wordPatterns(typedWords(q).join(" ").replace(/['`]/g, ""));
  const apostrophes = "'`";
  return sql`case
    when octet_length(${text}) = length(${text}) and not translate(lower(${text}), ${apostrophes}, '') like all(${letters}::text[])
    then false else ${hasWords(texts, q)} end`;
}

/** A list that can be searched by words. */
interface WordedList {
  from: RawBuilder<unknown>;
  /** What identifies its rows. */
  key: SortKey;
  texts: WordedTexts;
  /** The condition on rows, given the condition on words. */
  where: (words: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** The condition on a page's rows, how many rows there are, and where among the matching rows the page starts. */
export interface Narrowed {
  fit: RawBuilder<unknown>;
  counted: Counted;
  slice: Slice;
}

/**
 * Decides how to read one page of a searched list, and counts up to a thousand matching rows. Rows of a rare word are
 * gathered by the word index and sorted. For a common word, the list is walked in its order until the page is full. The
 * planner can't be trusted with this choice: for a rare word it might read everything. A page that is too far to walk
 * to is cut out of all matching rows.
 */
export async function narrowByWords(
  db: Queryable,
  list: WordedList,
  q: string | undefined,
  slice: Slice,
): Promise<Narrowed> {
  const { from, key, texts, where } = list;
  const indexed = where(hasWords(texts, q));
  if (slice.offset >= fewCounted) {
    return { fit: sql`false`, counted: await countUpTo(db, from, indexed, fewCounted), slice };
  }
  if (slice.offset > maxWalked) return cutOut(db, list, indexed, slice);
  const { found, gathered } = await gather(db, { from, key, where: indexed }, maxGathered);
  return { fit: gathered ?? where(spellsWords(texts, q)), counted: countedAs(found, fewCounted), slice };
}

/** One page of all matching rows, found by reading only what is needed to sort them. */
async function cutOut(
  db: Queryable,
  { from, key: id }: WordedList,
  indexed: RawBuilder<unknown>,
  slice: Slice,
): Promise<Narrowed> {
  const { keys, descending } = slice.order;
  const named = keys.map((key, index) => sql`${key.by} as ${sql.ref(`key${index}`)}`);
  const way = sql.raw(descending ? " desc" : "");
  const order = keys.map((_, index) => sql`${sql.ref(`key${index}`)}${way}`);
  const { found, ids } = await onlyRow(db)<{ found: number | null; ids: string }>`
    ${plannedByValues} select max(found)::integer as found, coalesce(array_agg(id)::text, '{}') as ids from (
      select id, count(*) over () as found from (
        select ${id.by} as id, ${sql.join(named)} from ${from} where ${indexed} offset 0) gathered
      order by ${sql.join(order)} limit ${sql.lit(slice.pageSize + 1)} offset ${slice.offset}) page`;
  const counted = found === null ? await countUpTo(db, from, indexed, fewCounted) : countedAs(found, fewCounted);
  return { fit: isOneOf(id, ids), counted, slice: { ...slice, offset: 0 } };
}

/**
 * The words of new rows wait in a pending list that each search reads completely, so that a purchase doesn't have to
 * sort them in. This job merges them twice a minute, for every index whose name ends in `_words`; several nodes may run
 * it at once.
 */
export function wordSearchJob(db: Database): Job {
  return { name: "word-search", everyMs: 30_000, run: () => mergeWords(db) };
}

async function mergeWords(db: Database): Promise<void> {
  await run(db)`
    select gin_clean_pending_list(oid) from pg_class
    where relname like '%\\_words' and relkind = 'i' and relam = (select oid from pg_am where amname = 'gin')
      and pg_table_is_visible(oid) and pg_has_role(relowner, 'usage')`;
}

/** The words of a text without case, accents and apostrophes: "J'ouvert" and "jouvert" are one word. */
export function wordsOf(text: string): string[] {
  return plainLetters(text)
    .replace(/['’‘ʼ`]/gu, "")
    .split(/[\s\-–—/.,:;!?&()[\]"“”·•+|]+/u)
    .filter(Boolean);
}
