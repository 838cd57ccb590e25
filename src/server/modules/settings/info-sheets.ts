import type {
  EditedInfoSheet,
  InfoName,
  InfoSheet,
  saveInfoSheet as contract,
} from "#contract/settings/info-sheets.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { cleanRichText, plainTextOf } from "#server/platform/rich-text.ts";
import { readInfoSheets, storedName } from "./rules.ts";
import * as store from "./store.ts";

/** All info sheets, in footer order, for the staff who edit them. */
export async function listInfoSheets(db: Queryable): Promise<{ items: EditedInfoSheet[] }> {
  return { items: readInfoSheets(await store.findValues(db)) };
}

/** One info sheet as everyone sees it; its HTML is empty if staff never wrote it. */
export async function getInfoSheet(db: Database, name: InfoName): Promise<InfoSheet> {
  const { html, changedAt } = await findSheet(db, name);
  return { name, html, changedAt };
}

async function findSheet(db: Queryable, name: InfoName): Promise<EditedInfoSheet> {
  const { items } = await listInfoSheets(db);
  return items.find((sheet) => sheet.name === name)!;
}

/**
 * Saves an info sheet, without anything in its HTML that isn't allowed. It shows from the next request on; an empty one
 * is no longer linked. Saving what is there changes and records nothing.
 *
 * Safe under concurrency: one change of settings at a time, and nobody overwrites a version that they haven't seen.
 *
 * @throws AppError `edited_meanwhile`
 */
export function saveInfoSheet(
  { db, bus }: Pick<Deps, "db" | "bus">,
  staff: Principal,
  name: InfoName,
  { html: wanted, version }: BodyOf<typeof contract>,
): Promise<EditedInfoSheet> {
  const html = cleanRichText(wanted);
  return inTransaction(db, async (tx) => {
    await store.lockSettings(tx);
    const held = await findSheet(tx, name);
    if (held.html === html) return held;
    requireVersion(held, version);
    await store.storeSetting(tx, storedName(name), { html, version: version + 1 }, staff.id);
    const logged = (text: string) => ({ [storedName(name)]: plainTextOf(text) });
    await bus.emit(tx, "settings.changed", [{ staff, before: logged(held.html), after: logged(html) }]);
    return findSheet(tx, name);
  });
}
