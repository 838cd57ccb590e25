import type pg from "pg";

/** What of a plan of PostgreSQL's is looked at; as `explain (analyze, format json)` gives it. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

/** What a statement did: each scan with the rows it looked at, each sort with the rows it sorted. */
export interface Work {
  scans: { how: string; table: string; rows: number }[];
  sorts: { rows: number }[];
}

/**
 * Runs a statement and tells what its plan did. Where an index could serve, it is taken: in a table of a test's size the
 * planner rightly reads all of it, in one of a million rows never.
 */
export async function workOf(client: pg.Client, text: string, values: unknown[]): Promise<Work> {
  await client.query("begin; set local enable_seqscan = off");
  try {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>({
      text: `explain (analyze, timing off, format json) ${text}`,
      values,
    });
    const work: Work = { scans: [], sorts: [] };
    look(rows[0]!["QUERY PLAN"][0].Plan, work);
    return work;
  } finally {
    await client.query("rollback");
  }
}

function look(node: PlanNode, work: Work): void {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const rows = Math.round((node["Actual Rows"] + removed) * node["Actual Loops"]);
  const table = node["Relation Name"];
  if (table !== undefined) work.scans.push({ how: node["Node Type"], table, rows });
  if (node["Node Type"] === "Sort") {
    const [input] = node.Plans ?? [];
    work.sorts.push({ rows: input === undefined ? 0 : Math.round(input["Actual Rows"] * input["Actual Loops"]) });
  }
  for (const child of node.Plans ?? []) look(child, work);
}
