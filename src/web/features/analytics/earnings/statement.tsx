import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Earnings } from "#contract/analytics/earnings.ts";
import { formatMoney } from "#web/lib/money.ts";

/** Money with a real minus sign. */
export const signed = (cents: number, currency: string) =>
  (cents < 0 ? "−" : "") + formatMoney(Math.abs(cents), currency);

/** The tax that is left to pay. */
export const taxToPay = ({ taxCents, refundedTaxCents }: Earnings) => taxCents - refundedTaxCents;

type Line = { term: string; cents: number; sum?: "part" | "net" };

const linesOf = (earnings: Earnings, sold: string): Line[] => [
  { term: sold, cents: earnings.salesCents },
  { term: "Service fees that buyers paid", cents: earnings.feeCents },
  { term: "Tax that buyers paid", cents: earnings.taxCents },
  ...(earnings.shippingCents === 0 ? [] : [{ term: "Shipping that buyers paid", cents: earnings.shippingCents }]),
  { term: "Gross: all that buyers were charged", cents: earnings.grossCents, sum: "part" },
  { term: "Refunds to buyers", cents: -earnings.refundCents },
  ...(earnings.lostDisputeCents === 0 ? [] : [{ term: "Lost disputes", cents: -earnings.lostDisputeCents }]),
  { term: "Tax to pay", cents: -taxToPay(earnings) },
  { term: "Net, before charges of the payment provider", cents: earnings.netCents, sum: "net" },
  { term: "Of that, revenue: tickets, products and fees", cents: earnings.revenueCents },
  ...(earnings.netCents === earnings.revenueCents
    ? []
    : [{ term: "Of that, shipping", cents: earnings.netCents - earnings.revenueCents }]),
];

type StatementProps = {
  earnings: Earnings;
  currency: string;
  /** What was sold, as its first line: "Tickets and products, less discounts". */
  sold: string;
  notes: ReactNode[];
};

/** From what buyers were charged to what is left, in plain words. */
export function Statement({ earnings, currency, sold, notes }: StatementProps) {
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2">
        {linesOf(earnings, sold).map(({ term, cents, sum }) => (
          <div
            key={term}
            className={clsx(
              "flex flex-wrap items-baseline justify-between gap-x-6",
              sum === "part" && "border-t border-line pt-2 pb-2 font-semibold",
              sum === "net" && "mt-1 border-t-2 border-gold pt-3 font-semibold",
            )}
          >
            <dt className={clsx(!sum && "text-muted")}>{term}</dt>
            <dd
              className={clsx(
                "grow text-right whitespace-nowrap tabular-nums",
                sum === "net" && "font-display text-3xl leading-none font-bold",
              )}
            >
              {signed(cents, currency)}
            </dd>
          </div>
        ))}
      </dl>
      <ul className="grid gap-1 text-sm text-muted">
        {notes.map((note, index) => (
          <li key={index}>{note}</li>
        ))}
      </ul>
    </div>
  );
}
