import { readFile } from "node:fs/promises";
import pg from "pg";
import type { ConnectionSettings } from "#server/platform/db/database.ts";
import { postersFolder } from "../posters.ts";
import { refundedSteps, ledgerSteps } from "./books.ts";
import { doorSteps } from "./doors.ts";
import { calendarSteps, eventSteps } from "./events.ts";
import { peopleSteps } from "./people.ts";
import { drawSales, moneySteps, orderSteps } from "./sales.ts";
import { planOf, type Step } from "./step.ts";
import { trafficSteps } from "./traffic.ts";
import { wordLists } from "./words.ts";

export interface ScaleOptions {
  connection: ConnectionSettings;
  /** Fraction of the full size: 1 is a hundred thousand events and a million orders. */
  factor: number;
  /** Fills a database that already has events. */
  onTop: boolean;
  /** Called after each step. */
  report: (what: string, rows: number, seconds: number) => void;
}

/** Tables whose identity columns were written explicitly. */
const identities = ["users", "stock", "events", "ticket_types"];

/**
 * Fills a migrated database with as much data as a large organizer has after years, as if it had all been sold: the
 * invariants hold. Everything is one transaction, so that an interrupted fill leaves nothing; then the statistics that
 * lists are planned with are updated.
 *
 * @throws Error if there are events already and `onTop` is not set
 */
export async function fillAtScale({ connection, factor, onTop, report }: ScaleOptions): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const run = async ({ does, sql }: Step) => {
    const startedAt = performance.now();
    const result = await client.query(sql);
    const rows = Array.isArray(result) ? 0 : (result.rowCount ?? 0);
    report(does, rows, (performance.now() - startedAt) / 1000);
  };
  try {
    const { rows } = await client.query("select from events limit 1");
    if (rows.length > 0 && !onTop) throw new Error("This database already has events. Use --on-top to add more.");
    await client.query(
      `set statement_timeout = 0; set synchronous_commit = off; set work_mem = '256MB'; set timezone = 'UTC'`,
    );
    await client.query("begin");
    // The same on every empty database, and different data on top of an earlier fill.
    await client.query("select setseed(0.1838 + (select count(*) from events) % 7919 / 10000.0)");
    await storeLists(client);
    for (const step of stepsOf(factor)) await run(step);
    await client.query("commit");
    await run({ does: "statistics", sql: "vacuum analyze" });
  } finally {
    await client.end();
  }
}

function stepsOf(factor: number): Step[] {
  const plan = planOf(factor);
  return [
    ...peopleSteps(plan),
    ...eventSteps(plan),
    ...drawSales(plan),
    ...calendarSteps,
    ...orderSteps,
    ...moneySteps,
    {
      does: "event sales totals",
      sql: `update event_sales n set sold = c.sold
        from (select t.event_id, sum(s.sold) as sold from ticket_types t join stock s on s.id = t.stock_id group by 1) c
        where n.event_id = c.event_id`,
    },
    ...ledgerSteps,
    ...doorSteps,
    ...refundedSteps,
    ...trafficSteps(plan),
    ...identities.map((table) => ({
      does: `id sequence of ${table}`,
      sql: `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    })),
  ];
}

async function storeLists(client: pg.Client): Promise<void> {
  const posters: Record<string, object> = JSON.parse(await readFile(`${postersFolder}/index.json`, "utf8"));
  const lists = {
    ...wordLists,
    poster: Object.entries(posters).map(([key, poster]) => JSON.stringify({ key, placeholder: null, ...poster })),
  };
  await client.query("create temp table scale_lists (name text primary key, items text[] not null)");
  for (const [name, items] of Object.entries(lists)) {
    await client.query("insert into scale_lists values ($1, $2)", [name, items]);
  }
}
