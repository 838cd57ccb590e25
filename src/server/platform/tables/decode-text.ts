import { TableProblem } from "./table.ts";

/**
 * The text of a file's bytes: by its byte order mark, else UTF-16 if every other byte is 0, else UTF-8 if it is valid as
 * such, else Windows-1252, in which Excel on Windows saves CSV files. So accents stay in each.
 *
 * @throws TableProblem if it isn't text
 */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  // oxlint-disable-next-line no-control-regex -- what no text has
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) {
    throw new TableProblem(
      "This file isn't text. Save the list as CSV or Excel Workbook (.xlsx), and choose that file.",
    );
  }
  return text;
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 1000);
  const zeros = [0, 0];
  sample.forEach((byte, index) => byte === 0 && zeros[index % 2]!++);
  if (zeros[1]! > sample.length / 5 && zeros[0]! < sample.length / 50) return "utf-16le";
  if (zeros[0]! > sample.length / 5 && zeros[1]! < sample.length / 50) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
