import { formatMoney } from "#web/lib/money.ts";

type Result = { revenueCents: number; refundedCents: number; currency: string };

/** The revenue of a code or link, less refunds. */
export function Stayed({ result: { revenueCents, refundedCents, currency } }: { result: Result }) {
  return (
    <>
      <span className="text-ink">{formatMoney(revenueCents - refundedCents, currency)}</span>
      {refundedCents > 0 && (
        <span className="text-muted md:block md:text-sm max-md:before:content-['_·_']">
          {formatMoney(refundedCents, currency)} refunded
        </span>
      )}
    </>
  );
}
