import { TableProblem } from "./table.ts";

const saveAs = "Save the list as CSV or Excel Workbook (.xlsx), and choose that file.";

/** Kinds of files that people choose by mistake, by their first characters: what each is, and what to do. */
/* oxlint-disable no-control-regex -- the first bytes of files have them */
const wrongKinds: readonly (readonly [RegExp, string])[] = [
  [
    /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    "This is an older Excel file (.xls), or one with a password. Open it in Excel, choose Save As, Excel Workbook (.xlsx), without a password, and choose that file.",
  ],
  [/^\s*%PDF-/, `This is a PDF. Open the list where it came from. ${saveAs}`],
  [
    /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp)/s,
    `This is a picture or a video. ${saveAs}`,
  ],
  [/^\{\\rtf/, `This is a text document with formatting (RTF). Save it as plain text (.txt), or as CSV.`],
  [/^(?:\x1f\x8b|Rar!|7z\xbc\xaf)/, `This is a compressed file. Unpack it, and choose the CSV or .xlsx file inside.`],
  [
    /^[\s\xef\xbb\xbf\xff\xfe\0]*<(?:!doctype|html|head|body|table|meta|div|style)\b/i,
    "This is a web page, even if its name ends in .xls. Open it in Excel, choose Save As, Excel Workbook (.xlsx), and choose that file.",
  ],
  [
    /^[\s\xef\xbb\xbf\xff\xfe\0]*<\?xml/i,
    "This is an XML file. Open it in Excel, choose Save As, Excel Workbook (.xlsx), and choose that file.",
  ],
  [
    /^[\s\xef\xbb\xbf]*BEGIN:VCARD/i,
    "This is a contact card (.vcf). Export the contacts as CSV, and choose that file.",
  ],
  [/^[\s\xef\xbb\xbf]*BEGIN:VCALENDAR/i, `This is a calendar file. ${saveAs}`],
  [/^[\s\xef\xbb\xbf]*(?:\{\s*"|\[\s*\{)/, `This is a JSON file. ${saveAs}`],
  [/^(?:\x7fELF|MZ.{2,}PE\0\0|SQLite format)/s, `This isn't a list. ${saveAs}`],
];

/**
 * What a file is, by its content, whatever its name says.
 *
 * @throws TableProblem for a kind that isn't read: it names the kind to save as
 */
export function tableKindOf(bytes: Uint8Array): "text" | "zip" {
  const beginning = Buffer.from(bytes.subarray(0, 512)).toString("latin1");
  if (beginning.startsWith("PK\x03\x04")) return "zip";
  const wrong = wrongKinds.find(([signs]) => signs.test(beginning));
  if (wrong !== undefined) throw new TableProblem(wrong[1]);
  return "text";
}

/**
 * Refuses a ZIP that isn't a workbook of Excel.
 *
 * @param names the paths in it
 * @param mimetype what its first file says, as OpenDocument has it
 * @throws TableProblem that names the kind to save as
 */
export function requireWorkbook(names: readonly string[], mimetype: string): void {
  if (names.includes("xl/workbook.xml")) return;
  const has = (signs: RegExp) => names.some((name) => signs.test(name));
  if (mimetype.includes("opendocument")) {
    throw new TableProblem(
      "This is an OpenDocument file. In LibreOffice or Google Sheets, save it as Excel (.xlsx) or CSV, and choose that file.",
    );
  }
  if (has(/\.iwa$|^Index\.zip$/)) {
    throw new TableProblem(
      "This is a Numbers file. In Numbers, choose File, Export To, Excel or CSV, and choose that file.",
    );
  }
  if (has(/^xl\/workbook\.bin$/)) {
    throw new TableProblem(
      "This is a binary Excel file (.xlsb). Open it in Excel, choose Save As, Excel Workbook (.xlsx), and choose that file.",
    );
  }
  if (has(/^(?:word|ppt)\//)) throw new TableProblem(`This is a Word or PowerPoint file. ${saveAs}`);
  if (has(/^\[Content_Types\]\.xml$/) && has(/\bworkbook\.xml$/)) return;
  throw new TableProblem("This is a ZIP file. Unpack it, and choose the CSV or .xlsx file inside.");
}
