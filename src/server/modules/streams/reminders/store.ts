import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, onlyValue, hasRows, run } from "#server/platform/db/rows.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";

/** Whether visitors see a stream that hasn't started. */
export function isAhead(db: Queryable, streamId: number): Promise<boolean> {
  return hasRows(db)`
    select from streams where id = ${streamId} and is_published and deleted_at is null
      and status in ('scheduled', 'starting')`;
}

/** Stores that an address wants one email when a stream is live, unless it does already or waits for `most` streams. */
export function insertReminder(
  db: Queryable,
  { streamId, email, userId, most }: { streamId: number; email: string; userId: number | null; most: number },
): Promise<void> {
  return run(db)`
    insert into stream_reminders (stream_id, email, user_id)
    select ${streamId}, ${email}, ${userId}
    where (select count(*) from stream_reminders where email = ${email} and told_at is null) < ${most}
    on conflict (stream_id, email) do nothing`;
}

/** An email that is due: to whom, about which stream. */
interface DueReminder {
  reminderId: number;
  streamId: number;
  email: string;
}

/** Marks those who wait for a stream that is live as told, up to `most`. Rows that another node works on are skipped. */
export function claimDue(tx: Tx, most: number): Promise<DueReminder[]> {
  return allRows(tx)`
    update stream_reminders set told_at = clock_now()
    where id in (
      select r.id from stream_reminders r join streams s on s.id = r.stream_id
      where r.told_at is null and s.status = 'live' and s.is_published and s.deleted_at is null
      order by r.id limit ${most} for update of r skip locked)
    returning id as "reminderId", stream_id as "streamId", email`;
}

/** How many wait for a stream. */
export function countWaiting(db: Queryable, streamId: number): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer from stream_reminders where stream_id = ${streamId} and told_at is null`;
}

/** Deletes reminders of streams that were sent or are over since a month: we don't keep their addresses. */
export function purgeReminders(db: Queryable): Promise<void> {
  return run(db)`
    delete from stream_reminders r using streams s where s.id = r.stream_id
      and least(r.told_at, s.ended_at, s.deleted_at) < clock_now() - interval '30 days'`;
}

/** What a person waits for, or was told about lately. */
export function findRemindersOf(db: Queryable, { id, email }: RecordOwner): Promise<unknown[]> {
  return allRows(db)`
    select s.title, r.email, r.asked_at as "askedAt", r.told_at as "toldAt"
    from stream_reminders r join streams s on s.id = r.stream_id
    where r.user_id = ${id} or r.email = ${email} order by r.id`;
}

export function deleteRemindersOf(tx: Tx, { id, email }: RecordOwner): Promise<void> {
  return run(tx)`delete from stream_reminders where user_id = ${id} or email = ${email}`;
}
