import type { PaperKind } from "#contract/papers.ts";
import { formatMoney } from "#server/platform/format.ts";

/** What each kind of paper is headed. */
export const headings: Record<PaperKind, string> = {
  receipt: "Receipt",
  invoice: "Invoice",
  cancellation: "Cancellation",
  credit_note: "Credit note",
};

/** Colours of paper: the house's gold darkened until it can be read on white. */
export const ink = { black: "#0b0a09", soft: "#5f574b", gold: "#8a6a1f", line: "#cfc6b6", tint: "#f6f1e7" };

/** An amount that goes off: with a true minus sign. */
export const minus = (cents: number, currency: string) => `−${formatMoney(cents, currency)}`;

/** A rate in thousandths of a per cent: `8.875 %`. */
export const rate = (thousandths: number) => `${Number((thousandths / 1000).toFixed(3))} %`;

const days = new Map<string, Intl.DateTimeFormat>();

/** A day of a paper: `November 28, 2026`. */
export function longDay(instant: Date | string, timeZone: string): string {
  let format = days.get(timeZone);
  if (format === undefined) {
    const long = { month: "long", day: "numeric", year: "numeric" } as const;
    days.set(timeZone, (format = new Intl.DateTimeFormat("en-US", { ...long, timeZone })));
  }
  return format.format(new Date(instant));
}

const providers: Record<string, string> = {
  stripe: "Card, by Stripe",
  sandbox: "Test payment: no money was taken",
  by_hand: "Paid back by other means",
};

/** How an order was paid. */
export const paidBy = (provider: string) => providers[provider] ?? provider;
