import { onlyRow } from "#server/platform/db/rows.ts";
import type { Database } from "../db/database.ts";
import type { Metric } from "../metrics.ts";

/** Whether PostgreSQL's last try to archive its write-ahead log failed; 0 without an archive. */
export async function readArchiveGauge(db: Database): Promise<Metric> {
  const { failing } = await onlyRow(db)<{ failing: boolean }>`
    select (current_setting('archive_mode') <> 'off'
      and last_failed_time > coalesce(last_archived_time, '-infinity')) is true as failing
    from pg_stat_archiver`;
  return {
    name: "database_archive_failing",
    help: "1 if the write-ahead log can't be archived, and fills the disk",
    values: [{ value: Number(failing) }],
  };
}
