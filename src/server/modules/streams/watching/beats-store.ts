import { integer } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { onlyValue, run } from "#server/platform/db/rows.ts";

/** A viewer counts until nothing was heard of them for so many seconds: two beats and a bit. */
const seenSeconds = 45;

/** Records that a viewer plays a stream. */
export function recordBeat(db: Queryable, streamId: number, viewer: Buffer): Promise<void> {
  return run(db)`
    insert into stream_viewers (stream_id, viewer) values (${streamId}, ${viewer})
    on conflict (stream_id, viewer) do update set seen_at = clock_now()`;
}

/** How many play a stream now. */
export function countViewers(db: Queryable, streamId: number): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer from stream_viewers
    where stream_id = ${streamId} and seen_at > clock_now() - make_interval(secs => ${seenSeconds})`;
}

/** Writes how many play each live stream into its current minute; the most seen in it count. */
export function recordMinutes(db: Queryable): Promise<void> {
  return run(db)`
    insert into stream_minutes as m (stream_id, minute, viewers)
    select s.id, date_trunc('minute', clock_now()), (
      select count(*) from stream_viewers v
      where v.stream_id = s.id and v.seen_at > clock_now() - make_interval(secs => ${seenSeconds}))
    from streams s where s.status in ('live', 'stalled') and s.deleted_at is null
    on conflict (stream_id, minute) do update set viewers = greatest(m.viewers, excluded.viewers)`;
}

/** Deletes who watched, after a month. How many watched stays. */
export function purgeViewers(db: Queryable): Promise<void> {
  return run(db)`delete from stream_viewers where seen_at < clock_now() - interval '30 days'`;
}
