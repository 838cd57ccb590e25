import type { OpenMatter } from "#contract/accounts/deletion.ts";
import type { Queryable, Tx } from "./db/database.ts";

/** Whose records these are: a row of users, and its confirmed email address. */
export interface RecordOwner {
  id: number;
  email: string | null;
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
export class PersonalRecords {
  readonly #sources: [string, RecordSource][] = [];

  contribute(name: string, source: RecordSource): void {
    this.#sources.push([name, source]);
  }

  /** All of a person's records, by the keepers' names. */
  async readAll(db: Queryable, owner: RecordOwner): Promise<Record<string, unknown>> {
    const records: Record<string, unknown> = {};
    for (const [name, source] of this.#sources) records[name] = await source.read(db, owner);
    return records;
  }

  async findOpenMatters(db: Queryable, owner: RecordOwner): Promise<OpenMatter[]> {
    const matters: OpenMatter[] = [];
    for (const [, source] of this.#sources) matters.push(...((await source.findOpenMatters?.(db, owner)) ?? []));
    return matters;
  }

  /** Deletes everywhere, last module first, because each module finds its rows through earlier modules. */
  async forgetAll(tx: Tx, owner: RecordOwner): Promise<void> {
    for (const [, source] of this.#sources.toReversed()) await source.forget?.(tx, owner);
  }

  /** What would move to someone else, by the keepers' names; without keepers that move nothing. */
  async countAll(db: Queryable, ownerId: number): Promise<{ name: string; count: number }[]> {
    const counts: { name: string; count: number }[] = [];
    for (const [name, source] of this.#sources) {
      if (source.count !== undefined) counts.push({ name, count: await source.count(db, ownerId) });
    }
    return counts;
  }

  /** Moves everything to someone else, first module first, so that later modules find its rows in their new place. */
  async moveAll(tx: Tx, fromId: number, toId: number): Promise<void> {
    for (const [, source] of this.#sources) await source.move?.(tx, fromId, toId);
  }
}

/** Creates the registry of an app. */
export const createPersonalRecords = () => new PersonalRecords();
