import type { Queryable, Tx } from "./db/database.ts";

/** Whose records are meant: a row of users, and the address that they confirmed. */
export interface RecordOwner {
  id: number;
  email: string | null;
}

/** Something that would be lost or left hanging if the account ended now. */
export interface OpenMatter {
  kind: "tickets" | "payment";
  /** What it is about, in words for the person. */
  title: string;
  count: number;
  startsAt?: string;
  timeZone?: string;
}

/** One module's part in what the site knows of a person. */
export interface RecordKeeper {
  /** What goes into the person's download, under the keeper's name. */
  read(db: Queryable, owner: RecordOwner): Promise<unknown>;
  /** What stands against ending the account now. */
  findOpenMatters?(db: Queryable, owner: RecordOwner): Promise<OpenMatter[]>;
  /** Removes what tells who the person was, in the transaction in which the account ends. Money and numbers stay. */
  forget?(tx: Tx, owner: RecordOwner): Promise<void>;
  /** How many of its rows belong to this one person's row and would go over to another. */
  count?(db: Queryable, ownerId: number): Promise<number>;
  /** Gives all of them to another person, in the transaction in which the first one ends. */
  move?(tx: Tx, fromId: number, toId: number): Promise<void>;
}

/**
 * How the account's own module reads and forgets what later modules keep of a person, without knowing them: each
 * contributes its part when the app is put together.
 */
export interface PersonalRecords {
  contribute(name: string, keeper: RecordKeeper): void;
  /** Everything of a person, by the keepers' names. */
  readAll(db: Queryable, owner: RecordOwner): Promise<Record<string, unknown>>;
  findOpenMatters(db: Queryable, owner: RecordOwner): Promise<OpenMatter[]>;
  /** Forgets everywhere; the last module first, because it finds its rows by those of the modules before it. */
  forgetAll(tx: Tx, owner: RecordOwner): Promise<void>;
  /** What would go over to somebody else, by the keepers' names; keepers that move nothing are left out. */
  countAll(db: Queryable, ownerId: number): Promise<{ name: string; count: number }[]>;
  /** Gives everything to somebody else; the first module first, so that later ones find its rows in their new place. */
  moveAll(tx: Tx, fromId: number, toId: number): Promise<void>;
}

/** Makes the one registry of an app. */
export function createPersonalRecords(): PersonalRecords {
  const keepers: [string, RecordKeeper][] = [];
  return {
    contribute: (name, keeper) => void keepers.push([name, keeper]),
    async readAll(db, owner) {
      const records: Record<string, unknown> = {};
      for (const [name, keeper] of keepers) records[name] = await keeper.read(db, owner);
      return records;
    },
    async findOpenMatters(db, owner) {
      const matters: OpenMatter[] = [];
      for (const [, keeper] of keepers) matters.push(...((await keeper.findOpenMatters?.(db, owner)) ?? []));
      return matters;
    },
    async forgetAll(tx, owner) {
      for (const [, keeper] of keepers.toReversed()) await keeper.forget?.(tx, owner);
    },
    async countAll(db, ownerId) {
      const counts: { name: string; count: number }[] = [];
      for (const [name, keeper] of keepers) {
        if (keeper.count !== undefined) counts.push({ name, count: await keeper.count(db, ownerId) });
      }
      return counts;
    },
    async moveAll(tx, fromId, toId) {
      for (const [, keeper] of keepers) await keeper.move?.(tx, fromId, toId);
    },
  };
}
