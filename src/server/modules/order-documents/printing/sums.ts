import type { DocumentKind } from "#contract/order-documents.ts";
import { formatMoney } from "#server/platform/format.ts";
import type { Sheet } from "#server/platform/pdf/sheet.ts";
import type { DocumentContent } from "../rules.ts";
import { ink, minus, rate } from "./labels.ts";

const labelShare = 0.62;

const totals: Record<DocumentKind, string> = {
  receipt: "Total paid",
  invoice: "Total paid",
  cancellation: "Total canceled",
  credit_note: "Total credited",
};

/** The sum of the lines, the total in large type, and its fees and tax. @returns where it ends */
export function drawSums(sheet: Sheet, kind: DocumentKind, content: DocumentContent, top: number): number {
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
