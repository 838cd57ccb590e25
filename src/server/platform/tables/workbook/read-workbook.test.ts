import { expect, test } from "vitest";
import { workbookOf, zipOf } from "#testing/workbook.ts";
import { parseTable } from "../parse-table.ts";
import { tableLimits } from "../table.ts";

const read = (bytes: Uint8Array) => parseTable({ bytes }, { ...tableLimits, unpackedBytes: 4_000_000 });
const cellsOf = (bytes: Uint8Array) => read(bytes).rows.map(({ cells }) => cells);

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="166" formatCode="&quot;$&quot;#,##0.00"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="20"/></cellXfs>';

const cell = (value: string, { style = 0, type = "n" } = {}) => `<c s="${style}" t="${type}"><v>${value}</v></c>`;

test.each([
  ["a number", cell("2"), "2"],
  ["a number as computers store it", cell("0.30000000000000004"), "0.30000000000000004"],
  ["a date", cell("46361", { style: 1 }), "2026-12-05"],
  ["a date and time", cell("46361.8125", { style: 2 }), "2026-12-05T19:30:00"],
  ["a time", cell("0.8125", { style: 6 }), "19:30:00"],
  ["a date in a format of the workbook", cell("46361", { style: 4 }), "2026-12-05"],
  ["an amount isn't a date", cell("45.5", { style: 5 }), "45.5"],
  ["a date before Excel's wrong leap day", cell("59", { style: 1 }), "1900-02-28"],
  ["zeros in front", cell("123", { style: 3 }), "00123"],
  ["true", cell("1", { type: "b" }), "TRUE"],
  ["a formula's text", cell("Ada", { type: "str" }), "Ada"],
  ["text in the cell", '<c t="inlineStr"><is><r><t>Ada </t></r><r><t>Baptiste</t></r></is></c>', "Ada Baptiste"],
  ["shared text", cell("0", { type: "s" }), "Fête & Co"],
  ["shared text in two fonts", cell("1", { type: "s" }), "Marva Pierre"],
  ["a character that XML can't have", cell("2", { type: "s" }), "a\tb"],
])("reads %s", (_, xml, value) => {
  const texts =
    '<si><t>Fête &amp; Co</t><rPh sb="0" eb="1"><t>reading</t></rPh></si><si><r><rPr><b/></rPr><t xml:space="preserve">Marva </t></r><r><t>Pierre</t></r></si><si><t>a_x0009_b</t></si>';
  expect(cellsOf(workbookOf({ sheets: [{ xml: `<row>${xml}</row>` }], texts, styles }))).toEqual([[value]]);
});

test("a workbook that counts from 1904 has its own dates", () => {
  const xml = `<row>${cell("44899", { style: 1 })}</row>`;
  expect(cellsOf(workbookOf({ sheets: [{ xml }], styles, is1904: true }))).toEqual([["2026-12-05"]]);
});

test("the first visible sheet with something in it is read, with its rows' numbers", () => {
  const sheets = [
    { xml: `<row>${cell("1")}</row>`, state: "hidden" },
    { xml: '<row r="1"><c r="A1" s="1"/></row>' },
    { xml: `<row r="3"><c r="B3"><v>7</v></c><c r="AA3"><v>8</v></c></row>` },
  ];
  expect(read(workbookOf({ sheets }))).toMatchObject({
    sheet: "Sheet3",
    columns: [1, 26],
    rows: [{ line: 3, cells: ["7", "8"] }],
  });
});

test("a sheet with 16,384 columns, all but three empty, is read without them", () => {
  const empty = (row: number) =>
    `<row r="${row}">${'<c s="1"/>'.repeat(16_381)}${cell("1")}${cell("2")}${cell("3")}</row>`;
  const xml = Array.from({ length: 3 }, (_, row) => empty(row + 1)).join("");
  expect(cellsOf(workbookOf({ sheets: [{ xml }] }))).toEqual([1, 2, 3].map(() => ["1", "2", "3"]));
});

const bomb = () => "<row>".padEnd(5_000_000, " ");

test.each([
  ["a bomb", () => workbookOf({ sheets: [{ xml: bomb() }] }), /unpacks to more/],
  ["a bomb that says it is small", () => workbookOf({ sheets: [{ xml: bomb() }] }, { size: 10 }), /unpacks to more/],
  ["broken XML", () => workbookOf({ sheets: [{ xml: "<row><c></row>" }] }), /damaged/],
  ["a cut file", () => workbookOf({ sheets: [{ xml: "<row/>" }] }).subarray(0, 700), /damaged/],
  ["nothing", () => workbookOf({ sheets: [{ xml: "<row/>" }] }), /no visible sheet/],
  ["an .xls", () => Buffer.from("d0cf11e0a1b11ae1", "hex"), /older Excel file.*\.xlsx/],
  ["a PDF", () => Buffer.from("%PDF-1.7"), /PDF.*CSV/],
  ["a picture", () => Buffer.from("89504e470d0a1a0a", "hex"), /picture.*CSV/],
  ["a Numbers file", () => zipOf({ "Index/Document.iwa": "x" }), /Numbers.*CSV/],
  [
    "an OpenDocument file",
    () => zipOf({ mimetype: "application/vnd.oasis.opendocument.spreadsheet" }),
    /OpenDocument.*CSV/,
  ],
  ["a Word file", () => zipOf({ "word/document.xml": "x" }), /Word.*CSV/],
  ["a ZIP", () => zipOf({ "list.csv": "x" }), /Unpack it/],
  ["a web page", () => Buffer.from("\n<html><table>"), /web page.*\.xlsx/],
  ["contacts", () => Buffer.from("BEGIN:VCARD"), /contact card.*CSV/],
  ["a program", () => Buffer.from("\x7fELF\0\0"), /CSV/],
  ["other bytes", () => Buffer.from("abc\x01\x02\x03def"), /isn't text.*CSV/],
  ["only spaces", () => Buffer.from(" , \n ,"), /nothing in this list/],
  ["a million commas", () => Buffer.from(",".repeat(1_000_000)), /more columns/],
  ["100,000 marks", () => Buffer.from('"'.repeat(100_000)), /characters/],
  ["100,000 open marks", () => Buffer.from('"a,b\n'.repeat(100_000)), /never closed/],
  ["50 MB", () => Buffer.alloc(50_000_000, "a,b\n"), /15 MB/],
])("refuses %s with a sentence", (_, bytes, sentence) => {
  expect(() => read(bytes())).toThrow(sentence);
});
