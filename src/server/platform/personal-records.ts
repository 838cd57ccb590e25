import type { Queryable, Tx } from "./db/database.ts";

/** Whose records these are: a row of users, and its confirmed email address. */
export interface RecordOwner {
  id: number;
  email: string | null;
}

/** Something that would be lost or left unfinished if the account ended now. */
export interface OpenMatter {
  kind: "tickets" | "payment";
  /** What it is about, in words for the person. */
  title: string;
  count: number;
  startsAt?: string;
  timeZone?: string;
}

/** One module's part of a person's records. */
export interface RecordSource {
  /** What goes into the person's data download, under the keeper's name. */
  read(db: Queryable, owner: RecordOwner): Promise<unknown>;
  /** What prevents ending the account now. */
  findOpenMatters?(db: Queryable, owner: RecordOwner): Promise<OpenMatter[]>;
  /** Removes what identifies the person, in the transaction that ends the account. Amounts and numbers stay. */
  forget?(tx: Tx, owner: RecordOwner): Promise<void>;
  /** How many of its rows belong to this person and would move to another one. */
  count?(db: Queryable, ownerId: number): Promise<number>;
  /** Moves all of them to another person, in the transaction that ends the first account. */
  move?(tx: Tx, fromId: number, toId: number): Promise<void>;
}

/**
 * Lets the accounts module read and delete what later modules store about a person, without knowing them: each
 * contributes its part when the app is built.
 */
export interface PersonalRecords {
  contribute(name: string, source: RecordSource): void;
  /** All of a person's records, by the keepers' names. */
  readAll(db: Queryable, owner: RecordOwner): Promise<Record<string, unknown>>;
  findOpenMatters(db: Queryable, owner: RecordOwner): Promise<OpenMatter[]>;
  /** Deletes everywhere, last module first, because each module finds its rows through earlier modules. */
  forgetAll(tx: Tx, owner: RecordOwner): Promise<void>;
  /** What would move to someone else, by the keepers' names; without keepers that move nothing. */
  countAll(db: Queryable, ownerId: number): Promise<{ name: string; count: number }[]>;
  /** Moves everything to someone else, first module first, so that later modules find its rows in their new place. */
  moveAll(tx: Tx, fromId: number, toId: number): Promise<void>;
}

/** Creates the registry of an app. */
export function createPersonalRecords(): PersonalRecords {
  const sources: [string, RecordSource][] = [];
  return {
    contribute: (name, source) => void sources.push([name, source]),
    async readAll(db, owner) {
      const records: Record<string, unknown> = {};
      for (const [name, source] of sources) records[name] = await source.read(db, owner);
      return records;
    },
    async findOpenMatters(db, owner) {
      const matters: OpenMatter[] = [];
      for (const [, source] of sources) matters.push(...((await source.findOpenMatters?.(db, owner)) ?? []));
      return matters;
    },
    async forgetAll(tx, owner) {
      for (const [, source] of sources.toReversed()) await source.forget?.(tx, owner);
    },
    async countAll(db, ownerId) {
      const counts: { name: string; count: number }[] = [];
      for (const [name, source] of sources) {
        if (source.count !== undefined) counts.push({ name, count: await source.count(db, ownerId) });
      }
      return counts;
    },
    async moveAll(tx, fromId, toId) {
      for (const [, source] of sources) await source.move?.(tx, fromId, toId);
    },
  };
}
