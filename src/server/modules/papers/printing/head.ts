import type { Sheet } from "#server/platform/pdf/sheet.ts";
import type { PaperRow } from "../store.ts";
import { paperNumber, type Addressee, type PaperContent } from "../rules.ts";
import { headings, ink, longDay, paidBy } from "./words.ts";

type Headed = Pick<PaperRow, "kind" | "year" | "number" | "issuedAt" | "addressee" | "content">;

/** The house's name over the paper's own, the two sides of the sale, and what it is about. @returns where the rest begins */
export function drawHead(sheet: Sheet, paper: Headed): number {
  const { margin: x, inner } = sheet;
  const number = paperNumber(paper.kind, paper.year, paper.number);
  sheet.text("Savage Gentlemen", { x, y: 50, width: inner / 2, size: 11, style: "strong", colour: ink.gold });
  const heading = headings[paper.kind].toUpperCase();
  const top = 66;
  sheet.text(heading, { x, y: top, width: inner * 0.6, size: 44, style: "display", tag: "H1" });
  const right = { x: x + inner * 0.55, width: inner * 0.45, align: "right" as const };
  sheet.text(number, { ...right, y: top + 18, size: 13, style: "strong" });
  const issued = `Issued ${longDay(paper.issuedAt, paper.content.timeZone)}`;
  sheet.text(issued, { ...right, y: top + 36, size: 9.5, colour: ink.soft });
  sheet.rule(x, top + 66, inner, ink.gold, 1.6);
  return drawFacts(sheet, paper, drawSides(sheet, paper, top + 84)) + 20;
}

/** Who sells and who buys, side by side. */
function drawSides(sheet: Sheet, { addressee, content }: Headed, top: number): number {
  const { margin: x, inner } = sheet;
  const column = inner / 2 - 14;
  const seller = drawSide(sheet, x, top, column, "From", sellerLines(content.seller));
  const buyer = drawSide(sheet, x + inner / 2, top, column, "For", buyerLines(addressee));
  return Math.max(seller, buyer);
}

function drawSide(sheet: Sheet, x: number, top: number, width: number, label: string, lines: string[]): number {
  let y = top + sheet.text(label.toUpperCase(), { x, y: top, width, size: 8, style: "strong", colour: ink.gold }) + 3;
  for (const [index, line] of lines.entries()) {
    const look = index === 0 ? ({ size: 11, style: "strong", maxLines: 3 } as const) : { size: 9.5, maxLines: 2 };
    y += sheet.text(line, { x, y, width, ...look }) + 1;
  }
  return y;
}

function sellerLines({ name, address, taxId, email }: PaperContent["seller"]): string[] {
  return [name, ...(address?.split("\n") ?? []), ...(taxId === null ? [] : [`Tax ID ${taxId}`]), email ?? ""].filter(
    Boolean,
  );
}

/** Once its person is forgotten, a paper says so instead of naming nobody. */
function buyerLines(addressee: Addressee | null): string[] {
  if (addressee === null) return ["Name removed with the account"];
  const { name, address, taxId, email } = addressee;
  return [name, ...(address?.split("\n") ?? []), ...(taxId === null ? [] : [`Tax ID ${taxId}`]), email ?? ""].filter(
    Boolean,
  );
}

/** The order, the day of its payment, and how it was paid. */
function drawFacts(sheet: Sheet, { kind, content }: Headed, y: number): number {
  const { order, payment, credit, timeZone } = content;
  const facts: [string, string][] = [
    ["Order", order.number],
    [kind === "credit_note" ? "Order paid" : "Paid", longDay(order.paidAt, timeZone)],
  ];
  if (payment !== null) facts.push(["Payment", paidBy(payment.provider)]);
  if (payment?.ref) facts.push(["Payment reference", payment.ref]);
  if (credit !== null) facts.push(["Reason", credit.reason]);
  if (content.correction !== undefined) {
    const label = kind === "cancellation" ? "Cancels invoice" : "In the place of invoice";
    facts.push([label, content.correction.invoiceNumber]);
  }
  if (credit?.receiptNumber) facts.push(["For receipt", credit.receiptNumber]);
  if (credit?.invoiceNumber) facts.push(["For invoice", credit.invoiceNumber]);
  return drawGrid(sheet, facts, y + 18);
}

function drawGrid(sheet: Sheet, facts: [string, string][], top: number): number {
  const { margin: x, inner } = sheet;
  const width = inner / 2 - 14;
  let y = top;
  for (let index = 0; index < facts.length; index += 2) {
    const heights = facts.slice(index, index + 2).map(([label, value], column) => {
      const left = x + column * (inner / 2);
      const head = sheet.text(label, { x: left, y, width, size: 8, colour: ink.soft });
      return head + sheet.text(value, { x: left, y: y + head, width, size: 10, maxLines: 2 });
    });
    y += Math.max(...heights) + 7;
  }
  return y;
}
