import { formatMoney } from "#server/platform/format.ts";
import { Sheet } from "#server/platform/pdf/sheet.ts";
import { unprintable } from "#server/platform/pdf/letters.ts";
import { paperNumber } from "../rules.ts";
import type { PaperRow } from "../store.ts";
import { drawHead } from "./head.ts";
import { drawLines } from "./lines.ts";
import { drawSums } from "./sums.ts";
import { headings, ink, longDay } from "./words.ts";

/** What is told on a receipt of what came after it. */
export type LaterPaper = Pick<PaperRow, "kind" | "year" | "number" | "issuedAt" | "content">;

/**
 * A paper as PDF, from what was written down when it was issued and from nothing else: the same bytes whenever it is
 * asked for, until a credit note about the same order is issued, which its foot then names.
 */
export async function printPaper(paper: PaperRow, later: LaterPaper[]): Promise<Buffer> {
  const { content } = paper;
  const number = paperNumber(paper.kind, paper.year, paper.number);
  const sheet = new Sheet({
    title: `${headings[paper.kind]} ${number}`,
    author: content.seller.name,
    size: content.paperSize,
    madeAt: paper.issuedAt,
  });
  let y = drawLines(sheet, content, drawHead(sheet, paper));
  // The small print does not stand alone on a page: it goes with the sums.
  if (y + 190 + 14 * notesOf(paper, later, sheet.lacksLetters).length > sheet.height - 30) {
    sheet.addPage();
    y = sheet.margin;
  }
  y = drawNotes(sheet, paper, later, drawSums(sheet, paper.kind, content, y) + 26);
  sheet.onEachPage((page, count) => drawFoot(sheet, `${number} · Page ${page} of ${count}`));
  return sheet.finish();
}

/** The small print: how tax is shown, what was credited since, and letters that could not be set. */
function drawNotes(sheet: Sheet, paper: PaperRow, later: LaterPaper[], top: number): number {
  let y = top;
  const box = { x: sheet.margin, width: sheet.inner * 0.8, size: 8.5, colour: ink.soft };
  for (const note of notesOf(paper, later, sheet.lacksLetters)) {
    if (y + 30 > sheet.height - 60) {
      sheet.addPage();
      y = sheet.margin;
    }
    y += sheet.text(note, { ...box, y, maxLines: 4 }) + 4;
  }
  return y;
}

const untaxed: Record<PaperRow["kind"], string> = {
  receipt: "Prices are what was paid, all fees contained. No tax is shown separately.",
  invoice: "Prices are what was paid, all fees contained. No tax is shown separately.",
  cancellation: "Amounts are what was invoiced and is taken back. No tax is shown separately.",
  credit_note: "Amounts are what was credited. No tax is shown separately.",
};

function notesOf({ kind, content }: PaperRow, later: LaterPaper[], lacksLetters: boolean): string[] {
  const { tax, addedTaxCents, currency, timeZone } = content;
  const notes: string[] = [];
  if (tax !== null) notes.push(`Prices contain the tax shown; it is worked out for each line and rounded to the cent.`);
  else if (addedTaxCents === 0) notes.push(untaxed[kind]);
  if (kind === "cancellation") {
    notes.push("Only to whom the invoice was made out was put right: no money moved by this paper.");
  }
  for (const { kind: which, year, number, issuedAt } of later.filter((paper) => paper.kind !== "credit_note")) {
    const what = which === "cancellation" ? "this invoice was cancelled" : "another one was made out in its place";
    notes.push(`Since then: ${what} on ${longDay(issuedAt, timeZone)}, see ${paperNumber(which, year, number)}.`);
  }
  if (kind === "receipt" || kind === "invoice") {
    for (const { year, number, issuedAt, content: credited } of later.filter((paper) => paper.kind === "credit_note")) {
      const amount = formatMoney(credited.totalCents, currency);
      notes.push(
        `Since then: ${amount} was credited on ${longDay(issuedAt, timeZone)}, see ${paperNumber("credit_note", year, number)}.`,
      );
    }
  }
  if (lacksLetters) {
    notes.push(`${unprintable} stands for letters that this typeface lacks; copied or read out, the text is whole.`);
  }
  return notes;
}

function drawFoot(sheet: Sheet, text: string): void {
  const y = sheet.height - 42;
  sheet.rule(sheet.margin, y - 8, sheet.inner, ink.line);
  const box = { y, size: 8, colour: ink.soft, isRepeated: true, maxLines: 1 };
  sheet.text("Savage Gentlemen", { ...box, x: sheet.margin, width: sheet.inner / 2 });
  sheet.text(text, { ...box, x: sheet.margin + sheet.inner / 2, width: sheet.inner / 2, align: "right" });
}
