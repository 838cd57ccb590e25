import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** Settings that someone has changed, by name. */
export async function findSettings(db: Queryable): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string; value: unknown }>`select name, value from settings`.execute(db);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Lets one transaction at a time change settings, so that the activity log's "before" is true. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`lock table settings in share row exclusive mode`.execute(tx);
}

/** Stores a setting's new value. */
export async function putSetting(tx: Tx, name: string, value: unknown, staffId: number): Promise<void> {
  await sql`
    insert into settings (name, value, changed_by) values (${name}, ${JSON.stringify(value)}::jsonb, ${staffId})
    on conflict (name) do update
      set value = excluded.value, changed_by = excluded.changed_by, changed_at = clock_now()`.execute(tx);
}
