import type pg from "pg";

/** The parts of a PostgreSQL plan that we read, as `explain (analyze, format json)` returns them. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

/** What a statement did: each scan with the rows it read, each sort with the rows it sorted. */
export interface Work {
  scans: { how: string; table: string; rows: number }[];
  sorts: { rows: number }[];
}

/**
 * Runs a statement and returns what its plan did. It uses an index wherever one fits: the planner rightly reads all of
 * a small test table, but never all of one with a million rows.
 */
export async function workOf(client: pg.Client, text: string, values: unknown[]): Promise<Work> {
  await client.query("begin; set local enable_seqscan = off");
  try {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>({
      text: `explain (analyze, timing off, format json) ${text}`,
      values,
    });
    const work: Work = { scans: [], sorts: [] };
    walk(rows[0]!["QUERY PLAN"][0].Plan, work);
    return work;
  } finally {
    await client.query("rollback");
  }
}

function walk(node: PlanNode, work: Work): void {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const rows = Math.round((node["Actual Rows"] + removed) * node["Actual Loops"]);
  const table = node["Relation Name"];
  if (table !== undefined) work.scans.push({ how: node["Node Type"], table, rows });
  if (node["Node Type"] === "Sort") {
    const [input] = node.Plans ?? [];
    work.sorts.push({ rows: input === undefined ? 0 : Math.round(input["Actual Rows"] * input["Actual Loops"]) });
  }
  for (const child of node.Plans ?? []) walk(child, work);
}
