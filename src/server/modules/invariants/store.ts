import { sql } from "kysely";
import type { Invariant } from "#db/invariants/invariant.ts";
import type { InvariantCheck } from "#contract/invariants.ts";
import { bool, integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, onlyValue, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";

/** The result of one check of an invariant. */
export type Finding = Pick<InvariantCheck, "id" | "holds" | "outcome" | "rowCount" | "tookMs">;

/** True when no other node is checking right now; this one then keeps the others out until its transaction ends. */
export function lockChecks(tx: Tx): Promise<boolean> {
  return onlyValue(tx, bool)`
    select pg_try_advisory_xact_lock(hashtextextended('invariants: checks', 0)) as mine`;
}

/** An invariant to check. */
interface DueCheck {
  id: string;
  /** Its last check hit the ordinary time limit. */
  isSlow: boolean;
}

/** Which of these are due now, those waiting longest first. */
export function findDue(tx: Tx, ids: string[], budgetMs: number): Promise<DueCheck[]> {
  return allRows(tx)`
    select i.id, coalesce(c.outcome = 'too_slow' or c.took_ms > ${budgetMs}, false) as "isSlow"
    from unnest(${ids}::text[]) as i(id) left join invariant_checks c on c.id = i.id
    where c.id is null or c.next_check_at <= clock_now() order by c.next_check_at nulls first, i.id`;
}

/** Maximum rows counted: from there on it is "a thousand or more". */
const max = 1000;

/**
 * Counts the rows that break an invariant, as the caller's transaction sees the database. A query that fails or hits
 * its limit is rolled back alone; the transaction continues with the same snapshot.
 */
export async function runCheck(
  tx: Tx,
  { id, holds, sql: whole, quick: query = whole }: Invariant,
  budgetMs: number,
): Promise<Finding> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  await run(tx)`savepoint runCheck`;
  // Keep the other processors free for buyers.
  await run(tx)`select set_config('statement_timeout', ${String(budgetMs)}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`;
  try {
    const rowCount = await onlyValue(tx, integer)`
      select count(*)::integer as count from (select from (${sql.raw(query)}) broken limit ${sql.lit(max)}) counted`;
    await run(tx)`release savepoint runCheck`;
    return { id, holds, outcome: rowCount > 0 ? "broken" : "holds", rowCount, tookMs: tookMs() };
  } catch (error) {
    await run(tx)`rollback to savepoint runCheck`;
    const tooSlow = (error as { code?: string }).code === "57014";
    return { id, holds, outcome: tooSlow ? "too_slow" : "failed", rowCount: 0, tookMs: tookMs() };
  }
}

/**
 * Stores the results, until when they count, and since when something is broken; deletes invariants that no longer
 * exist.
 *
 * @returns those that are newly broken: their last check held, or they had none
 */
export async function storeFindings(
  tx: Tx,
  findings: (Finding & { restMs: number })[],
  known: string[],
): Promise<Finding[]> {
  await run(tx)`delete from invariant_checks where id <> all(${known}::text[])`;
  const news = new Set(
    await allValues(tx)<string>`
    with found as (
      select * from json_to_recordset(${JSON.stringify(findings)}::json) as f(id text, holds text, outcome text,
        "rowCount" integer, "tookMs" integer, "restMs" integer)
    ), news as (
      select f.id from found f left join invariant_checks c on c.id = f.id
      where f.outcome = 'broken' and c.broken_since is null
    ), stored as (
      insert into invariant_checks (id, holds, outcome, row_count, took_ms, next_check_at, broken_since)
      select id, holds, outcome, "rowCount", "tookMs", clock_now() + make_interval(secs => "restMs" / 1000.0),
        case when outcome = 'broken' then clock_now() end
      from found
      on conflict (id) do update set holds = excluded.holds, outcome = excluded.outcome, row_count = excluded.row_count,
        took_ms = excluded.took_ms, checked_at = excluded.checked_at, next_check_at = excluded.next_check_at,
        -- A check that couldn't run doesn't resolve it.
        broken_since = case excluded.outcome when 'broken' then coalesce(invariant_checks.broken_since, excluded.broken_since)
          when 'holds' then null else invariant_checks.broken_since end
    )
    select id from news`,
  );
  return findings.filter(({ id }) => news.has(id));
}

/** The result of each invariant's last check, broken ones first. */
export function findInvariantChecks(db: Queryable): Promise<Stored<InvariantCheck>[]> {
  return allRows(db)`
    select id, holds, outcome, row_count as "rowCount", took_ms as "tookMs", checked_at as "checkedAt",
      broken_since as "brokenSince"
    from invariant_checks
    order by case outcome when 'broken' then 0 when 'holds' then 2 else 1 end, id`;
}
