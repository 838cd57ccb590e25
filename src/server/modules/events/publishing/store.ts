import { sql } from "kysely";
import type { EventVisibility } from "#contract/event-editing.ts";
import type { Tx } from "#server/platform/db/database.ts";

/** An event's visibility. */
export interface VisibilityRow {
  title: string;
  visibility: EventVisibility;
  publishAt: Date | null;
  publishAs: "published" | "unlisted" | null;
}

/** Locks an event and reads its visibility. */
export async function lockVisibility(tx: Tx, id: number): Promise<VisibilityRow | undefined> {
  const { rows } = await sql<VisibilityRow>`
    select title, visibility, publish_at as "publishAt", publish_as as "publishAs" from events where id = ${id}
    for no key update`.execute(tx);
  return rows[0];
}

/** Sets an event's visibility; cancels a plan to publish it later. */
export async function writeVisibility(tx: Tx, id: number, visibility: EventVisibility): Promise<void> {
  await sql`
    update events set visibility = ${visibility}, publish_at = null, publish_as = null, version = version + 1,
      updated_at = clock_now()
    where id = ${id}`.execute(tx);
}

/** Sets when a draft is published. False if that time is past by the database clock. */
export async function writePlan(tx: Tx, id: number, publishAt: Date, publishAs: string): Promise<boolean> {
  const { rows } = await sql`
    update events set visibility = 'draft', publish_at = ${publishAt}, publish_as = ${publishAs}, version = version + 1,
      updated_at = clock_now()
    where id = ${id} and ${publishAt}::timestamptz > clock_now() returning id`.execute(tx);
  return rows.length > 0;
}

/** Publishes every draft that is due; skips rows that another node is working on. */
export async function publishDue(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update events set visibility = publish_as, publish_at = null, publish_as = null, version = version + 1,
      updated_at = clock_now()
    where id in (
      select id from events where publish_at <= clock_now() order by publish_at limit 100 for update skip locked)
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}
