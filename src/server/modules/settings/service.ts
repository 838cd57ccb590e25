import type { House, Settings } from "#contract/settings.ts";
import { inTransaction, type Database, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { differences, readSettings, toHouse } from "./rules.ts";
import * as store from "./store.ts";

/** The settings that hold now: what admins changed, and the defaults for the rest. */
export async function getSettings(db: Queryable): Promise<Settings> {
  return readSettings(await store.findSettings(db));
}

/** What every page says of the brand. */
export async function getHouse(db: Database): Promise<House> {
  return toHouse(await getSettings(db));
}

/**
 * Changes some settings. They hold from the next request on, on every node; what did not change is not noted.
 *
 * Safe under concurrency: one change at a time, so that the log's "before" is what was there.
 */
export async function changeSettings(
  { db, facts }: Pick<Deps, "db" | "facts">,
  staff: Principal,
  wanted: Partial<Settings>,
): Promise<Settings> {
  return inTransaction(db, async (tx) => {
    await store.lockSettings(tx);
    const held = await getSettings(tx);
    const changed = differences(held, wanted);
    if (changed.length === 0) return held;
    const pick = (from: Partial<Settings>) => Object.fromEntries(changed.map((name) => [name, from[name]]));
    for (const name of changed) await store.putSetting(tx, name, wanted[name], staff.id);
    await facts.tell(tx, "settings.changed", [{ staff, before: pick(held), after: pick(wanted) }]);
    return { ...held, ...pick(wanted) };
  });
}
