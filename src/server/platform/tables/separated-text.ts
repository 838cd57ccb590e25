import { TableBuilder, type Table, type TableLimits } from "./table.ts";

/** In the order in which they win when they fit equally well. */
const separators = ["\t", ";", "|", ","] as const;

/** Lines that decide what separates the columns. */
const sampleLines = 200;

/**
 * Reads text whose columns are separated by a tab, semicolon, bar or comma, with line ends of any system. A cell may be
 * in quotation marks, and then have separators, line ends and doubled marks in it. A mark in the middle of a cell, or
 * text behind a closed one (`"Pierre, Marva" <marva@example.com>`), is part of the cell. A line whose mark is never
 * closed is among `unread`, and the lines below it are read. A first line such as `sep=;` sets the separator.
 *
 * @throws TableProblem if it is over a cap
 */
export function readSeparatedText(text: string, limits: TableLimits): Table {
  const whole = text.replace(/^\ufeff/, "").replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n");
  const declared = /^\s*"?sep=(.)"?[\t ,;|]*(?:\n|$)/i.exec(whole);
  const separator = declared?.[1] ?? findSeparator(whole);
  const table = new TableBuilder(limits);
  const scan = { text: whole, separator, position: declared?.[0].length ?? 0, noQuoteFrom: Infinity };
  let line = whole.slice(0, scan.position).split("\n").length;
  // Not every `sep=` line ends in a line end: then nothing follows.
  if (declared !== null && !declared[0].endsWith("\n")) line++;
  while (scan.position < whole.length) line += readLine(scan, line, table);
  return table.build({ separator, sheet: null });
}

interface Scan {
  text: string;
  separator: string;
  position: number;
  /** From here on no quotation mark closes a cell. */
  noQuoteFrom: number;
}

/** Reads one row. @returns how many lines it takes */
function readLine(scan: Scan, line: number, table: TableBuilder): number {
  const { text, separator } = scan;
  const start = scan.position;
  const cells: string[] = [];
  let isUnclosed = false;
  for (let column = 0; ; column++) {
    // Refuses at once what has too many columns, such as a million separators.
    table.add(line, column, "");
    const cell = readCell(scan);
    isUnclosed ||= cell === undefined;
    cells.push(cell ?? "");
    if (text[scan.position] !== separator) break;
    scan.position++;
  }
  const raw = text.slice(start, scan.position);
  scan.position++;
  if (isUnclosed) {
    const message = "The quotation mark on this line is never closed. Close it, or remove it.";
    table.addUnread({ line, text: raw.slice(0, 200), message });
  } else cells.forEach((cell, column) => table.add(line, column, cell));
  return raw.split("\n").length;
}

/** Reads a cell up to its separator or the line's end; undefined if its quotation mark isn't closed. */
function readCell(scan: Scan): string | undefined {
  const { text, separator } = scan;
  let from = scan.position;
  while (text[from] === " ") from++;
  const quoted = text[from] === '"' ? closeQuote(scan, from) : undefined;
  if (quoted !== undefined && isAtEnd(text, quoted + 1, separator)) {
    scan.position = skipSpaces(text, quoted + 1);
    return text.slice(from + 1, quoted).replaceAll('""', '"');
  }
  // A mark that is closed on the same line hides separators; then the text goes on: "Pierre, Marva" <…>.
  const inLine = quoted !== undefined && !text.slice(from, quoted).includes("\n") ? quoted + 1 : from;
  scan.position = endOfCell(text, separator, inLine);
  const cell = text.slice(from, scan.position);
  return cell.startsWith('"') && cell.indexOf('"', 1) === -1 ? undefined : cell;
}

/** The position of the mark that closes the one at `from`. */
function closeQuote(scan: Scan, from: number): number | undefined {
  if (from >= scan.noQuoteFrom) return undefined;
  let at = from;
  for (;;) {
    at = scan.text.indexOf('"', at + 1);
    if (at === -1) {
      scan.noQuoteFrom = Math.min(scan.noQuoteFrom, from);
      return undefined;
    }
    if (scan.text[at + 1] !== '"') return at;
    at++;
  }
}

function skipSpaces(text: string, at: number): number {
  let next = at;
  while (text[next] === " ") next++;
  return next;
}

function isAtEnd(text: string, at: number, separator: string): boolean {
  const next = text[skipSpaces(text, at)];
  return next === undefined || next === "\n" || next === separator;
}

function endOfCell(text: string, separator: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== separator) at++;
  return at;
}

/** A cell in quotation marks, also over several lines: what separates columns isn't in it. */
const quotedCell = /(^|[\n\t;|,]) *"(?:[^"]|"")*" *(?=[\n\t;|,]|$)/g;

/** The separator that most lines have the same number of times, outside quotation marks. */
function findSeparator(text: string): string {
  const lines = text
    .slice(0, 200_000)
    .replace(quotedCell, "$1")
    .split("\n", sampleLines)
    .map((line) => line.replace(/"[^"]*"/g, ""))
    .filter((line) => line.trim() !== "");
  const fits = separators.map((separator) => ({ separator, lines: countAlike(lines, separator) }));
  return fits.reduce((best, each) => (each.lines > best.lines ? each : best)).separator;
}

/** How many lines have a separator as often as most lines that have it at all. */
function countAlike(lines: string[], separator: string): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const count = line.split(separator).length - 1;
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
