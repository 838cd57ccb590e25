import { instant } from "./columns.ts";
import { inTransaction, type Database, type Tx } from "./database.ts";
import { onlyValue, run } from "./rows.ts";

/** Sums by a label: a currency, say. */
export type Sums = Map<string, number[]>;

const beginning = new Date(0);
const forever = new Date("9999-12-31");

/**
 * Sums over a table to which rows are only ever added: all of it is read once, then only what is new, so that a look at
 * the metrics costs the same on a large site. Every node finds the same sums.
 *
 * @param readSpan the sums of rows created from one time (inclusive) to another (exclusive)
 */
export function createRunningSums(readSpan: (tx: Tx, from: Date, to: Date) => Promise<Sums>) {
  let settled = { until: beginning, sums: new Map<string, number[]>() };
  let reading: Promise<Sums> | undefined;

  const readNow = (db: Database) =>
    inTransaction(db, async (tx) => {
      // The first time, for a large site.
      await run(tx)`set local statement_timeout = '60s'`;
      // No transaction takes so long: nothing from before this will still appear.
      const until = await onlyValue(tx, instant)`select clock_now() - interval '10 minutes' as until`;
      if (until > settled.until) {
        settled = { until, sums: add(settled.sums, await readSpan(tx, settled.until, until)) };
      }
      return add(settled.sums, await readSpan(tx, settled.until, forever));
    });

  return (db: Database): Promise<Sums> => {
    reading ??= readNow(db).finally(() => (reading = undefined));
    return reading;
  };
}

function add(before: Sums, more: Sums): Sums {
  const sums = new Map(before);
  for (const [label, values] of more) {
    sums.set(
      label,
      values.map((value, index) => value + (before.get(label)?.[index] ?? 0)),
    );
  }
  return sums;
}
