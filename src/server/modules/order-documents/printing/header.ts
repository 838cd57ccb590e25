import type { Sheet } from "#server/platform/pdf/sheet.ts";
import type { DocumentRow } from "../store.ts";
import { documentNumber, type DocumentContent } from "../rules.ts";
import { headings, ink, longDay, paidBy } from "./labels.ts";

type Headed = Pick<DocumentRow, "kind" | "year" | "number" | "issuedAt" | "addressee" | "content">;

/** The brand over the document's name, seller and buyer, and the details. @returns where the rest begins */
export function drawHeader(sheet: Sheet, orderDocument: Headed): number {
  const { margin: x, inner } = sheet;
  const number = documentNumber(orderDocument.kind, orderDocument.year, orderDocument.number);
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
function drawSides(sheet: Sheet, { addressee, content }: Headed, top: number): number {
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
function drawDetails(sheet: Sheet, { kind, content }: Headed, y: number): number {
  const { order, payment, credit, timeZone } = content;
  const details: [string, string][] = [
    ["Order", order.number],
    [kind === "credit_note" ? "Order paid" : "Paid", longDay(order.paidAt, timeZone)],
  ];
  if (payment !== null) details.push(["Payment method", paidBy(payment.provider)]);
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
      return head + sheet.text(value, { x: left, y: y + head, width, size: 10, maxLines: 2 });
    });
    y += Math.max(...heights) + 7;
  }
  return y;
}
