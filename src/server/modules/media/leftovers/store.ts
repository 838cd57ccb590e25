import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/** Keys whose files are due for deletion. */
export async function findDiscarded(db: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from discarded_pictures where discard_at <= clock_now() order by discard_at limit 500`.execute(db);
  return rows.map(({ key }) => key);
}

/** Removes a key after its files are deleted. */
export async function forgetDiscarded(db: Database, key: string): Promise<void> {
  await sql`delete from discarded_pictures where key = ${key}`.execute(db);
}

/** Which of some keys belong to no image, neither an existing nor a discarded one. */
export async function findStrangers(db: Database, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from pictures p where p.key = key.key and p.status <> 'refused')
      and not exists (select from discarded_pictures d where d.key = key.key)`.execute(db);
  return rows.map(({ key }) => key);
}

/** Which of some keys belong to no image that still waits to be drawn. */
export async function findDone(db: Database, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from pictures p where p.key = key.key and p.status in ('uploaded', 'processing'))`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}
