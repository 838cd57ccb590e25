import { sql } from "kysely";
import type { ErrorReport, ErrorSource } from "#contract/error-reports.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, RowOf } from "#server/platform/db/database.ts";
import type { ListQuery, ListSource } from "#server/platform/db/list.ts";
import { firstRow, onlyValue, run } from "#server/platform/db/rows.ts";
import type { ErrorSighting } from "./rules.ts";

export type StoredSighting = Omit<ErrorSighting, "sameness"> & { fingerprint: string };

/** Counts sightings; a resolved error opens again. Each fingerprint can be in the list once. */
export function countSightings(db: Queryable, sightings: StoredSighting[]): Promise<void> {
  return run(db)`
    insert into error_reports (fingerprint, source, message, stack, route, agent, first_release, last_release, occurrences)
    select s.fingerprint, s.source, s.message, s.stack, s.route, s.agent, s.release, s.release, s.count
    from json_to_recordset(${JSON.stringify(sightings)}::json) as s(fingerprint text, source text, message text,
      stack text, route text, agent text, release text, count bigint)
    order by s.fingerprint
    on conflict (fingerprint) do update set occurrences = error_reports.occurrences + excluded.occurrences,
      last_seen_at = clock_now(), last_release = excluded.last_release, stack = excluded.stack, route = excluded.route,
      agent = excluded.agent, resolved_at = null, resolved_by = null`;
}

type ErrorReportRow = RowOf<ErrorReport, "firstSeenAt" | "lastSeenAt" | "resolvedAt">;

const columns = sql<ErrorReportRow>`id, source, message, stack, route, agent, occurrences as count, first_seen_at as "firstSeenAt",
  last_seen_at as "lastSeenAt", first_release as "firstRelease", last_release as "lastRelease",
  resolved_at as "resolvedAt"`;

interface ErrorReportQuery extends ListQuery {
  status: "open" | "resolved";
  source?: ErrorSource | undefined;
}

/** Errors, last seen first. */
export const errorReports: ListSource<ErrorReportQuery, ErrorReportRow> = {
  columns,
  from: sql`error_reports`,
  order: {
    name: "-lastSeenAt",
    keys: [
      { by: sql`last_seen_at`, type: "timestamptz" },
      { by: sql`id`, type: "bigint" },
    ],
    descending: true,
  },
  filters: {
    status: (status) => (status === "open" ? sql`resolved_at is null` : sql`resolved_at is not null`),
    source: (source) => sql`source = ${source}`,
  },
  pageSize: 20,
};

/** Marks an error as resolved by someone; undefined if there is none. */
export function markResolved(db: Queryable, id: number, userId: number): Promise<ErrorReportRow | undefined> {
  return firstRow(db)`
    update error_reports set resolved_at = coalesce(resolved_at, clock_now()), resolved_by = coalesce(resolved_by, ${userId})
    where id = ${id} returning ${columns}`;
}

/** Reopens an error; undefined if there is none. */
export function markOpen(db: Queryable, id: number): Promise<ErrorReportRow | undefined> {
  return firstRow(db)`
    update error_reports set resolved_at = null, resolved_by = null where id = ${id} returning ${columns}`;
}

/** How many errors are open. */
export function countOpen(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from error_reports where resolved_at is null`;
}

/**
 * Keeps the table small whatever is sent to it: deletes resolved and old errors, and keeps only the latest of the open
 * ones.
 */
export function purgeErrorReports(db: Queryable): Promise<void> {
  return run(db)`
    delete from error_reports where last_seen_at < clock_now() - interval '180 days'
      or (resolved_at < clock_now() - interval '30 days')
      or id in (select id from error_reports order by last_seen_at desc offset 5000)`;
}
