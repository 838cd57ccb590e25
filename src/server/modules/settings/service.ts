import type { SiteSettings, Settings } from "#contract/settings.ts";
import { inTransaction, type Database, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { differences, readSettings, toSiteSettings } from "./rules.ts";
import * as store from "./store.ts";

/** The current settings: what admins changed, and the defaults for the rest. */
export async function getSettings(db: Queryable): Promise<Settings> {
  return readSettings(await store.findSettings(db));
}

/** The brand details on every page. */
export async function getSite(db: Database): Promise<SiteSettings> {
  return toSiteSettings(await getSettings(db));
}

/**
 * Changes some settings. They apply from the next request on, on every node; unchanged ones are not recorded.
 *
 * Safe under concurrency: one change at a time, so that the activity log's "before" is what was there.
 */
export async function changeSettings(
  { db, bus }: Pick<Deps, "db" | "bus">,
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
    await bus.emit(tx, "settings.changed", [{ staff, before: pick(held), after: pick(wanted) }]);
    return { ...held, ...pick(wanted) };
  });
}
