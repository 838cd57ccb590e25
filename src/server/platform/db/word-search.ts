import { sql, type RawBuilder } from "kysely";
import type { Sweep } from "../sweeps.ts";
import { wordsOf } from "../words.ts";
import { plannedByValues, type Database, type Queryable } from "./database.ts";
import type { Slice } from "./keyset.ts";
import { countedAs, countUpTo, fewCounted, mostCounted, wordPatterns, type Counted } from "./paging.ts";

const mostWords = 8;

/** So many rows of a search are put in order sooner than as many are met by walking through a million. */
const mostGathered = 3_000;

/** From this row on a numbered page is too far to walk to. */
const mostWalked = 100;

/** Numbers of orders are kept as one word: as they are printed, or without the dash, or the beginning of one. */
const orderNumber = /\bsg-?([0-9a-z]{1,4})(?:-([0-9a-z]{1,4}))?(?![0-9a-z])/g;

/** The number of an order, when a whole one is all that was typed. */
export function orderNumberOf(q: string | undefined): string | undefined {
  const parts = /^sg-?([0-9a-z]{4})-?([0-9a-z]{4})$/i.exec((q ?? "").trim());
  return parts === null ? undefined : `SG-${parts[1]}-${parts[2]}`.toUpperCase();
}

/** The words that staff typed: without case and accents, an address as it is. */
function typedWords(q: string | undefined): string[] {
  const typed = (q ?? "").toLowerCase().replace(orderNumber, "sg$1$2").split(/\s+/);
  return typed.flatMap((word) => (word.includes("@") ? [word] : wordsOf(word))).slice(0, mostWords);
}

/**
 * What staff typed, as a question to `search_words` of a table: each word the beginning of one of the row's, an address
 * the beginning of its address. A single letter is a whole word: too many begin with it. Undefined where nothing is asked.
 */
export function wordsQuery(q: string | undefined): string | undefined {
  const words = typedWords(q);
  if (words.length === 0) return undefined;
  return words.map((word) => `'${word.replace(/[\\']/g, "$&$&")}'${word.length > 1 ? ":*" : ""}`).join(" & ");
}

/** A table's texts that can be searched, as its index on `search_words` has them. */
export interface WordedTexts {
  names: RawBuilder<unknown>;
  address: RawBuilder<unknown>;
}

/** Rows with the words that were typed, found by their index. */
export function hasWords({ names, address }: WordedTexts, q: string | undefined): RawBuilder<unknown> {
  const query = wordsQuery(q);
  return query === undefined ? sql`true` : sql`search_words(${names}, ${address}) @@ ${query}::tsquery`;
}

/**
 * The same rows, for going through a list row by row. Splitting a text into words takes ten times as long as looking for
 * letters in it, so plain texts without the letters are passed over at once.
 */
function spellsWords(texts: WordedTexts, q: string | undefined): RawBuilder<unknown> {
  const text = sql`(${texts.names} || ' ' || ${texts.address})`;
  const letters = wordPatterns(typedWords(q).join(" ").replace(/['`]/g, ""));
  const apostrophes = "'`";
  return sql`case
    when octet_length(${text}) = length(${text}) and not translate(lower(${text}), ${apostrophes}, '') like all(${letters}::text[])
    then false else ${hasWords(texts, q)} end`;
}

/** A list that words narrow down. */
export interface WordedList {
  from: RawBuilder<unknown>;
  /** What `from` calls the table whose rows are listed; their key is `id`. */
  alias: string;
  type: "bigint" | "uuid";
  texts: WordedTexts;
  /** What rows have to answer to, given what they have to for the words. */
  where: (words: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** What a page's rows have to answer to, how many rows there are, and where among those that fit the page begins. */
export interface Narrowed {
  fit: RawBuilder<unknown>;
  counted: Counted;
  slice: Slice;
}

/**
 * By what one page of a searched list is read, and how many rows fit: of those with the words, up to a thousand are
 * counted. A word's few rows are gathered by the words' index and put in order. Of a word that many have, the list is
 * walked in its order until the page is full: the planner cannot be left to choose, since for a word that hardly any row
 * has that reads everything. A page that is too far to walk to is cut out of all rows with the word.
 *
 * @param mostPlain where a list without words stops counting
 */
export async function narrowByWords(
  db: Queryable,
  list: WordedList,
  { q, slice, mostPlain = mostCounted }: { q: string | undefined; slice: Slice; mostPlain?: number },
): Promise<Narrowed> {
  const { from, texts, where } = list;
  if (wordsQuery(q) === undefined) {
    const fit = where(sql`true`);
    return { fit, counted: await countUpTo(db, from, fit, mostPlain), slice };
  }
  const indexed = where(hasWords(texts, q));
  if (slice.offset >= fewCounted) {
    return { fit: sql`false`, counted: await countUpTo(db, from, indexed, fewCounted), slice };
  }
  if (slice.offset > mostWalked) return cutOut(db, list, indexed, slice);
  const id = sql.ref(`${list.alias}.id`);
  const { rows } = await sql<{ found: number; ids: string | null }>`
    ${plannedByValues} select count(*)::integer as found,
      case when count(*) <= ${sql.lit(mostGathered)} then array_agg(id)::text end as ids
    from (select ${id} as id from ${from} where ${indexed} limit ${sql.lit(mostGathered + 1)}) gathered`.execute(db);
  const { found, ids } = rows[0]!;
  const counted = countedAs(found, fewCounted);
  if (ids === null) return { fit: found === 0 ? sql`false` : where(spellsWords(texts, q)), counted, slice };
  return { fit: sql`${id} = any(${ids}::${sql.raw(list.type)}[])`, counted, slice };
}

/** One page of all rows that fit, found with as little of each row as puts them in order. */
async function cutOut(
  db: Queryable,
  { from, alias, type }: WordedList,
  indexed: RawBuilder<unknown>,
  slice: Slice,
): Promise<Narrowed> {
  const id = sql.ref(`${alias}.id`);
  const { keys, descending } = slice.order;
  const named = keys.map((key, index) => sql`${key.by} as ${sql.ref(`key${index}`)}`);
  const way = sql.raw(descending ? " desc" : "");
  const order = keys.map((_, index) => sql`${sql.ref(`key${index}`)}${way}`);
  const { rows } = await sql<{ found: number | null; ids: string }>`
    ${plannedByValues} select max(found)::integer as found, coalesce(array_agg(id)::text, '{}') as ids from (
      select id, count(*) over () as found from (
        select ${id} as id, ${sql.join(named)} from ${from} where ${indexed} offset 0) gathered
      order by ${sql.join(order)} limit ${sql.lit(slice.pageSize + 1)} offset ${slice.offset}) page`.execute(db);
  const { found, ids } = rows[0]!;
  const counted = found === null ? await countUpTo(db, from, indexed, fewCounted) : countedAs(found, fewCounted);
  return { fit: sql`${id} = any(${ids}::${sql.raw(type)}[])`, counted, slice: { ...slice, offset: 0 } };
}

/**
 * New rows' words wait in a list that each search reads to its end, so that a purchase does not sort them in. This does it
 * twice a minute; several nodes may do it at once.
 */
export function wordsSweep(db: Database): Sweep {
  return { name: "words", everyMs: 30_000, run: () => mergeWords(db) };
}

async function mergeWords(db: Database): Promise<void> {
  await sql`
    select gin_clean_pending_list(oid) from pg_class
    where relname in ('orders_words', 'emails_words', 'users_words') and relkind = 'i' and pg_table_is_visible(oid)
      and pg_has_role(relowner, 'usage')`.execute(db);
}
