import { sql } from "kysely";
import type { Fault, FaultSource } from "#contract/faults.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { inOrder, isAfter, orderOf, sliceOf, sortKeyOf, toPage, type Keyed } from "#server/platform/db/keyset.ts";
import { countUpTo } from "#server/platform/db/paging.ts";
import type { FaultSighting } from "./rules.ts";

/** A sighting under its fingerprint. */
export type KeptSighting = Omit<FaultSighting, "sameness"> & { fingerprint: string };

/** Counts sightings; one that was resolved is open again. Each fingerprint may stand in the list once. */
export async function countSightings(db: Queryable, sightings: KeptSighting[]): Promise<void> {
  await sql`
    insert into faults (fingerprint, source, message, stack, route, agent, first_release, last_release, occurrences)
    select s.fingerprint, s.source, s.message, s.stack, s.route, s.agent, s.release, s.release, s.count
    from json_to_recordset(${JSON.stringify(sightings)}::json) as s(fingerprint text, source text, message text,
      stack text, route text, agent text, release text, count bigint)
    order by s.fingerprint
    on conflict (fingerprint) do update set occurrences = faults.occurrences + excluded.occurrences,
      last_seen_at = clock_now(), last_release = excluded.last_release, stack = excluded.stack, route = excluded.route,
      agent = excluded.agent, resolved_at = null, resolved_by = null`.execute(db);
}

interface FaultRow extends Omit<Fault, "firstSeenAt" | "lastSeenAt" | "resolvedAt"> {
  firstSeenAt: Date;
  lastSeenAt: Date;
  resolvedAt: Date | null;
}

const columns = sql`id, source, message, stack, route, agent, occurrences as count, first_seen_at as "firstSeenAt",
  last_seen_at as "lastSeenAt", first_release as "firstRelease", last_release as "lastRelease",
  resolved_at as "resolvedAt"`;

/** Which faults are asked for. */
export interface FaultQuery {
  state: "open" | "resolved";
  source?: FaultSource | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
}

const lastSeenFirst = orderOf("-lastSeenAt", {
  lastSeenAt: [
    { by: sql`last_seen_at`, type: "timestamptz" },
    { by: sql`id`, type: "bigint" },
  ],
});
const pageSize = 20;

/** A page of faults, last seen first, and how many there are. @throws AppError `invalid_input` for a cursor that is none */
export async function findFaults(db: Queryable, { state, source, ...asked }: FaultQuery) {
  const slice = sliceOf(asked, lastSeenFirst, pageSize);
  const inState = sql`${state === "open" ? sql`resolved_at is null` : sql`resolved_at is not null`}
    and (${source ?? null}::text is null or source = ${source ?? null})`;
  const found = await sql<Keyed<FaultRow>>`
    select ${columns}, ${sortKeyOf(slice)} as "sortKey" from faults
    where ${inState} and ${isAfter(slice)} ${inOrder(slice)}`.execute(db);
  const { rows, ...page } = toPage<FaultRow>(found.rows, slice, await countUpTo(db, sql`faults`, inState));
  return { items: rows.map(toFault), ...page };
}

/** Marks a fault as mended by somebody; undefined where there is none. */
export async function markResolved(db: Queryable, id: number, userId: number): Promise<Fault | undefined> {
  const { rows } = await sql<FaultRow>`
    update faults set resolved_at = coalesce(resolved_at, clock_now()), resolved_by = coalesce(resolved_by, ${userId})
    where id = ${id} returning ${columns}`.execute(db);
  return rows[0] && toFault(rows[0]);
}

/** Takes a fault back among the open ones; undefined where there is none. */
export async function markOpen(db: Queryable, id: number): Promise<Fault | undefined> {
  const { rows } = await sql<FaultRow>`
    update faults set resolved_at = null, resolved_by = null where id = ${id} returning ${columns}`.execute(db);
  return rows[0] && toFault(rows[0]);
}

/** Keeps the table small whatever is sent to it: what is resolved or long gone leaves, and of the open ones the latest stay. */
export async function purgeFaults(db: Queryable): Promise<void> {
  await sql`
    delete from faults where last_seen_at < clock_now() - interval '180 days'
      or (resolved_at < clock_now() - interval '30 days')
      or id in (select id from faults order by last_seen_at desc offset 5000)`.execute(db);
}

function toFault(row: FaultRow): Fault {
  return {
    ...row,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  };
}
