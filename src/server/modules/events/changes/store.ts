import { sql } from "kysely";
import type { EventVisibility } from "#contract/events/editing.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, onlyValue, hasRows, run } from "#server/platform/db/rows.ts";
import type { EventRecord } from "../editing/store.ts";
import type { EventSchedule } from "./rules.ts";

/**
 * Stores an event's new status and times, under the next version.
 *
 * @param refundsUntil until when current ticket holders can get a refund; unchanged when left out
 * @returns the number of this change among those that ticket holders are told about
 */
export async function writeChange(tx: Tx, event: EventRecord, refundsUntil: Date | null = null): Promise<number> {
  return onlyValue(tx, integer)`
    update events set status = ${event.status}, status_note = ${event.statusNote}, starts_at = ${event.startsAt},
      doors_at = ${event.doorsAt}, ends_at = ${event.endsAt}, moved_from = ${event.movedFrom}, changes = changes + 1,
      refunds_until = coalesce(${refundsUntil}::timestamptz, refunds_until),
      refunds_since = case when ${refundsUntil}::timestamptz is null then refunds_since else clock_now() end,
      version = version + 1, updated_at = clock_now()
    where id = ${event.id} returning changes`;
}

/** Lets an event's page and search engines show its original start after it was rescheduled; later changes keep it. */
export async function storeFormerStart(tx: Tx, eventId: number, before: EventSchedule): Promise<void> {
  await sql`
    update events set moved_from = coalesce(moved_from, ${before.startsAt}::timestamptz) where id = ${eventId}`.execute(
    tx,
  );
}

/** Name, address and city of venues, by id. */
export async function findVenueNames(db: Queryable, venueIds: number[]): Promise<Map<number, string>> {
  const rows = await allRows(db)<{ id: number; venue: string }>`
    select id, concat_ws(', ', name, nullif(address, ''), city) as venue from venues
    where id = any(${venueIds}::bigint[])`;
  return new Map(rows.map(({ id, venue }) => [id, venue]));
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
  return hasRows(tx)`
    update events set visibility = 'draft', publish_at = ${publishAt}, publish_as = ${publishAs}, version = version + 1,
      updated_at = clock_now()
    where id = ${id} and ${publishAt}::timestamptz > clock_now() returning id`;
}

/** Publishes every draft that is due; skips rows that another node is working on. */
export async function publishDue(db: Queryable): Promise<void> {
  await run(db)`
    update events set visibility = publish_as, publish_at = null, publish_as = null, version = version + 1,
      updated_at = clock_now()
    where id in (
      select id from events where publish_at <= clock_now() order by publish_at limit 100 for update skip locked)`;
}
