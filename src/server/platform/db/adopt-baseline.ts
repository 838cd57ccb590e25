import type pg from "pg";
import { StartFailure, type StartLog } from "#server/platform/app-error.ts";
import { recordMigration, type AppliedMigration } from "./journal.ts";
import type { Migration } from "./migration-files.ts";

/** The migrations of the last version before 1.0.0. Their numbers had gaps; the schema they made is that of 0001_baseline. */
const former = {
  first: "0001_foundation",
  newest: 170,
  newestName: "0170_promoter_links",
  count: 92,
};

/** True if a version before 1.0.0 wrote the journal, complete or not. */
export const isFormerJournal = ([first]: { version: number; name: string }[]): boolean =>
  first?.version === 1 && first.name === former.first;

/**
 * True if a database comes from the last version before 1.0.0 with all its migrations, so that it can be adopted; false if
 * it comes from 1.0.0 or later, or is new.
 *
 * @throws StartFailure if it comes from a version before 1.0.0 and has other migrations
 */
export function canAdopt(journal: AppliedMigration[]): boolean {
  if (!isFormerJournal(journal)) return false;
  const { version, name } = journal.at(-1)!;
  if (name === former.newestName && journal.length === former.count) return true;
  throw new StartFailure(
    version > former.newest
      ? `The database has migration ${name}, which neither this version nor one before 1.0.0 knows: start the version that applied it, or restore an older backup.`
      : `The database has ${journal.length} migrations up to ${name}, but the last version before 1.0.0 had ${former.count} up to ${former.newestName}: start that version on it once, then this one.`,
  );
}

/**
 * Makes a database of the last version before 1.0.0 one of this version: its journal then has 0001_baseline instead of the
 * former migrations. Nothing else changes, because the schema is the same. One transaction, so that a crash leaves either
 * journal complete.
 *
 * The caller has the lock of migrations, which versions before 1.0.0 take too. So of several nodes that start at once, one
 * adopts and the others find it done. A node of the former version that still runs finishes its requests, and its
 * readiness turns to 503 as after any migration; one that starts later refuses to, because it doesn't know 0001_baseline.
 *
 * @returns the journal as it is now
 * @throws StartFailure if the database comes from a version before 1.0.0 and has other migrations
 */
export async function adoptBaseline(
  client: pg.ClientBase,
  journal: AppliedMigration[],
  { baseline, log }: { baseline: Migration | undefined; log: StartLog },
): Promise<AppliedMigration[]> {
  if (!canAdopt(journal) || baseline === undefined) return journal;
  await client.query("BEGIN");
  try {
    await client.query("DELETE FROM schema_migrations");
    await recordMigration(client, baseline);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
  log.info(
    `The database comes from the last version before 1.0.0: its journal of migrations now begins at ${baseline.name}.`,
  );
  return [baseline];
}

/**
 * The number of the migration whose schema a backup from before 1.0.0 has, as 1.0.0 counts.
 *
 * @param file how to name the backup in the refusal
 * @throws StartFailure if it isn't from the last version before 1.0.0
 */
export function adoptBackup(file: string, migration: number): number {
  if (migration === former.newest) return 1;
  throw new StartFailure(
    `${file} has migrations up to ${migration}, but the last version before 1.0.0 had those up to ${former.newest}: restore it with that version, start that once, then this one.`,
  );
}
