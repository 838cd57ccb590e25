import { integer } from "#server/platform/db/columns.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { onlyValue, run } from "#server/platform/db/rows.ts";

/** A file that is stored already. */
export interface ImportedFile {
  id: string;
  path: string;
  bytes: number;
}

/** A segment, and the file with its headers. */
export interface ImportedSegment extends ImportedFile {
  durationMs: number;
  mapId: string | null;
}

/** A finished recording whose files are stored. */
interface ImportedRecording {
  streamId: number;
  playlist: string;
  startedAt: Date;
  maps: ImportedFile[];
  segments: ImportedSegment[];
}

/** Stores a recording's segments and shows its stream as a replay. */
export async function insertRecording(tx: Tx, recording: ImportedRecording): Promise<void> {
  const { streamId, playlist, startedAt, maps, segments } = recording;
  for (const { id, path, bytes } of maps) {
    await run(tx)`
      insert into stream_segments (id, stream_id, path, status, bytes, received_at)
      values (${id}, ${streamId}, ${path}, 'published', ${bytes}, ${startedAt})`;
  }
  const longest = Math.max(...segments.map(({ durationMs }) => Math.round(durationMs / 1000)), 1);
  const renditionId = await onlyValue(tx, integer)`
    insert into stream_renditions (stream_id, path, next_sequence, last_host_sequence, segment_seconds, is_ended)
    values (${streamId}, ${playlist}, ${segments.length}, ${segments.length - 1}, ${longest}, true) returning id`;
  let beginsMs = startedAt.getTime();
  for (const [sequence, { id, path, durationMs, bytes, mapId }] of segments.entries()) {
    await run(tx)`
      insert into stream_segments (id, stream_id, path, status, bytes, received_at, rendition_id, sequence, duration_ms,
        discontinuity, map_id, begins_at, published_at)
      values (${id}, ${streamId}, ${path}, 'published', ${bytes}, ${startedAt}, ${renditionId}, ${sequence}, ${durationMs},
        0, ${mapId}, ${new Date(beginsMs)}, ${startedAt})`;
    beginsMs += durationMs;
  }
  const endedAt = new Date(beginsMs);
  await run(tx)`
    insert into stream_pushes (stream_id, began_at, last_segment_at, segments, bytes, media_ms)
    values (${streamId}, ${startedAt}, ${endedAt}, ${segments.length}, ${segments.reduce((sum, { bytes }) => sum + bytes, 0)},
      ${beginsMs - startedAt.getTime()})`;
  await run(tx)`
    update streams set status = 'replay', started_at = ${startedAt}, ended_at = ${endedAt}, last_segment_at = ${endedAt},
      segment_seconds = ${longest} where id = ${streamId}`;
}
