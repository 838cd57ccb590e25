import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, allValues, run } from "#server/platform/db/rows.ts";

/** A stored file that nobody needs. */
interface Leftover {
  id: string;
  streamId: number;
  path: string;
}

/** How long a segment stays that no recording needs: longer than players can rewind. */
const windowMinutes = 6;

/**
 * Files that nobody needs: uploads that broke off, segments that slid out of the live window and belong to no recording
 * (those from before the start, too), and everything of deleted streams. Files with headers stay as long as a segment
 * needs them.
 */
export function findLeftovers(db: Queryable, max: number): Promise<Leftover[]> {
  return allRows(db)`
    select g.id, g.stream_id as "streamId", g.path from stream_segments g join streams s on s.id = g.stream_id
    where not exists (select from stream_segments u where u.map_id = g.id) and (
      (s.deleted_at is not null and s.deleted_at < clock_now() - interval '10 minutes')
      or (g.status = 'receiving' and g.received_at < clock_now() - interval '10 minutes')
      or (g.received_at < clock_now() - make_interval(mins => ${windowMinutes})
        and (g.sequence is null or not s.is_recorded or s.started_at is null or g.published_at < s.started_at)))
    order by g.number limit ${max}`;
}

/** Forgets a file that is deleted. */
export function deleteSegment(db: Queryable, id: string): Promise<void> {
  return run(db)`
    delete from stream_segments g where id = ${id} and not exists (select from stream_segments u where u.map_id = g.id)`;
}

/** Which of some files have rows. */
export function findNamed(db: Queryable, ids: string[]): Promise<string[]> {
  return allValues(db)`select id from stream_segments where id = any(${ids}::uuid[])`;
}
