import writeExcelFile from "write-excel-file/node";
import { AppError } from "./app-error.ts";
import { streamCsv, type CsvCell } from "./csv.ts";

/** A list as a spreadsheet file: its header, its rows page by page, and the cells of each row. */
export interface SheetSource<Row> {
  header: string[];
  readPage: (cursor: string | undefined) => Promise<{ rows: Row[]; nextCursor: string | null }>;
  toCells: (row: Row) => CsvCell[];
}

/** Most rows in a workbook: unlike CSV, it is built in memory. */
export const mostSheetRows = 10_000;

/**
 * Writes a list as an Excel workbook (XLSX) with a frozen header row. Texts become text cells, so that none is ever run
 * as a formula, however it starts; numbers stay numbers.
 *
 * @throws AppError `too_large` for more than `mostSheetRows` rows, before anything is written
 */
export async function writeSheet<Row>(name: string, { header, readPage, toCells }: SheetSource<Row>): Promise<Buffer> {
  const rows: CsvCell[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await readPage(cursor);
    rows.push(...page.rows.map(toCells));
    if (rows.length > mostSheetRows) {
      const message = `This list has more than ${mostSheetRows.toLocaleString("en-US")} rows. Filter it, or export it as CSV.`;
      throw new AppError("too_large", { message });
    }
    cursor = page.nextCursor;
  }
  const head = header.map((value) => ({ value, type: String, fontWeight: "bold" as const }));
  const columns = header.map((title, index) => ({ width: widthOf(title, rows, index) }));
  return writeExcelFile([head, ...rows.map((cells) => cells.map(toCell))], {
    sheet: name,
    columns,
    stickyRowsCount: 1,
  }).toBuffer();
}

/** The same list as CSV, of any length, read while it is sent. */
export const streamSheet = <Row>({ header, readPage, toCells }: SheetSource<Row>): AsyncGenerator<string> =>
  streamCsv(header, readPage, toCells);

function toCell(value: CsvCell) {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "number") return { value, type: Number };
  if (typeof value === "boolean") return { value, type: Boolean };
  return { value, type: String };
}

/** As wide as its first rows need, within limits. */
function widthOf(title: string, rows: CsvCell[][], index: number): number {
  const longest = rows
    .slice(0, 200)
    .reduce((most, row) => Math.max(most, String(row[index] ?? "").length), title.length);
  return Math.min(48, Math.max(8, longest + 2));
}
