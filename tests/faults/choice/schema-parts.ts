const beginning = /^(?=create table |CREATE FUNCTION )/m;
const name = /^(?:create table \S+ partition of (\S+)|(?:create table|CREATE FUNCTION) ([^\s(]+))/;
const isFunction = (text: string) => text.startsWith("CREATE FUNCTION");
const plain = (full: string) => full.slice(full.lastIndexOf(".") + 1);

/** The part of each table and function, by name without its schema; what has the same name is one part. */
export type SchemaParts = ReadonlyMap<string, string>;

/**
 * Divides db/schema.sql. A table's part includes its indexes, constraints, triggers, partitions and the rows that
 * migrations insert.
 */
export function divideSchema(schema: string): SchemaParts {
  const parts = new Map<string, string>();
  for (const text of schema.split(beginning).slice(1)) {
    const found = name.exec(text);
    const key = plain(found?.[1] ?? found![2]!).replace(";", "");
    parts.set(key, (parts.get(key) ?? "") + text);
  }
  return parts;
}

/**
 * The parts that SQL statements use: tables and functions that they name, functions that those tables or functions use,
 * and the tables that such a function names. Sorted.
 *
 * @param words of the statements, lowercase
 */
export function findUsedParts(parts: SchemaParts, words: Iterable<string>): string[] {
  const used = new Set<string>();
  const add = (word: string, by = "") => {
    const text = parts.get(word);
    // A table names the tables that its foreign keys refer to: they aren't used by that alone.
    const counts = by === "" || isFunction(by) || (text !== undefined && isFunction(text));
    if (text === undefined || !counts || used.has(word)) return;
    used.add(word);
    for (const inner of text.toLowerCase().match(/[a-z_]\w*/g) ?? []) add(inner, text);
  };
  for (const word of words) add(word);
  return [...used].toSorted();
}
