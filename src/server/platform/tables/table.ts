/** What people bring: a file's bytes, or text that they pasted. */
export type TableSource = { bytes: Uint8Array } | { text: string };

/** One line that has something in it. Cells are trimmed; those that are missing at the end are "". */
export interface TableRow {
  /** The line of the text, or the row of the sheet, from 1: where a person finds it again. */
  line: number;
  cells: string[];
}

/** A line that can't be read as it is, and what to do about it. */
interface TableRemark {
  line: number;
  text: string;
  message: string;
}

/** A file or a text as rows. Each row has a cell for each column. */
export interface Table {
  rows: TableRow[];
  /** Where each column is in the file, from 0. Columns that are empty in all rows are left out. */
  columns: number[];
  /** What separated the columns of a text; null for a workbook. */
  separator: string | null;
  /** The sheet that was read; null for a text. */
  sheet: string | null;
  /** Lines that aren't among the rows, though they have something in them. */
  unread: TableRemark[];
}

/** Caps of one reading. What is over a cap is refused as a whole. */
export interface TableLimits {
  /** Bytes of the file. */
  bytes: number;
  /** Rows with something in them. */
  rows: number;
  /** Columns with something in them. */
  columns: number;
  /** Cells with something in them. */
  cells: number;
  /** Characters of one cell: by default what Excel allows. */
  cellLength: number;
  /** Bytes that the compressed parts of a workbook may unpack to, in all. */
  unpackedBytes: number;
  /** How long the reading may take. */
  ms: number;
}

export const tableLimits: TableLimits = {
  bytes: 15_000_000,
  rows: 50_000,
  columns: 500,
  cells: 500_000,
  cellLength: 32_767,
  unpackedBytes: 128_000_000,
  ms: 15_000,
};

/** A file that can't be read as a table. The message is for the person who brought it. */
export class TableProblem extends Error {}

/** The most columns that a spreadsheet can have. */
const maxPosition = 16_384;

/** Lines that can't be read as they are: with more of them, something is wrong with the whole file. */
const maxUnread = 1000;

const counted = (count: number) => count.toLocaleString("en-US");

/** Where a column is, as spreadsheets show it: A, B, …, XFD. */
export function columnLetters(position: number): string {
  const before = Math.floor(position / 26);
  return (before === 0 ? "" : columnLetters(before - 1)) + String.fromCharCode(65 + (position % 26));
}

/** Collects the cells of a table and refuses what is over its caps, before it takes memory. */
export class TableBuilder {
  readonly #limits: TableLimits;
  readonly #rows: { line: number; cells: Map<number, string> }[] = [];
  readonly #columns = new Set<number>();
  readonly #unread: TableRemark[] = [];
  #cellCount = 0;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /**
   * Adds a cell. Lines come in order; a cell that is blank counts only toward the width.
   *
   * @param position its column in the file, from 0
   * @throws TableProblem
   */
  add(line: number, position: number, value: string): void {
    if (position >= maxPosition) {
      throw new TableProblem(
        `Line ${counted(line)} has more columns than a spreadsheet can have. Check what separates its columns, and save the list as a CSV file.`,
      );
    }
    const text = value.trim();
    if (text === "") return;
    const { cells, cellLength, columns, rows } = this.#limits;
    if (text.length > cellLength) {
      throw new TableProblem(
        `Cell ${columnLetters(position)}${line} is longer than ${counted(cellLength)} characters. Shorten it.`,
      );
    }
    let row = this.#rows.at(-1);
    if (row?.line !== line) {
      if (this.#rows.length === rows) {
        throw new TableProblem(`This file has more than ${counted(rows)} rows. Split it into smaller files.`);
      }
      row = { line, cells: new Map() };
      this.#rows.push(row);
    }
    if (++this.#cellCount > cells) {
      throw new TableProblem(
        `This file has more than ${counted(cells)} cells. Delete the columns that you don't need, or split it.`,
      );
    }
    this.#columns.add(position);
    if (this.#columns.size > columns) {
      throw new TableProblem(
        `This file has more than ${counted(columns)} columns. Delete the ones that you don't need, and try again.`,
      );
    }
    row.cells.set(position, text);
  }

  /** Records a line that can't be read as it is. @throws TableProblem if there are too many */
  addUnread(remark: TableRemark): void {
    if (this.#unread.length === maxUnread) {
      throw new TableProblem(`${remark.message} More than ${counted(maxUnread)} lines are like this one.`);
    }
    this.#unread.push(remark);
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  build(found: Pick<Table, "separator" | "sheet">): Table {
    const columns = [...this.#columns].toSorted((one, other) => one - other);
    if (columns.length * this.#rows.length > 4 * this.#limits.cells) {
      throw new TableProblem(
        "The values of this file are too far apart. Copy the list into a new sheet without gaps, and save that.",
      );
    }
    const rows = this.#rows.map(({ line, cells }) => ({
      line,
      cells: columns.map((position) => cells.get(position) ?? ""),
    }));
    return { rows, columns, ...found, unread: this.#unread };
  }
}
