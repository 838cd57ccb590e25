import type { Settlement } from "#contract/analytics/earnings.ts";
import { figureSentences } from "#contract/figures.ts";
import { ink, longDay } from "#server/modules/order-documents/index.ts";
import { formatDateTime, formatMoney } from "#server/platform/format.ts";
import { openSheet, type Part, type Sheet } from "#server/platform/pdf/sheet.ts";

const foot = 70;
const size = 9.5;

interface Column {
  label: string;
  share: number;
  cell: (item: Settlement["items"][number]) => string;
}

const columnsOf = (currency: string): Column[] => {
  const money = (cents: number) => formatMoney(cents, currency);
  return [
    { label: "Ticket", share: 0.24, cell: ({ name }) => name },
    { label: "Sold", share: 0.06, cell: ({ units }) => String(units) },
    { label: "Refunded", share: 0.1, cell: ({ refundedUnits }) => String(refundedUnits) },
    { label: "Sales", share: 0.13, cell: ({ salesCents }) => money(salesCents) },
    { label: "Fees", share: 0.1, cell: ({ feeCents }) => money(feeCents) },
    { label: "Refunds", share: 0.13, cell: ({ refundCents }) => money(refundCents) },
    { label: "Disputes", share: 0.11, cell: ({ lostDisputeCents }) => money(lostDisputeCents) },
    { label: "Net", share: 0.13, cell: ({ netCents }) => money(netCents) },
  ];
};

/** A settlement as a PDF: what an event sold, what was refunded, and what is left. */
export async function printSettlement(settlement: Settlement): Promise<Buffer> {
  const { event, madeAt } = settlement;
  const title = `Settlement: ${event.title}`;
  const sheet = await openSheet({ title, author: "Savage Gentlemen", size: "letter", madeAt: new Date(madeAt) });
  const { margin: x, inner } = sheet;
  sheet.text("Savage Gentlemen", { x, y: 50, width: inner / 2, size: 11, style: "strong", color: ink.gold });
  let y = 66 + sheet.text("SETTLEMENT", { x, y: 66, width: inner, size: 44, style: "display", tag: "H1" });
  y += sheet.text(event.title, { x, y, width: inner, size: 16, style: "strong", tag: "H2" });
  const where = `${longDay(event.startsAt, event.timeZone)}, ${event.venue}, ${event.city}`;
  y += sheet.text(where, { x, y, width: inner, size, color: ink.soft }) + 18;
  y = drawItems(sheet, settlement, y) + 22;
  if (y + 210 > sheet.height - foot) {
    sheet.addPage();
    y = sheet.margin;
  }
  drawSums(sheet, settlement, y);
  const printed = `As of ${formatDateTime(madeAt, event.timeZone)}`;
  sheet.onEachPage((page, count) => {
    const box = { y: sheet.height - 42, size: 8, color: ink.soft, isRepeated: true, maxLines: 1 };
    sheet.text(printed, { ...box, x, width: inner / 2 });
    sheet.text(`Page ${page} of ${count}`, { ...box, x: x + inner / 2, width: inner / 2, align: "right" });
  });
  return sheet.finish();
}

/** The table of ticket types, on as many pages as it needs. @returns where it ends */
function drawItems(sheet: Sheet, { items, currency }: Settlement, top: number): number {
  const columns = columnsOf(currency);
  const table = sheet.part("Table");
  const head = sheet.part("TR", table);
  let y = top;
  drawRow(
    sheet,
    columns,
    y,
    columns.map(({ label }) => label),
    { within: head, isHead: true },
  );
  y += 18;
  sheet.rule(sheet.margin, y - 3, sheet.inner, ink.gold, 1);
  for (const item of items) {
    if (y + 22 > sheet.height - foot) {
      sheet.addPage();
      y = sheet.margin;
    }
    const row = sheet.part("TR", table);
    y +=
      drawRow(
        sheet,
        columns,
        y,
        columns.map(({ cell }) => cell(item)),
        { within: row, isHead: false },
      ) + 4;
    sheet.rule(sheet.margin, y, sheet.inner, ink.line, 0.4);
    y += 5;
  }
  return y;
}

function drawRow(
  sheet: Sheet,
  columns: Column[],
  y: number,
  cells: string[],
  { within, isHead }: { within: Part; isHead: boolean },
): number {
  let x = sheet.margin;
  let height = 0;
  for (const [index, { share }] of columns.entries()) {
    const width = share * sheet.inner;
    const text = sheet.text(cells[index]!, {
      // The last column ends where the sums below end.
      x: index === 0 ? x : x + 4,
      y,
      width: width - 4,
      size: isHead ? 8 : size,
      align: index === 0 ? "left" : "right",
      tag: isHead ? "TH" : "TD",
      within,
      ...(isHead ? { style: "strong" as const, color: ink.soft } : {}),
    });
    height = Math.max(height, text);
    x += width;
  }
  return height;
}

/** The sums in plain words. */
function drawSums(sheet: Sheet, { total, currency, disputedCents, commissionCents }: Settlement, top: number): void {
  const money = (cents: number) => formatMoney(cents, currency);
  const taxLeft = total.taxCents - total.refundedTaxCents;
  const gross = "Gross: everything that buyers were charged";
  const lines: [string, number][] = [
    ["Ticket sales, less discounts", total.salesCents],
    ["Service fees that buyers paid", total.feeCents],
    ["Tax that buyers paid", total.taxCents],
    ...(total.shippingCents === 0 ? [] : [["Shipping that buyers paid", total.shippingCents] as [string, number]]),
    [gross, total.grossCents],
    ["Refunds to buyers", -total.refundCents],
    ...(total.lostDisputeCents === 0 ? [] : [["Lost disputes", -total.lostDisputeCents] as [string, number]]),
    ["Tax to pay", -taxLeft],
  ];
  const width = sheet.inner * 0.7;
  const x = sheet.margin + sheet.inner - width;
  let y = top;
  for (const [label, cents] of lines) {
    const isSum = label === gross;
    const style = isSum ? "strong" : "text";
    if (isSum) {
      sheet.rule(x, y, width, ink.line, 0.6);
      y += 5;
    }
    const height = sheet.text(label, { x, y, width: width * 0.68, size, style });
    sheet.text((cents < 0 ? "−" : "") + money(Math.abs(cents)), {
      x: x + width * 0.68,
      y,
      width: width * 0.32,
      size,
      style,
      align: "right",
    });
    y += height + (isSum ? 9 : 4);
  }
  sheet.rule(x, y, width, ink.gold, 1.2);
  y += 8;
  sheet.text("Net, before provider charges", { x, y: y + 3, width: width / 2, size: 12, style: "strong" });
  const net = { x: x + width / 2, y: y - 2, width: width / 2, size: 18, style: "strong", align: "right" } as const;
  y += sheet.text(money(total.netCents), net) + 10;
  const notes = [
    figureSentences.net,
    ...(disputedCents > 0 ? [`Banks hold ${money(disputedCents)} in open disputes. It isn't deducted.`] : []),
    ...(commissionCents > 0 ? [`Promoters earned ${money(commissionCents)} in commission. It isn't deducted.`] : []),
  ];
  for (const note of notes) y += sheet.text(note, { x, y, width, size: 8.5, color: ink.soft }) + 3;
}
