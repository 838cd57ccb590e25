import { sql } from "kysely";
import type { EventVisibility } from "#contract/event-editing.ts";
import type { Tx } from "#server/platform/db/database.ts";

/** How a night stands towards the public. */
export interface Standing {
  title: string;
  visibility: EventVisibility;
  publishAt: Date | null;
  publishAs: "published" | "unlisted" | null;
}

/** Locks a night and reads how it stands. */
export async function lockStanding(tx: Tx, id: number): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select title, visibility, publish_at as "publishAt", publish_as as "publishAs" from events where id = ${id}
    for no key update`.execute(tx);
  return rows[0];
}

/** Shows or hides a night; a plan to show it later is given up. */
export async function writeVisibility(tx: Tx, id: number, visibility: EventVisibility): Promise<void> {
  await sql`
    update events set visibility = ${visibility}, publish_at = null, publish_as = null, version = version + 1,
      updated_at = clock_now()
    where id = ${id}`.execute(tx);
}

/** Plans the instant at which a draft shows itself. False where that instant is past by the database's clock. */
export async function writePlan(tx: Tx, id: number, publishAt: Date, publishAs: string): Promise<boolean> {
  const { rows } = await sql`
    update events set visibility = 'draft', publish_at = ${publishAt}, publish_as = ${publishAs}, version = version + 1,
      updated_at = clock_now()
    where id = ${id} and ${publishAt}::timestamptz > clock_now() returning id`.execute(tx);
  return rows.length > 0;
}

/** Shows every draft whose instant has come; rows that another node is at are left to it. */
export async function publishDue(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update events set visibility = publish_as, publish_at = null, publish_as = null, version = version + 1,
      updated_at = clock_now()
    where id in (
      select id from events where publish_at <= clock_now() order by publish_at limit 100 for update skip locked)
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}
