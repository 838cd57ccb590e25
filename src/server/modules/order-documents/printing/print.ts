import { formatMoney } from "#server/platform/format.ts";
import { openSheet, type Sheet } from "#server/platform/pdf/sheet.ts";
import { unprintable } from "#server/platform/pdf/letters.ts";
import { documentNumber, type DocumentContent } from "../rules.ts";
import type { DocumentRow } from "../store.ts";
import { drawLines } from "./lines.ts";
import { headings, ink, longDay, minus, rate, paidBy } from "./labels.ts";
import type { DocumentKind } from "#contract/order-documents.ts";

const labelShare = 0.62;

const totals: Record<DocumentKind, string> = {
  receipt: "Total paid",
  invoice: "Total paid",
  cancellation: "Total canceled",
  credit_note: "Total credited",
};

/** The sum of the lines, the total in large type, and its fees and tax. @returns where it ends */
function drawSums(sheet: Sheet, kind: DocumentKind, content: DocumentContent, top: number): number {
  const { currency } = content;
  const width = sheet.inner * 0.52;
  const x = sheet.margin + sheet.inner - width;
  let y = top + 4;
  const line = (label: string, value: string) => {
    const textStyle = { y, size: 9.5, color: ink.soft };
    const high = sheet.text(label, { ...textStyle, x, width: width * labelShare });
    sheet.text(value, { ...textStyle, x: x + width * labelShare, width: width * (1 - labelShare), align: "right" });
    y += high + 3;
  };
  for (const [label, value] of partsOf(content)) line(label, value);
  sheet.rule(x, y + 3, width, ink.gold, 1.2);
  y += 10;
  const label = totals[kind];
  sheet.text(label, { x, y: y + 4, width: width * 0.5, size: 11, style: "strong" });
  const total = {
    x: x + width * 0.4,
    y: y - 3,
    width: width * 0.6,
    size: 19,
    style: "strong",
    align: "right",
  } as const;
  y += sheet.text(formatMoney(content.totalCents, currency), total) + 2;
  for (const [small, value] of sharesOf(content)) line(small, value);
  return y;
}

/** The parts of the total, if there is more than the lines. */
function partsOf(content: DocumentContent): [string, string][] {
  const { currency, subtotalCents, discountCents, promoCode, addedTaxCents, shippingCents } = content;
  const parts: [string, string][] = [];
  if (discountCents > 0) {
    parts.push(["Subtotal", formatMoney(subtotalCents, currency)]);
    parts.push([promoCode === null ? "Discount" : `Discount, code ${promoCode}`, minus(discountCents, currency)]);
  }
  if (addedTaxCents > 0) {
    const isContained = content.credit !== null;
    parts.push([isContained ? "Includes tax of" : "Tax", formatMoney(addedTaxCents, currency)]);
  }
  if (shippingCents > 0) parts.push(["Shipping", formatMoney(shippingCents, currency)]);
  return parts;
}

/** What the total includes. */
function sharesOf({ currency, feeCents, tax, totalCents }: DocumentContent): [string, string][] {
  const shares: [string, string][] = [];
  if (feeCents > 0) shares.push(["Includes fees of", formatMoney(feeCents, currency)]);
  if (tax !== null) {
    shares.push([`Includes ${tax.label} (${rate(tax.rateThousandths)}) of`, formatMoney(tax.cents, currency)]);
    shares.push(["Total before tax", formatMoney(totalCents - tax.cents, currency)]);
  }
  return shares;
}

/**
 * A document as a PDF, only from what was stored when it was issued: the same bytes each time, until a credit note for
 * the same order is issued, which its notes then name.
 */
export async function printDocument(orderDocument: DocumentRow, later: DocumentRow[]): Promise<Buffer> {
  const { content } = orderDocument;
  const number = documentNumber(orderDocument);
  const sheet = await openSheet({
    title: `${headings[orderDocument.kind]} ${number}`,
    author: content.seller.name,
    size: content.paperSize,
    madeAt: orderDocument.issuedAt,
  });
  let y = drawLines(sheet, content, drawHeader(sheet, orderDocument));
  // The notes never start a page alone: they stay with the totals.
  if (y + 190 + 14 * notesOf(orderDocument, later, sheet.lacksLetters).length > sheet.height - 30) {
    sheet.addPage();
    y = sheet.margin;
  }
  y = drawNotes(sheet, orderDocument, later, drawSums(sheet, orderDocument.kind, content, y) + 26);
  sheet.onEachPage((page, count) => drawFoot(sheet, `${number} · Page ${page} of ${count}`));
  return sheet.finish();
}

/** The notes: how tax is shown, what was credited since, and characters that can't be printed. */
function drawNotes(sheet: Sheet, orderDocument: DocumentRow, later: DocumentRow[], top: number): number {
  let y = top;
  const box = { x: sheet.margin, width: sheet.inner * 0.8, size: 8.5, color: ink.soft };
  for (const note of notesOf(orderDocument, later, sheet.lacksLetters)) {
    if (y + 30 > sheet.height - 60) {
      sheet.addPage();
      y = sheet.margin;
    }
    y += sheet.text(note, { ...box, y, maxLines: 4 }) + 4;
  }
  return y;
}

const untaxed: Record<DocumentRow["kind"], string> = {
  receipt: "Prices are the amounts paid, including all fees. Tax isn't shown separately.",
  invoice: "Prices are the amounts paid, including all fees. Tax isn't shown separately.",
  cancellation: "Amounts are from the canceled invoice. Tax isn't shown separately.",
  credit_note: "Amounts are what was credited. Tax isn't shown separately.",
};

function notesOf({ kind, content }: DocumentRow, later: DocumentRow[], lacksLetters: boolean): string[] {
  const { tax, addedTaxCents, currency, timeZone } = content;
  const notes: string[] = [];
  const credits = later.filter((document) => document.kind === "credit_note");
  const corrections = later.filter((document) => document.kind !== "credit_note");
  if (tax !== null) notes.push(`Prices include the tax shown, calculated for each line and rounded to the cent.`);
  else if (addedTaxCents === 0) notes.push(untaxed[kind]);
  if (kind === "cancellation") {
    notes.push("This only corrects the billing details on the invoice. No money moved.");
  }
  for (const document of corrections) {
    const what = document.kind === "cancellation" ? "This invoice was canceled" : "A new invoice replaced this one";
    notes.push(`${what} on ${longDay(document.issuedAt, timeZone)}. See ${documentNumber(document)}.`);
  }
  if (kind === "receipt" || kind === "invoice") {
    for (const credit of credits) {
      const amount = formatMoney(credit.content.totalCents, currency);
      notes.push(`${amount} was credited on ${longDay(credit.issuedAt, timeZone)}. See ${documentNumber(credit)}.`);
    }
  }
  if (lacksLetters) {
    notes.push(
      `${unprintable} stands for characters we can't print. Copy the text or use a screen reader to get all of it.`,
    );
  }
  return notes;
}

function drawFoot(sheet: Sheet, text: string): void {
  const y = sheet.height - 42;
  sheet.rule(sheet.margin, y - 8, sheet.inner, ink.line);
  const box = { y, size: 8, color: ink.soft, isRepeated: true, maxLines: 1 };
  sheet.text("Savage Gentlemen", { ...box, x: sheet.margin, width: sheet.inner / 2 });
  sheet.text(text, { ...box, x: sheet.margin + sheet.inner / 2, width: sheet.inner / 2, align: "right" });
}

/** The brand over the document's name, seller and buyer, and the details. @returns where the rest begins */
function drawHeader(sheet: Sheet, orderDocument: DocumentRow): number {
  const { margin: x, inner } = sheet;
  const number = documentNumber(orderDocument);
  sheet.text("Savage Gentlemen", { x, y: 50, width: inner / 2, size: 11, style: "strong", color: ink.gold });
  const heading = headings[orderDocument.kind].toUpperCase();
  const top = 66;
  sheet.text(heading, { x, y: top, width: inner * 0.6, size: 44, style: "display", tag: "H1" });
  const right = { x: x + inner * 0.55, width: inner * 0.45, align: "right" as const };
  sheet.text(number, { ...right, y: top + 18, size: 13, style: "strong" });
  const issued = `Issued ${longDay(orderDocument.issuedAt, orderDocument.content.timeZone)}`;
  sheet.text(issued, { ...right, y: top + 36, size: 9.5, color: ink.soft });
  sheet.rule(x, top + 66, inner, ink.gold, 1.6);
  return drawDetails(sheet, orderDocument, drawSides(sheet, orderDocument, top + 84)) + 20;
}

/** Seller and buyer, side by side. */
function drawSides(sheet: Sheet, { addressee, content }: DocumentRow, top: number): number {
  const { margin: x, inner } = sheet;
  const column = inner / 2 - 14;
  const seller = drawSide(sheet, x, top, column, "From", partyLines(content.seller));
  // Once the person's data is deleted, a document says so instead of naming nobody.
  const lines = addressee === null ? ["Name removed with deleted account"] : partyLines(addressee);
  const buyer = drawSide(sheet, x + inner / 2, top, column, "Billed to", lines);
  return Math.max(seller, buyer);
}

function drawSide(sheet: Sheet, x: number, top: number, width: number, label: string, lines: string[]): number {
  let y = top + sheet.text(label.toUpperCase(), { x, y: top, width, size: 8, style: "strong", color: ink.gold }) + 3;
  for (const [index, line] of lines.entries()) {
    const textStyle = index === 0 ? ({ size: 11, style: "strong", maxLines: 3 } as const) : { size: 9.5, maxLines: 2 };
    y += sheet.text(line, { x, y, width, ...textStyle }) + 1;
  }
  return y;
}

function partyLines({ name, address, taxId, email }: DocumentContent["seller"]): string[] {
  const lines = [name, ...(address?.split("\n") ?? []), ...(taxId === null ? [] : [`Tax ID ${taxId}`]), email ?? ""];
  return lines.filter(Boolean);
}

/** The order, its payment date, and how it was paid. */
function drawDetails(sheet: Sheet, { kind, content, addressee }: DocumentRow, y: number): number {
  const { order, payment, credit, timeZone } = content;
  const details: [string, string][] = [
    ["Order", order.number],
    [kind === "credit_note" ? "Order paid" : "Paid", longDay(order.paidAt, timeZone)],
  ];
  if (payment !== null) details.push(["Payment method", paidBy(payment.provider)]);
  if (addressee?.delivery && (kind === "receipt" || kind === "invoice")) {
    details.push([addressee.delivery.label, addressee.delivery.text]);
  }
  if (payment?.ref) details.push(["Payment reference", payment.ref]);
  if (credit !== null) details.push(["Reason", credit.reason]);
  if (content.correction !== undefined) {
    const label = kind === "cancellation" ? "Cancels invoice" : "Replaces invoice";
    details.push([label, content.correction.invoiceNumber]);
  }
  if (credit?.receiptNumber) details.push(["For receipt", credit.receiptNumber]);
  if (credit?.invoiceNumber) details.push(["For invoice", credit.invoiceNumber]);
  return drawGrid(sheet, details, y + 18);
}

function drawGrid(sheet: Sheet, details: [string, string][], top: number): number {
  const { margin: x, inner } = sheet;
  const width = inner / 2 - 14;
  let y = top;
  for (let index = 0; index < details.length; index += 2) {
    const heights = details.slice(index, index + 2).map(([label, value], column) => {
      const left = x + column * (inner / 2);
      const head = sheet.text(label, { x: left, y, width, size: 8, color: ink.soft });
      return head + sheet.text(value, { x: left, y: y + head, width, size: 10, maxLines: 4 });
    });
    y += Math.max(...heights) + 7;
  }
  return y;
}
