/** A cell of a spreadsheet file. */
export type CsvCell = string | number | boolean | null | undefined;

/**
 * Spreadsheet programs run cells that start like this as formulas (CWE-1236), even after leading blanks; some also read
 * the full-width and small forms of the signs.
 */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\t\r|%＝＋－＠﹦﹢﹣﹫]/u;

/** True for text that a spreadsheet program would run. */
export const isFormula = (text: string): boolean => formula.test(text);

/** Rows that an export reads at a time. */
export const csvPageSize = 1000;

/** A list as a spreadsheet file: its header, and the cells of its rows, read page by page while it is written. */
export interface SheetFile {
  header: string[];
  pages: AsyncIterable<CsvCell[][]>;
}

/**
 * A list of any length as CSV (RFC 4180), read page by page while it is sent, so that memory holds one page. Rows that
 * change between two pages may be missing or appear twice, as in any paged list.
 *
 * Every text is quoted. Text that a spreadsheet would run as a formula gets a leading apostrophe, which makes it text.
 * Numbers stay numbers. A byte order mark makes Excel read the file as UTF-8.
 */
export async function* streamCsv({ header, pages }: SheetFile): AsyncGenerator<string> {
  let head = `\ufeff${writeLine(header)}`;
  for await (const rows of pages) {
    yield head + rows.map(writeLine).join("");
    head = "";
  }
}

const writeLine = (cells: CsvCell[]) => `${cells.map(writeCell).join(",")}\r\n`;

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  const safe = isFormula(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
