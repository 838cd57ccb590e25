import { decodeText } from "./decode-text.ts";
import { tableKindOf } from "./file-kind.ts";
import { readSeparatedText } from "./separated-text.ts";
import { type Table, type TableLimits, TableProblem, type TableSource } from "./table.ts";
import { readWorkbook } from "./workbook/read-workbook.ts";

/**
 * Reads what a person brought to rows, right here: for programs that run beside the event loop. The site calls
 * `readTable`.
 *
 * @throws TableProblem
 */
export function parseTable(source: TableSource, limits: TableLimits): Table {
  const table = parse(source, limits);
  if (table.rows.length === 0 && table.unread.length === 0) {
    throw new TableProblem("There's nothing in this list. Check that you saved the right one.");
  }
  return table;
}

function parse(source: TableSource, limits: TableLimits): Table {
  const size = "text" in source ? source.text.length : source.bytes.length;
  if (size > limits.bytes) {
    throw new TableProblem(
      `This list is larger than ${Math.floor(limits.bytes / 1_000_000)} MB. Split it into smaller files.`,
    );
  }
  if ("text" in source) return readSeparatedText(source.text, limits);
  if (tableKindOf(source.bytes) === "zip") return readWorkbook(source.bytes, limits);
  return readSeparatedText(decodeText(source.bytes), limits);
}
