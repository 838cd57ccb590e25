import { formatMoney } from "#web/lib/money.ts";

type Result = { revenueCents: number; givenBackCents: number; currency: string };

/** What a code or link brought that was not given back since. */
export function Stayed({ result: { revenueCents, givenBackCents, currency } }: { result: Result }) {
  return (
    <>
      <span className="text-ink">{formatMoney(revenueCents - givenBackCents, currency)}</span>
      {givenBackCents > 0 && (
        <span className="text-muted md:block md:text-sm max-md:before:content-['_·_']">
          {formatMoney(givenBackCents, currency)} given back
        </span>
      )}
    </>
  );
}
