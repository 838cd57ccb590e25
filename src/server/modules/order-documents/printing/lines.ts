import { formatMoney, formatDateTime } from "#server/platform/format.ts";
import type { Part, Sheet } from "#server/platform/pdf/sheet.ts";
import type { DocumentContent, DocumentLine } from "../rules.ts";
import { ink, minus } from "./labels.ts";

interface Column {
  label: string;
  /** Share of the width. */
  share: number;
  cell: (line: DocumentLine) => string;
}

/** Space under the table on each page. */
const footSpace = 76;

const size = 9.5;

/** The columns of a document: tax only if a rate is set, prices only if units were bought. */
function columnsOf({ currency, tax, lines }: DocumentContent): Column[] {
  const hasPrices = lines.every((line) => line.unitCents !== null);
  const amount = (line: DocumentLine) => formatMoney(line.totalCents - line.discountCents, currency);
  return [
    { label: "Item", share: 0, cell: (line) => line.name },
    { label: "Quantity", share: 0.11, cell: (line) => String(line.quantity) },
    ...(hasPrices
      ? [{ label: "Price", share: 0.16, cell: (line: DocumentLine) => formatMoney(line.unitCents ?? 0, currency) }]
      : []),
    ...(tax
      ? [{ label: tax.label, share: 0.17, cell: (line: DocumentLine) => formatMoney(line.taxCents, currency) }]
      : []),
    { label: "Amount", share: 0.17, cell: amount },
  ];
}

/** The table of purchases, event by event, on as many pages as it needs. @returns where it ends */
export function drawLines(sheet: Sheet, content: DocumentContent, top: number): number {
  const columns = columnsOf(content);
  const widths = columns.map(({ share }) => share * sheet.inner);
  widths[0] = sheet.inner - widths.reduce((sum, width) => sum + width, 0);
  const table = sheet.part("Table");
  let y = drawHeading(sheet, columns, widths, top, table);
  let drawnTitle: string | undefined;
  for (const line of content.lines) {
    const title = line.title === null ? undefined : `${line.title} ${line.startsAt}`;
    const needed = rowHeight(sheet, line, content, widths[0]) + (title === drawnTitle ? 0 : 44);
    if (y + needed > sheet.height - footSpace) {
      sheet.addPage();
      y = drawHeading(sheet, columns, widths, sheet.margin, undefined);
    }
    if (title !== drawnTitle) y = drawEventHeading(sheet, line, y, table);
    drawnTitle = title;
    y = drawRow(sheet, line, content, { columns, widths, y, table });
  }
  return y;
}

function drawHeading(sheet: Sheet, columns: Column[], widths: number[], y: number, table: Part | undefined): number {
  const row = table && sheet.part("TR", table);
  let x = sheet.margin;
  for (const [index, { label }] of columns.entries()) {
    const width = widths[index]!;
    const align = index === 0 ? ("left" as const) : ("right" as const);
    const textStyle = { size: 8, style: "strong" as const, color: ink.soft, maxLines: 1 };
    sheet.text(label, {
      x,
      y,
      width,
      align,
      ...textStyle,
      ...(row ? { tag: "TH", within: row } : { isRepeated: true }),
    });
    x += width;
  }
  sheet.rule(sheet.margin, y + 15, sheet.inner, ink.black, 0.8);
  return y + 22;
}

/** The event above its lines. Lines that are for no event have none, only some distance to those of an event. */
function drawEventHeading(sheet: Sheet, line: DocumentLine, y: number, table: Part): number {
  if (line.title === null) return y + 10;
  const row = sheet.part("TR", table);
  const box = { x: sheet.margin, width: sheet.inner, tag: "TD" as const, within: row };
  const title = sheet.text(line.title, { ...box, y, size: 11, style: "strong", maxLines: 2 });
  const when = `${formatDateTime(line.startsAt!, line.timeZone!)}, ${line.place}`;
  return y + title + sheet.text(when, { ...box, y: y + title, size: 8.5, color: ink.soft, maxLines: 2 }) + 7;
}

function rowHeight(sheet: Sheet, line: DocumentLine, content: DocumentContent, width: number): number {
  const lines = Math.min(2, Math.ceil(sheet.widthOf(line.name, { size }) / (width - 8)));
  return sheet.heightOf(lines + (lineNote(line, content) === undefined ? 0 : 1), size) + 14;
}

/** What is under a line: its discount, and, on a document with sales tax, how much of that it has. */
function lineNote(line: DocumentLine, { currency, addedTaxCents }: DocumentContent): string | undefined {
  const notes: string[] = [];
  if (line.discountCents > 0) {
    notes.push(`${formatMoney(line.totalCents, currency)}, discount ${minus(line.discountCents, currency)}`);
  }
  if (addedTaxCents > 0 && line.addedTaxCents !== undefined) {
    notes.push(line.addedTaxCents > 0 ? `sales tax ${formatMoney(line.addedTaxCents, currency)}` : "no sales tax");
  }
  const note = notes.join(", ");
  return note === "" ? undefined : note.charAt(0).toUpperCase() + note.slice(1);
}

interface RowLayout {
  columns: Column[];
  widths: number[];
  y: number;
  table: Part;
}

function drawRow(sheet: Sheet, line: DocumentLine, content: DocumentContent, place: RowLayout): number {
  const row = sheet.part("TR", place.table);
  let x = sheet.margin;
  let height = 0;
  for (const [index, { cell }] of place.columns.entries()) {
    const width = place.widths[index]!;
    const isFirst = index === 0;
    const box = { x, y: place.y, size, tag: "TD" as const, within: row, width: isFirst ? width - 8 : width };
    const cellHeight = sheet.text(cell(line), { ...box, align: isFirst ? "left" : "right", maxLines: isFirst ? 2 : 1 });
    height = Math.max(height, cellHeight);
    x += width;
  }
  const under = lineNote(line, content);
  if (under !== undefined) {
    const box = { x: sheet.margin, y: place.y + height, width: sheet.inner, size: 8.5, color: ink.soft, within: row };
    height += sheet.text(under, { ...box, tag: "TD" });
  }
  sheet.rule(sheet.margin, place.y + height + 5, sheet.inner, ink.line);
  return place.y + height + 12;
}
