import { readFile } from "node:fs/promises";
import pg from "pg";
import type { ConnectionSettings } from "#server/platform/db/database.ts";
import { postersFolder } from "../posters.ts";
import { givenBackSteps, ledgerSteps } from "./books.ts";
import { doorSteps } from "./doors.ts";
import { calendarSteps, nightSteps } from "./nights.ts";
import { peopleSteps } from "./people.ts";
import { drawSales, moneySteps, orderSteps } from "./sales.ts";
import { planOf, type Step } from "./step.ts";
import { trafficSteps } from "./traffic.ts";
import { wordLists } from "./words.ts";

export interface ScaleOptions {
  connection: ConnectionSettings;
  /** Share of the full size: 1 is a hundred thousand nights and a million orders. */
  factor: number;
  /** Fills a database that has nights already. */
  onTop: boolean;
  /** Told of each step when it is done. */
  tell: (what: string, rows: number, seconds: number) => void;
}

/** Counters of identity columns that were written past. */
const identities = ["users", "stock", "events", "ticket_types"];

/**
 * Fills a migrated database with as much as a large house has after years, all of it together as if it had been sold: the
 * invariants hold. One transaction, so that a filling that is cut short leaves nothing; then the statistics that lists are
 * planned by.
 *
 * @throws Error when there are nights already and `onTop` is not asked for
 */
export async function fillAtScale({ connection, factor, onTop, tell }: ScaleOptions): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const run = async ({ does, sql }: Step) => {
    const startedAt = performance.now();
    const result = await client.query(sql);
    const rows = Array.isArray(result) ? 0 : (result.rowCount ?? 0);
    tell(does, rows, (performance.now() - startedAt) / 1000);
  };
  try {
    const { rows } = await client.query("select from events limit 1");
    if (rows.length > 0 && !onTop) throw new Error("There are nights in this database already.");
    await client.query(
      `set statement_timeout = 0; set synchronous_commit = off; set work_mem = '256MB'; set timezone = 'UTC'`,
    );
    await client.query("begin");
    // The same on every empty database, and something else on top of a filling.
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
    ...nightSteps(plan),
    ...drawSales(plan),
    ...calendarSteps,
    ...orderSteps,
    ...moneySteps,
    {
      does: "nights by what they sold",
      sql: `update night_sales n set sold = c.sold
        from (select t.event_id, sum(s.sold) as sold from ticket_types t join stock s on s.id = t.stock_id group by 1) c
        where n.event_id = c.event_id`,
    },
    ...ledgerSteps,
    ...doorSteps,
    ...givenBackSteps,
    ...trafficSteps(plan),
    ...identities.map((table) => ({
      does: `counts on in ${table}`,
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
