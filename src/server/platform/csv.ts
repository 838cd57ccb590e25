/** What a cell of a file for spreadsheets may hold. */
export type CsvCell = string | number | boolean | null | undefined;

/** Cells that begin so are run as formulas by spreadsheet programs (CWE-1236); blanks in front do not help. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\t\r|%]/u;

/**
 * Writes rows as CSV (RFC 4180): every text is quoted, and text that a spreadsheet would run as a formula is led by an
 * apostrophe, which makes it text. Numbers stay numbers. A byte order mark lets Excel read it as UTF-8.
 */
export function writeCsv(header: string[], rows: CsvCell[][]): string {
  return `\ufeff${[header, ...rows].map((row) => row.map(writeCell).join(",")).join("\r\n")}\r\n`;
}

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
