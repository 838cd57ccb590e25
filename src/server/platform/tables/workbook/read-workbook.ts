import { posix } from "node:path";
import { requireWorkbook } from "../file-kind.ts";
import { type Table, TableBuilder, type TableLimits, TableProblem } from "../table.ts";
import { formatNumber, type NumberFormat, numberFormatOf } from "./number-format.ts";
import { openZip, readXml, unescapeText, type ZipParts } from "./parts.ts";

/** Visible sheets that are tried before a workbook counts as empty. */
const maxSheets = 20;

/**
 * Reads the first visible sheet with something in it. Dates become ISO dates, formulas their last value, and a merged
 * cell has its value in its first column.
 *
 * @throws TableProblem if it isn't a workbook, is over a cap, or has nothing in it
 */
export function readWorkbook(bytes: Uint8Array, limits: TableLimits): Table {
  const zip = openZip(bytes, limits.unpackedBytes);
  const mimetype = zip.names.includes("mimetype") ? Buffer.from(zip.read("mimetype")!).toString("latin1", 0, 100) : "";
  requireWorkbook(zip.names, mimetype);
  const path = zip.names.find((name) => /(?:^|\/)workbook\.xml$/.test(name))!;
  const { sheets, is1904 } = readSheets(zip, path);
  const styles = { texts: readSharedTexts(zip, path), formats: readFormats(zip, path), is1904 };
  for (const { name, part } of sheets.slice(0, maxSheets)) {
    const sheet = zip.read(part);
    if (sheet === undefined) continue;
    const table = new TableBuilder(limits);
    readSheet(sheet, styles, table);
    if (!table.isEmpty) return table.build({ separator: null, sheet: name });
  }
  throw new TableProblem(
    "This workbook has no visible sheet with something in it. Check that you saved the right one.",
  );
}

interface WorkbookStyles {
  texts: string[];
  formats: NumberFormat[];
  is1904: boolean;
}

/** The visible sheets in their order, with the paths of their parts. */
function readSheets(zip: ZipParts, path: string): { sheets: { name: string; part: string }[]; is1904: boolean } {
  const found: { name: string; id: string }[] = [];
  let is1904 = false;
  readXml(zip.read(path)!, {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
      if (name !== "sheet" || /hidden/i.test(attributes["state"] ?? "")) return;
      found.push({ name: attributes["name"] ?? "", id: idOf(attributes) });
    },
  });
  const targets = new Map<string, string>();
  const rels = zip.read(`${posix.dirname(path)}/_rels/${posix.basename(path)}.rels`);
  if (rels !== undefined) {
    readXml(rels, {
      open(name, { Id: id = "", Target: target = "" }) {
        if (name !== "Relationship") return;
        targets.set(id, target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(path), target));
      },
    });
  }
  return { sheets: found.map(({ name, id }) => ({ name, part: targets.get(id) ?? "" })), is1904 };
}

const idOf = (attributes: Record<string, string>) =>
  Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";

/** The texts that cells name by their number. Parts in several fonts are one text; readings of Japanese are left out. */
function readSharedTexts(zip: ZipParts, path: string): string[] {
  const part = zip.read(`${posix.dirname(path)}/sharedStrings.xml`);
  const texts: string[] = [];
  if (part === undefined) return texts;
  const reader = readTextRuns();
  readXml(part, {
    ...reader.handler,
    close(name) {
      reader.handler.close(name);
      if (name === "si") texts.push(reader.finish());
    },
  });
  return texts;
}

/** Joins the `t` elements of a text. */
function readTextRuns() {
  let text = "";
  let isText = false;
  let isReading = false;
  return {
    handler: {
      open(name: string) {
        if (name === "rPh") isReading = true;
        isText = name === "t" && !isReading;
      },
      close(name: string) {
        if (name === "rPh") isReading = false;
        if (name === "t") isText = false;
      },
      text(more: string) {
        if (isText) text += more;
      },
    },
    finish() {
      const whole = unescapeText(text);
      text = "";
      return whole;
    },
  };
}

/** How each style of a cell shows numbers. */
function readFormats(zip: ZipParts, path: string): NumberFormat[] {
  const part = zip.read(`${posix.dirname(path)}/styles.xml`);
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  if (part === undefined) return formats;
  let isCells = false;
  readXml(part, {
    open(name, attributes) {
      if (name === "numFmt") codes.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
      if (name === "cellXfs") isCells = true;
      if (name !== "xf" || !isCells) return;
      const id = Number(attributes["numFmtId"] ?? 0);
      formats.push(numberFormatOf(id, codes.get(id)));
    },
    close(name) {
      if (name === "cellXfs") isCells = false;
    },
  });
  return formats;
}

function readSheet(part: Uint8Array, styles: WorkbookStyles, table: TableBuilder): void {
  let line = 0;
  let position = -1;
  let cell = { type: "", style: 0 };
  let value = "";
  let isValue = false;
  const inline = readTextRuns();
  readXml(part, {
    open(name, attributes) {
      if (name === "row") {
        line = Number(attributes["r"] ?? line + 1);
        position = -1;
      } else if (name === "c") {
        position = attributes["r"] === undefined ? position + 1 : positionOf(attributes["r"]);
        cell = { type: attributes["t"] ?? "n", style: Number(attributes["s"] ?? 0) };
        value = "";
      }
      isValue = name === "v";
      inline.handler.open(name);
    },
    text(text) {
      if (isValue) value += text;
      inline.handler.text(text);
    },
    close(name) {
      inline.handler.close(name);
      isValue = false;
      if (name === "c") table.add(line, position, showCell(cell, value, inline.finish(), styles));
    },
  });
}

/** The column of an address such as `AB12`, from 0. */
function positionOf(address: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{0,4}/i.exec(address)![0].toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function showCell(
  { type, style }: { type: string; style: number },
  value: string,
  inline: string,
  styles: WorkbookStyles,
): string {
  if (type === "s") return styles.texts[Number(value)] ?? "";
  if (type === "inlineStr") return inline;
  if (type === "str") return unescapeText(value);
  if (type === "b") return value === "" ? "" : value.trim() === "1" ? "TRUE" : "FALSE";
  if (type === "d") return value.replace(/T00:00:00(?:\.0+)?Z?$/, "");
  if (type === "e") return value;
  return formatNumber(value, styles.formats[style] ?? { kind: "number" }, styles.is1904);
}
