import { sql } from "kysely";
import type { StreamStatus } from "#contract/streams/streams.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allValues, firstRow, hasRows, mapRows, run } from "#server/platform/db/rows.ts";
import type { StreamProgress } from "./rules.ts";

const secondsSince = (column: string) => sql`extract(epoch from clock_now() - ${sql.ref(column)})::float8`;

/** Locks a stream that isn't deleted and reads what decides about its status. */
export function lockProgress(tx: Tx, id: number): Promise<(StreamProgress & { version: number }) | undefined> {
  return firstRow(tx)`
    select s.version, s.status, s.source, s.is_published as "isPublished", s.segment_seconds as "segmentSeconds",
      (s.go_live_at is not null or s.starts_at <= clock_now()) as "isDue",
      greatest(0, extract(epoch from clock_now() - least(s.go_live_at, s.starts_at)))::float8 as "secondsSinceDue",
      ${secondsSince("s.started_at")} as "secondsSinceStarted",
      ${secondsSince("s.last_segment_at")} as "secondsSinceSegment",
      ${secondsSince("s.encoder_ended_at")} as "secondsSinceEncoderEnded"
    from streams s where s.id = ${id} and s.deleted_at is null for update`;
}

/** Writes a stream's next status, with the time of its start or end. */
export function setStatus(tx: Tx, id: number, status: StreamStatus): Promise<void> {
  return run(tx)`
    update streams set status = ${status},
      started_at = case when ${status} = 'live' then coalesce(started_at, clock_now()) else started_at end,
      ended_at = case when ${status} in ('ended', 'replay') then coalesce(ended_at, clock_now()) else null end
    where id = ${id}`;
}

/** Streams that time alone may move on: everything that is neither over nor far ahead. */
export function findMovable(db: Queryable): Promise<number[]> {
  return allValues(db)`
    select id from streams
    where status in ('scheduled', 'starting', 'live', 'stalled') and deleted_at is null
      and (status <> 'scheduled' or starts_at <= clock_now() or go_live_at is not null) order by id`;
}

/** Another stream that a stream's key feeds right now. */
export function isKeyBusy(tx: Tx, id: number): Promise<boolean> {
  return hasRows(tx)`
    select from streams s join streams o on o.key_id = s.key_id and o.id <> s.id
    where s.id = ${id} and o.status in ('live', 'stalled') and o.deleted_at is null`;
}

/** True while a published stream is live, stalled or not. */
export function isAnyLive(db: Queryable): Promise<boolean> {
  return hasRows(db)`
    select from streams where status in ('live', 'stalled') and is_published and deleted_at is null limit 1`;
}

/** A stream's name and start, for emails. */
interface NamedStream {
  id: number;
  title: string;
  status: StreamStatus;
}

/** A published stream by its id. */
export function findNamedStream(db: Queryable, id: number): Promise<NamedStream | undefined> {
  return firstRow(db)`
    select id, title, status from streams where id = ${id} and is_published and deleted_at is null`;
}

/** True if visitors can see a stream. */
export function isStreamShown(db: Queryable, id: number): Promise<boolean> {
  return hasRows(db)`select from streams where id = ${id} and is_published and deleted_at is null`;
}

/** Titles of streams by their ids, also of deleted ones. */
export function findStreamTitles(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  return mapRows(db)`select id, title from streams where id = any(${ids}::bigint[])`;
}
