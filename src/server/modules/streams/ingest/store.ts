import { sql } from "kysely";
import type { StreamStatus } from "#contract/streams/streams.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, hasRows, run } from "#server/platform/db/rows.ts";
import { patience } from "../rules.ts";
import type { NamedRendition } from "./playlist.ts";
import type { Senders } from "./encoders.ts";
import type { Addition, Progress, SentPlaylist, Upload } from "./rules.ts";

/** The stream that a key feeds: the one that is on, else the next one, if a host may test it already. */
export function findTarget(db: Queryable, keyId: number): Promise<{ id: number } | undefined> {
  return firstRow(db)`
    select id from streams
    where key_id = ${keyId} and deleted_at is null and status in ('scheduled', 'starting', 'live', 'stalled')
      and (status <> 'scheduled' or go_live_at is not null
        or starts_at < clock_now() + make_interval(secs => ${patience.testBefore}))
    order by status in ('live', 'stalled') desc, starts_at, id limit 1`;
}

/** The next numbers of uploads, in order. */
export function drawNumbers(db: Queryable, count: number): Promise<number[]> {
  return allValues(db)`
    select nextval(pg_get_serial_sequence('stream_segments', 'number')) from generate_series(1, ${count}) order by 1`;
}

export interface BegunUpload {
  id: string;
  number: number;
  streamId: number;
  path: string;
}

/** Records uploads whose bytes are on their way. From now on, playlists that name them wait for them. */
export async function insertUploads(db: Queryable, uploads: BegunUpload[]): Promise<void> {
  await run(db)`
    insert into stream_segments (id, number, stream_id, path) overriding system value
    select * from unnest(${uploads.map(({ id }) => id)}::uuid[], ${uploads.map(({ number }) => number)}::bigint[],
      ${uploads.map(({ streamId }) => streamId)}::bigint[], ${uploads.map(({ path }) => path)}::text[])`;
}

/** Records that an upload is stored. @returns false if it was given up meanwhile */
export function completeUpload(tx: Tx, id: string, bytes: number): Promise<boolean> {
  return hasRows(tx)`
    update stream_segments set status = 'ready', bytes = ${bytes}, received_at = clock_now()
    where id = ${id} and status = 'receiving' returning id`;
}

/** True for an upload that isn't complete. */
export function isReceiving(db: Queryable, id: string): Promise<boolean> {
  return hasRows(db)`select from stream_segments where id = ${id} and status = 'receiving'`;
}

/** Forgets an upload that failed. */
export function deleteUpload(db: Queryable, id: string): Promise<void> {
  return run(db)`delete from stream_segments where id = ${id} and status = 'receiving'`;
}

/** A playlist of an encoder, and what ours made of it so far. */
export interface Rendition extends Progress {
  id: number;
  path: string;
  pending: SentPlaylist | null;
  rivalSequence: number | null;
  /** Its last segment came so lately that its encoder counts as on. */
  isOn: boolean;
}

/** Seconds without a new segment after which an encoder counts as gone, by the segment length of a table's row. */
const goneSeconds = sql`greatest(${patience.leastStall}, segment_seconds * ${patience.stallSegments})`;

const renditionColumns = sql`
  id, path, pending, last_host_sequence as "lastHostSequence", last_upload_number as "lastUploadNumber",
  playlist_number as "playlistNumber", rival_sequence as "rivalSequence",
  not is_ended and coalesce((
    select g.published_at from stream_segments g where g.rendition_id = stream_renditions.id
    order by g.sequence desc limit 1) > clock_now() - make_interval(secs => ${goneSeconds}), false) as "isOn"`;

/** A stream that is locked against other uploads, and who sends to it. */
export interface LockedStream extends Omit<Senders, "isOn"> {
  status: StreamStatus;
}

/** Locks one stream against other uploads; undefined if it is deleted. */
export function lockStream(tx: Tx, id: number): Promise<LockedStream | undefined> {
  return firstRow(tx)`
    select status, encoder,
      case when rival_at > clock_now() - make_interval(secs => ${goneSeconds}) then rival end as rival
    from streams where id = ${id} and deleted_at is null for update`;
}

/** Records that another encoder sends with the same key, and how far it is. */
export async function recordRival(tx: Tx, streamId: number, rendition: Rendition, sent: SentPlaylist): Promise<void> {
  await run(tx)`update streams set rival = ${sent.sender}, rival_at = clock_now() where id = ${streamId}`;
  await run(tx)`
    update stream_renditions set rival_sequence = ${sent.entries.at(-1)?.hostSequence ?? null} where id = ${rendition.id}`;
}

/**
 * Makes the other encoder the one that is played: what it sends from now on follows as after a cut. The former one
 * becomes the other. The caller has locked the stream.
 */
export async function swapEncoders(tx: Tx, streamId: number): Promise<void> {
  await run(tx)`
    update streams set encoder = rival, rival = coalesce(encoder, rival), rival_at = clock_now() where id = ${streamId}`;
  await run(tx)`
    update stream_renditions set last_host_sequence = rival_sequence, rival_sequence = last_host_sequence,
      discontinuity = discontinuity + 1, pending = null
    where stream_id = ${streamId}`;
}

/** Tells the host what is wrong with what an encoder sends. */
export async function recordWarning(db: Queryable, streamId: number, { kind, detail }: StreamWarning): Promise<void> {
  await run(db)`
    insert into stream_warnings (stream_id, kind, detail) values (${streamId}, ${kind}, ${detail.slice(0, 300)})
    on conflict (stream_id, kind) do update set detail = excluded.detail, warned_at = clock_now()`;
}

/** What a host is told of what was sent. */
interface StreamWarning {
  kind: "skipped_long" | "skipped_empty" | "refused_file";
  /** The seconds of a segment, or the file and why it was refused. */
  detail: string;
}

/** The renditions of a stream. The caller has locked it. */
export function findRenditions(tx: Tx, streamId: number): Promise<Rendition[]> {
  return allRows(tx)`select ${renditionColumns} from stream_renditions where stream_id = ${streamId} order by id`;
}

/**
 * Lets a stream have renditions of some paths: removes the oldest that never had a segment, as far as that takes. The caller has
 * locked the stream.
 *
 * @returns false if the stream would have more than `max` even so
 */
export async function removeUnused(tx: Tx, streamId: number, paths: string[], max: number): Promise<boolean> {
  const others = await allRows(tx)<{ id: number; isUnused: boolean }>`
    select id, next_sequence = 0 as "isUnused" from stream_renditions
    where stream_id = ${streamId} and path <> all(${paths}::text[]) order by id`;
  const over = others.length + new Set(paths).size - max;
  if (over <= 0) return true;
  const unused = others.filter(({ isUnused }) => isUnused).slice(0, over);
  if (unused.length < over) return false;
  await run(tx)`delete from stream_renditions where id = any(${unused.map(({ id }) => id)}::bigint[])`;
  return true;
}

/** The rendition of a path, created with the first playlist there. */
export function findOrAddRendition(tx: Tx, streamId: number, path: string): Promise<Rendition> {
  return firstRow(tx)<Rendition>`
    insert into stream_renditions (stream_id, path) values (${streamId}, ${path})
    on conflict (stream_id, path) do update set path = excluded.path returning ${renditionColumns}` as Promise<Rendition>;
}

/** Stores what a master playlist says of its renditions. */
export function describeRenditions(tx: Tx, streamId: number, named: NamedRendition[]): Promise<void> {
  return run(tx)`
    insert into stream_renditions (stream_id, path, attributes)
    select ${streamId}, n.path, n.attributes from json_to_recordset(${JSON.stringify(named)}::json) as n(path text, attributes jsonb)
    on conflict (stream_id, path) do update set attributes = excluded.attributes`;
}

/** Keeps a playlist until all that it names is there. */
export function setPending(tx: Tx, renditionId: number, pending: SentPlaylist): Promise<void> {
  return run(tx)`update stream_renditions set pending = ${JSON.stringify(pending)}::jsonb where id = ${renditionId}`;
}

/**
 * The upload that the playlist with this number means by each path: the latest that began before it. If there is none,
 * the playlist came first, and it means the next one. An upload that never ended doesn't count once its file is sent again.
 */
export async function findUploads(
  tx: Tx,
  streamId: number,
  playlistNumber: number,
  paths: string[],
): Promise<Map<string, Upload>> {
  const rows = await allRows(tx)<Upload>`
    select u.id, p.path, u.number, u.status from unnest(${paths}::text[]) p(path)
    cross join lateral (select id, number, status from stream_segments s where s.stream_id = ${streamId} and s.path = p.path
      and (s.status <> 'receiving' or not exists (
        select from stream_segments n where n.stream_id = s.stream_id and n.path = s.path and n.number > s.number))
      order by number < ${playlistNumber} desc, abs(number - ${playlistNumber}) limit 1) u`;
  return new Map(rows.map((row) => [row.path, row]));
}

/**
 * Adds segments to our own playlist of a rendition: each gets the next sequence, which never goes back, and the time of
 * its first frame.
 */
export async function publishSegments(tx: Tx, renditionId: number, additions: Addition[]): Promise<void> {
  for (const { id, durationMs, isDiscontinuous, mapId } of additions) {
    await run(tx)`
      with r as (
        update stream_renditions set next_sequence = next_sequence + 1,
          discontinuity = discontinuity + ${isDiscontinuous ? 1 : 0},
          segment_seconds = greatest(segment_seconds, round(${durationMs}::numeric / 1000), 1)::integer
        where id = ${renditionId} returning next_sequence - 1 as sequence, discontinuity
      ), former as (
        select begins_at + make_interval(secs => duration_ms / 1000.0) as at from stream_segments
        where rendition_id = ${renditionId} order by sequence desc limit 1
      )
      update stream_segments s set status = 'published', rendition_id = ${renditionId}, sequence = r.sequence,
        duration_ms = ${durationMs}, discontinuity = r.discontinuity, map_id = ${mapId}, published_at = clock_now(),
        begins_at = coalesce(case when ${isDiscontinuous} then null else (select at from former) end,
          clock_now() - make_interval(secs => ${durationMs} / 1000.0))
      from r where s.id = ${id}`;
  }
}

/** Marks the files with headers as in use, so that they stay. */
export function publishMaps(tx: Tx, ids: string[]): Promise<void> {
  return run(tx)`
    update stream_segments set status = 'published' where id = any(${ids}::uuid[]) and status = 'ready'`;
}

/** Records how far a rendition is, and whether its encoder said that it has ended. */
export function setProgress(tx: Tx, renditionId: number, progress: Progress & { isEnded: boolean }): Promise<void> {
  const { lastHostSequence, lastUploadNumber, playlistNumber, isEnded } = progress;
  return run(tx)`
    update stream_renditions set last_host_sequence = ${lastHostSequence}, last_upload_number = ${lastUploadNumber},
      playlist_number = ${playlistNumber}, is_ended = ${isEnded}, pending = null
    where id = ${renditionId}`;
}

export function recordSegments(tx: Tx, streamId: number, sender: string): Promise<void> {
  return run(tx)`
    update streams s set last_segment_at = clock_now(), encoder_ended_at = null, encoder = ${sender},
      segment_seconds = (select max(segment_seconds) from stream_renditions where stream_id = s.id)
    where id = ${streamId}`;
}

/** Records that the encoder has ended, once all of its playlists say so. */
export function recordEncoderEnd(tx: Tx, streamId: number): Promise<void> {
  return run(tx)`
    update streams set encoder_ended_at = coalesce(encoder_ended_at, clock_now())
    where id = ${streamId} and not exists (
      select from stream_renditions where stream_id = ${streamId} and next_sequence > 0 and not is_ended)`;
}

/** What new segments add to the record of their encoder's run. */
interface PushPart {
  segments: string[];
  mediaMs: number;
  gaps: number;
}

/** Adds segments to the encoder's current run, or begins a new one. */
export function recordPush(tx: Tx, streamId: number, isNew: boolean, part: PushPart): Promise<void> {
  return run(tx)`
    with last as (
      select id from stream_pushes where stream_id = ${streamId} and not ${isNew}
        and last_segment_at > clock_now() - interval '1 minute' order by id desc limit 1
    ), added as (
      select count(*)::integer as segments, coalesce(sum(bytes), 0) as bytes from stream_segments
      where id = any(${part.segments}::uuid[])
    ), continued as (
      update stream_pushes p set segments = p.segments + a.segments, bytes = p.bytes + a.bytes,
        media_ms = p.media_ms + ${part.mediaMs}, gaps = p.gaps + ${part.gaps}, last_segment_at = clock_now()
      from last, added a where p.id = last.id returning p.id
    )
    insert into stream_pushes (stream_id, segments, bytes, media_ms, gaps)
    select ${streamId}, segments, bytes, ${part.mediaMs}, ${part.gaps} from added where not exists (select from continued)`;
}
