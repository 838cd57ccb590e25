import { allRows, mapRows, run } from "#server/platform/db/rows.ts";
import { inTransaction, type Database, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { defaults, type StoredValue } from "./rules.ts";
import { sql } from "kysely";

/** Settings that someone has changed, by name. */
export async function findSettings(db: Queryable): Promise<Record<string, unknown>> {
  return Object.fromEntries(await mapRows(db)`select name, value from settings`);
}

/** Today in the brand's time zone, by the database clock: as a part of a query. */
export const brandToday = sql`
  (clock_now() at time zone coalesce(
    (select value #>> '{}' from settings where name = 'defaultTimeZone'), ${defaults.defaultTimeZone}))::date`;

/** All stored values, with the time of their last change. */
export function findValues(db: Queryable): Promise<StoredValue[]> {
  return allRows(db)`select name, value, changed_at as "changedAt" from settings`;
}

/** Lets one transaction at a time change settings, so that the activity log's "before" is true. */
export function lockSettings(tx: Tx): Promise<void> {
  return run(tx)`lock table settings in share row exclusive mode`;
}

/** Stores a setting's new value. */
export function storeSetting(tx: Tx, name: string, value: unknown, staffId: number | null): Promise<void> {
  return run(tx)`
    insert into settings (name, value, changed_by) values (${name}, ${JSON.stringify(value)}::jsonb, ${staffId})
    on conflict (name) do update
      set value = excluded.value, changed_by = excluded.changed_by, changed_at = clock_now()`;
}

/**
 * Keeps a value of the program's own beside the settings, where no one sees or changes it. The first node's value stays.
 *
 * @param mayReplace whether a stored value makes way for this one
 * @returns what is stored then
 */
export async function storeValue(
  db: Database,
  name: string,
  value: unknown,
  mayReplace: (stored: unknown) => boolean,
): Promise<unknown> {
  return inTransaction(db, async (tx) => {
    await lockSettings(tx);
    const stored = (await findSettings(tx))[name];
    if (stored !== undefined && !mayReplace(stored)) return stored;
    await storeSetting(tx, name, value, null);
    return value;
  });
}
