import type { Queryable } from "./db/database.ts";

/** How a module finds people by what it knows of them: given the words that staff typed, ids of those meant, if any. */
export type PersonFinder = (db: Queryable, q: string) => Promise<number[]>;
