import type { DocumentKind } from "#contract/order-documents.ts";
import type { OrderDelivery } from "#contract/delivery/of-order.ts";
import { addressLines } from "#contract/orders/texts.ts";
import { formatDateTime, formatMoney } from "#server/platform/format.ts";
import type { Addressee } from "../rules.ts";

/** The heading of each kind of document. */
export const headings: Record<DocumentKind, string> = {
  receipt: "Receipt",
  invoice: "Invoice",
  cancellation: "Cancellation",
  credit_note: "Credit note",
};

/** Print colors: the brand's gold, darkened until it can be read on white. */
export const ink = { black: "#0b0a09", soft: "#5f574b", gold: "#8a6a1f", line: "#cfc6b6", tint: "#f6f1e7" };

/** A deduction, with a true minus sign. */
export const minus = (cents: number, currency: string) => `−${formatMoney(cents, currency)}`;

/** A rate in thousandths of a percent: `8.875%`. */
export const rate = (thousandths: number) => `${Number((thousandths / 1000).toFixed(3))}%`;

const days = new Map<string, Intl.DateTimeFormat>();

/** A date on a document: `November 28, 2026`. */
export function longDay(instant: Date | string, timeZone: string): string {
  let format = days.get(timeZone);
  if (format === undefined) {
    const long = { month: "long", day: "numeric", year: "numeric" } as const;
    days.set(timeZone, (format = new Intl.DateTimeFormat("en-US", { ...long, timeZone })));
  }
  return format.format(new Date(instant));
}

const providers: Record<string, string> = {
  stripe: "Card (Stripe)",
  sandbox: "Test payment (nothing charged)",
  by_hand: "Refunded by other means",
};

/** How an order was paid. */
export const paidBy = (provider: string) => providers[provider] ?? provider;

/** Where products go, as a document says it: the address, or the event where they are picked up. */
export function printedDelivery({ address, event }: OrderDelivery): Addressee["delivery"] {
  if (address !== null) return { label: "Ships to", text: addressLines(address).join(", ") };
  if (event === null) return undefined;
  const when = formatDateTime(event.startsAt, event.timeZone);
  return { label: "Pick up at", text: [event.title, when, event.city].join(", ") };
}
