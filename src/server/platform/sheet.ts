import writeExcelFile from "write-excel-file/node";
import { AppError } from "./app-error.ts";
import type { CsvCell, SheetFile } from "./csv.ts";
import type { FastifyReply } from "fastify";
import { PreparedReply } from "./http/route.ts";

/** Most rows in a workbook: unlike CSV, it is built in memory. */
export const maxSheetRows = 10_000;

/**
 * Writes a list as an Excel workbook (XLSX) with a frozen header row. Texts become text cells, so that none is ever run
 * as a formula, however it starts; numbers stay numbers.
 *
 * @throws AppError `too_large` for more than `maxSheetRows` rows, before anything is written
 */
export async function writeSheet(name: string, { header, pages }: SheetFile): Promise<Buffer> {
  const rows: CsvCell[][] = [];
  for await (const page of pages) {
    rows.push(...page);
    if (rows.length > maxSheetRows) {
      const message = `This list has more than ${maxSheetRows.toLocaleString("en-US")} rows. Filter it, or export it as CSV.`;
      throw new AppError("too_large", { message });
    }
  }
  const head = header.map((value) => ({ value, type: String, fontWeight: "bold" as const }));
  const columns = header.map((title, index) => ({ width: widthOf(title, rows, index) }));
  return writeExcelFile([head, ...rows.map((cells) => cells.map(toCell))], {
    sheet: name,
    columns,
    stickyRowsCount: 1,
  }).toBuffer();
}

function toCell(value: CsvCell) {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "number") return { value, type: Number };
  if (typeof value === "boolean") return { value, type: Boolean };
  return { value, type: String };
}

/** As wide as its first rows need, within limits. */
function widthOf(title: string, rows: CsvCell[][], index: number): number {
  const longest = rows.slice(0, 200).reduce((max, row) => Math.max(max, String(row[index] ?? "").length), title.length);
  return Math.min(48, Math.max(8, longest + 2));
}

/**
 * A list as an Excel workbook, named after its content: `attendees.xlsx`.
 *
 * @param sheet the name of its sheet: Excel allows 31 characters
 * @throws AppError `too_large`
 */
export async function sheetReply(
  reply: FastifyReply,
  name: string,
  list: SheetFile,
  sheet = name,
): Promise<PreparedReply> {
  const file = await writeSheet(sheet, list);
  reply.header("content-disposition", `attachment; filename="${name}.xlsx"`);
  return new PreparedReply(file, 200, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
}
