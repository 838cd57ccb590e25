/** What a cell of a file for spreadsheets may hold. */
export type CsvCell = string | number | boolean | null | undefined;

/** Cells that begin so are run as formulas by spreadsheet programs (CWE-1236); blanks in front do not help. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\t\r|%]/u;

/** Rows that a file reads at a time. */
export const csvPageSize = 1000;

/**
 * A list of any length as CSV (RFC 4180), read page by page while it is sent: the memory holds one page. What changes
 * between two pages may be missing or be there twice, as in any list that one leafs through.
 *
 * Every text is quoted, and text that a spreadsheet would run as a formula is led by an apostrophe, which makes it text.
 * Numbers stay numbers. A byte order mark lets Excel read it as UTF-8.
 *
 * @param readPage reads the page after a cursor
 */
export async function* streamCsv<Row>(
  header: string[],
  readPage: (cursor: string | undefined) => Promise<{ rows: Row[]; nextCursor: string | null }>,
  toCells: (row: Row) => CsvCell[],
): AsyncGenerator<string> {
  let head = `\ufeff${writeLine(header)}`;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { rows, nextCursor } = await readPage(cursor);
    yield head + rows.map((row) => writeLine(toCells(row))).join("");
    head = "";
    cursor = nextCursor;
  }
}

const writeLine = (cells: CsvCell[]) => `${cells.map(writeCell).join(",")}\r\n`;

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
