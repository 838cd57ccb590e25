import type { StreamHealth } from "#contract/streams/streams.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, onlyRow } from "#server/platform/db/rows.ts";
import { patience } from "./rules.ts";
import type { EncoderDetails } from "./warnings.ts";

/** A stream as the studio sees it, with instants as dates. */
export interface HealthRow extends Omit<
  StreamHealth,
  | "lastSegmentAt"
  | "warnings"
  | "pushes"
  | "minutes"
  | "renditions"
  | "viewersNow"
  | "remindersWaiting"
  | "bitsPerSecond"
> {
  lastSegmentAt: Date | null;
}

/** What has arrived of a stream and was recorded. */
export function findHealth(db: Queryable, id: number): Promise<HealthRow> {
  return onlyRow(db)`
    select s.status, s.last_segment_at as "lastSegmentAt",
      extract(epoch from clock_now() - s.last_segment_at)::float8 as "secondsSinceSegment",
      coalesce((select max(viewers) from stream_minutes where stream_id = s.id), 0) as "viewersPeak",
      coalesce(r.seconds, 0)::float8 as "recordedSeconds", coalesce(r.bytes, 0) as "recordedBytes"
    from streams s left join lateral (
      select (select sum(duration_ms) / 1000.0 from stream_segments g
          where g.rendition_id = (select min(id) from stream_renditions where stream_id = s.id)
            and g.published_at >= s.started_at) as seconds,
        (select sum(bytes) from stream_segments g where g.stream_id = s.id and g.published_at >= s.started_at)::bigint as bytes
    ) r on s.is_recorded
    where s.id = ${id}`;
}

/** What decides about a stream's warnings; what was recorded counts for a minute. */
export function findEncoderDetails(db: Queryable, id: number): Promise<EncoderDetails> {
  return onlyRow(db)`
    select s.status, extract(epoch from clock_now() - s.last_segment_at)::float8 as "secondsSinceSegment",
      s.encoder_ended_at is not null as "hasEnded",
      coalesce(s.rival_at > clock_now() - make_interval(secs => greatest(${patience.leastStall},
        s.segment_seconds * ${patience.stallSegments})), false) as "hasRival",
      (select extract(epoch from clock_now() - min(g.received_at))::float8 from stream_segments g
        where g.stream_id = s.id and g.status = 'receiving') as "receivingSeconds",
      (select max(l.duration_ms) / 1000.0::float8 from (
        select duration_ms from stream_segments g where g.stream_id = s.id and g.sequence is not null
        order by g.number desc limit 5) l) as "longestSeconds",
      coalesce((select json_agg(json_build_object('kind', w.kind, 'detail', w.detail)) from stream_warnings w
        where w.stream_id = s.id and w.warned_at > clock_now() - interval '1 minute'), '[]') as recorded
    from streams s where s.id = ${id}`;
}

/** What the studio shows of each rendition: its name, and the bitrate of its last ten segments. */
export function findRenditionHealth(db: Queryable, id: number): Promise<StreamHealth["renditions"]> {
  return allRows(db)`
    select r.path as name, r.attributes->>'RESOLUTION' as resolution, r.pending is not null as waits,
      (sum(g.bytes) * 8000.0 / nullif(sum(g.duration_ms), 0))::bigint as "bitsPerSecond"
    from stream_renditions r left join lateral (
      select bytes, duration_ms from stream_segments where rendition_id = r.id order by sequence desc limit 10) g on true
    where r.stream_id = ${id} group by r.id order by r.id`;
}

/** The last twenty runs of its encoders, newest first. */
export function findPushes(db: Queryable, id: number) {
  return allRows(db)<{
    beganAt: Date;
    lastSegmentAt: Date;
    segments: number;
    bytes: number;
    mediaSeconds: number;
    gaps: number;
  }>`
    select began_at as "beganAt", last_segment_at as "lastSegmentAt", segments, bytes, media_ms / 1000.0::float8 as "mediaSeconds",
      gaps from stream_pushes where stream_id = ${id} order by id desc limit 20`;
}

/** Its viewers in each of the last twelve hours' minutes, oldest first. */
export function findMinutes(db: Queryable, id: number) {
  return allRows(db)<{ minute: Date; viewers: number }>`
    select minute, viewers from (
      select minute, viewers from stream_minutes where stream_id = ${id} order by minute desc limit 720) m
    order by minute`;
}
