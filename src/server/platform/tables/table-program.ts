import { answerBeside } from "./beside.ts";
import { parseTable } from "./parse-table.ts";
import type { PackedTable } from "./read-table.ts";
import type { TableLimits, TableRow, TableSource } from "./table.ts";

/** Cells of one package: unpacking it takes a few milliseconds. */
const cellsPerPack = 10_000;

answerBeside(({ source, limits }: { source: TableSource; limits: TableLimits }): PackedTable => {
  const { rows, ...found } = parseTable(source, limits);
  const perPack = Math.max(1, Math.floor(cellsPerPack / Math.max(1, found.columns.length)));
  const packedRows: string[] = [];
  for (let at = 0; at < rows.length; at += perPack) {
    packedRows.push(JSON.stringify(rows.slice(at, at + perPack) satisfies TableRow[]));
  }
  return { ...found, packedRows };
});
