import { setImmediate } from "node:timers/promises";
import { runBeside } from "./beside.ts";
import { type Table, type TableLimits, tableLimits, type TableRow, type TableSource } from "./table.ts";

/** A table as it comes from its thread: rows as JSON, some at a time. */
export type PackedTable = Omit<Table, "rows"> & { packedRows: string[] };

const program = new URL("./table-program.ts", import.meta.url);

/**
 * Reads a file or pasted text to rows: CSV and its relatives in any encoding, and Excel's .xlsx. It is read in a thread
 * beside the event loop, and unpacked here with pauses, so that requests are answered meanwhile.
 *
 * @param limits replace those of `tableLimits`
 * @throws AppError `invalid_input` with a sentence that tells the person what to save as | `unavailable`
 */
export async function readTable(source: TableSource, limits: Partial<TableLimits> = {}): Promise<Table> {
  const all = { ...tableLimits, ...limits };
  const { packedRows, ...found } = await runBeside<PackedTable>(program, { source, limits: all }, all);
  const rows: TableRow[] = [];
  for (const some of packedRows) {
    rows.push(...(JSON.parse(some) as TableRow[]));
    await setImmediate();
  }
  return { ...found, rows };
}
