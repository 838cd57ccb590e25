import { sql } from "kysely";
import type { StreamStatus } from "#contract/streams/streams.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, firstRow } from "#server/platform/db/rows.ts";
import type { ShownRendition, ShownSegment } from "./playlist-rules.ts";

/** A stream's playlist, as far as its stream and rendition decide about it. */
interface Playing {
  status: StreamStatus;
  startedAt: Date | null;
  segmentSeconds: number;
}

/** What a rendition plays; undefined if the stream has no such rendition. */
export function findPlaying(db: Queryable, streamId: number, renditionId: number): Promise<Playing | undefined> {
  return firstRow(db)`
    select s.status, s.started_at as "startedAt", r.segment_seconds as "segmentSeconds"
    from streams s join stream_renditions r on r.stream_id = s.id
    where s.id = ${streamId} and r.id = ${renditionId} and s.deleted_at is null`;
}

/** Enough for the live window with segments of one second. */
const maxInWindow = 200;

const columns = sql`
  g.id, g.path, g.sequence, g.duration_ms as "durationMs", g.discontinuity, g.map_id as "mapId", m.path as "mapPath",
  g.begins_at as "beginsAt"`;

/** The last segments of a rendition, in order. */
export async function findLastSegments(db: Queryable, renditionId: number): Promise<ShownSegment[]> {
  const rows = await allRows(db)<ShownSegment>`
    select ${columns} from stream_segments g left join stream_segments m on m.id = g.map_id
    where g.rendition_id = ${renditionId} order by g.sequence desc limit ${maxInWindow}`;
  return rows.toReversed();
}

/** The recording of a rendition: what was published since the stream went live. */
export function findRecording(db: Queryable, renditionId: number, startedAt: Date | null): Promise<ShownSegment[]> {
  return allRows(db)`
    select ${columns} from stream_segments g left join stream_segments m on m.id = g.map_id
    where g.rendition_id = ${renditionId} and g.published_at >= ${startedAt} order by g.sequence`;
}

/** The renditions of a stream that have segments, with the bitrate of their last ten. */
export function findShownRenditions(db: Queryable, streamId: number): Promise<ShownRendition[]> {
  return allRows(db)`
    select r.id, r.attributes, l.bits as "bitsPerSecond" from stream_renditions r
    cross join lateral (
      select (sum(bytes) * 8000.0 / nullif(sum(duration_ms), 0))::bigint as bits from (
        select bytes, duration_ms from stream_segments where rendition_id = r.id order by sequence desc limit 10) g
    ) l
    where r.stream_id = ${streamId} and r.next_sequence > 0 order by r.id`;
}
