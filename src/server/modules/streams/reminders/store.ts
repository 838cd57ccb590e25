import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, hasRows } from "#server/platform/db/rows.ts";

/** Whether visitors see a stream that hasn't started. */
export function isAhead(db: Queryable, streamId: number): Promise<boolean> {
  return hasRows(db)`
    select from streams where id = ${streamId} and is_published and deleted_at is null
      and status in ('scheduled', 'starting')`;
}

/** Those of some streams that are live for everyone. */
export function findLive(db: Queryable, ids: number[]): Promise<number[]> {
  return allValues(db, integer)`
    select id from streams where id = any(${ids}::bigint[]) and status = 'live' and is_published and deleted_at is null`;
}

/** Those of some streams that are over, or deleted, since a month. */
export function findOver(db: Queryable, ids: number[]): Promise<number[]> {
  return allValues(db, integer)`
    select id from streams where id = any(${ids}::bigint[])
      and least(ended_at, deleted_at) < clock_now() - interval '30 days'`;
}

/** A signup that a node of the version before stored; one that isn't waiting has had its email. */
interface FormerReminder {
  streamId: number;
  email: string;
  userId: number | null;
  isWaiting: boolean;
}

/** Claims up to `max` signups of, and deletes them from, the table of the version before. Rows that another node works on are skipped. */
export function claimFormerReminders(tx: Tx, max: number): Promise<FormerReminder[]> {
  return allRows(tx)`
    delete from stream_reminders where id in (
      select id from stream_reminders order by id limit ${max} for update skip locked)
    returning stream_id as "streamId", email, user_id as "userId", told_at is null as "isWaiting"`;
}
