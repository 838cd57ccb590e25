import type { Queryable } from "./db/database.ts";

/**
 * Finds people by what a module knows of them: takes the words that staff typed and returns the ids of matching people.
 */
export type PersonFinder = (db: Queryable, q: string) => Promise<number[]>;
