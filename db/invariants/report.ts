import type pg from "pg";
import { invariants } from "../invariants.ts";
import type { Invariant } from "./invariant.ts";
import { findViewsVersion, viewOf, viewsVersion } from "./views.ts";

/** The result for one invariant. */
export interface ReportLine {
  id: string;
  holds: string;
  outcome: "holds" | "broken" | "failed";
  rowCount: number;
  /** The first rows that violate it, as JSON. */
  rows: string[];
  tookMs: number;
  /** Why it couldn't be checked. */
  failure?: string;
}

export interface Report {
  /**
   * True if the database's own views were used; otherwise they are another version's, and this version's queries were
   * used.
   */
  byViews: boolean;
  lines: ReportLine[];
}

/**
 * Checks every invariant in one read-only snapshot, without time limits, so that all see the same instant. One that
 * can't be checked (a database of another version) says why and doesn't affect the others.
 */
export async function readInvariants(
  client: pg.ClientBase,
  shownRows = 3,
  of: readonly Invariant[] = invariants,
): Promise<Report> {
  await client.query("begin isolation level repeatable read read only");
  try {
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    const byViews = (await findViewsVersion(client)) === viewsVersion(of);
    const lines: ReportLine[] = [];
    for (const invariant of of) lines.push(await ask(client, invariant, byViews, shownRows));
    return { byViews, lines };
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
}

async function ask(
  client: pg.ClientBase,
  invariant: Invariant,
  byViews: boolean,
  shownRows: number,
): Promise<ReportLine> {
  const { id, holds, sql } = invariant;
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  await client.query("savepoint ask");
  try {
    const from = byViews ? viewOf(invariant) : `(${sql})`;
    const { rows } = await client.query<{ row: unknown; total: string }>(
      `select row_to_json(v) as row, count(*) over () as total from ${from} v limit $1`,
      [Math.max(1, shownRows)],
    );
    const rowCount = Number(rows[0]?.total ?? 0);
    const shown = rows.slice(0, shownRows).map(({ row }) => JSON.stringify(row));
    return { id, holds, outcome: rowCount > 0 ? "broken" : "holds", rowCount, rows: shown, tookMs: tookMs() };
  } catch (error) {
    await client.query("rollback to savepoint ask");
    const failure = error instanceof Error ? error.message : String(error);
    return { id, holds, outcome: "failed", rowCount: 0, rows: [], tookMs: tookMs(), failure };
  }
}

/** The report as a table for a terminal, violated invariants with their first rows. */
export function describeReport({ byViews, lines }: Report): string {
  const width = Math.max(...lines.map(({ holds }) => holds.length));
  const table = lines.flatMap(({ id, holds, outcome, rowCount, rows, tookMs, failure }) => [
    `${outcome === "holds" ? "✓" : "✗"} ${id.padEnd(5)} ${holds.padEnd(width)} ${String(rowCount).padStart(6)} ${String(tookMs).padStart(6)} ms`,
    ...rows.map((row) => `          ${row}`),
    ...(failure === undefined ? [] : [`          couldn't be checked: ${failure}`]),
  ]);
  const count = (outcome: ReportLine["outcome"]) => lines.filter((line) => line.outcome === outcome).length;
  const sum = [
    `${count("holds")} hold`,
    `${count("broken")} don't`,
    ...(count("failed") > 0 ? [`${count("failed")} couldn't be checked`] : []),
    byViews
      ? "checked with the database's views"
      : "the database's views are from another version, so this version's queries were used",
  ];
  return `${"".padEnd(7)} ${"invariant".padEnd(width)}   rows   time\n${table.join("\n")}\n\n${sum.join(", ")}.`;
}
