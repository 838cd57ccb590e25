import writeExcelFile from "write-excel-file/node";
import { AppError } from "./app-error.ts";
import { streamCsv, type CsvCell } from "./csv.ts";

/** A list as a file for spreadsheets: its heads, its rows page by page, and what stands in each cell. */
export interface SheetSource<Row> {
  header: string[];
  readPage: (cursor: string | undefined) => Promise<{ rows: Row[]; nextCursor: string | null }>;
  toCells: (row: Row) => CsvCell[];
}

/** Most rows of a workbook: it is put together in memory, unlike CSV. */
export const mostSheetRows = 10_000;

/**
 * Writes a list as an Excel workbook (XLSX) with a head that stays in sight. Texts are cells of type text, so that none
 * is ever run as a formula, whatever it begins with; numbers are numbers.
 *
 * @throws AppError `too_large` for more than `mostSheetRows` rows, before anything is written
 */
export async function writeSheet<Row>(name: string, { header, readPage, toCells }: SheetSource<Row>): Promise<Buffer> {
  const rows: CsvCell[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await readPage(cursor);
    rows.push(...page.rows.map(toCells));
    if (rows.length > mostSheetRows) {
      const message = `More than ${mostSheetRows.toLocaleString("en-US")} rows: narrow the list, or take it as CSV`;
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

/** As wide as its first rows need, within reason. */
function widthOf(title: string, rows: CsvCell[][], index: number): number {
  const longest = rows
    .slice(0, 200)
    .reduce((most, row) => Math.max(most, String(row[index] ?? "").length), title.length);
  return Math.min(48, Math.max(8, longest + 2));
}
