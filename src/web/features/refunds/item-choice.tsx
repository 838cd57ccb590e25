import type { RefundQuote } from "#contract/refunds/refunds.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Stepper } from "#web/ui/stepper.tsx";

type Units = { lineId: string; quantity: number }[];
type ItemChoiceProps = {
  quote: RefundQuote;
  units: Units;
  shipping: boolean;
  onChange: (part: { units?: Units; shipping?: boolean }) => void;
};

/** How many of each item to refund, and whether the shipping. Shows nothing for an order of tickets only. */
export function ItemChoice({ quote, units, shipping, onChange }: ItemChoiceProps) {
  const { items, currency } = quote;
  if (items.length === 0 && quote.shipping === null) return null;
  const countOf = (lineId: string) => units.find((each) => each.lineId === lineId)?.quantity ?? 0;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">Items</legend>
      <ul className="divide-y divide-line rounded-sm border border-line">
        {items.map(({ lineId, name, left, amountCents }) => (
          <li key={lineId} className="flex flex-wrap items-center justify-between gap-3 px-3 py-2">
            <span className="grid min-w-0 flex-1 basis-40 wrap-anywhere">
              <span className="font-semibold">{name}</span>
              <span className="text-sm text-muted tabular-nums">
                {left} to refund · {formatMoney(amountCents, currency)}
              </span>
            </span>
            <Stepper
              label={`${name} to refund`}
              value={countOf(lineId)}
              max={left}
              onChange={(quantity) =>
                onChange({
                  units: items.map((item) => ({
                    lineId: item.lineId,
                    quantity: item.lineId === lineId ? quantity : countOf(item.lineId),
                  })),
                })
              }
            />
          </li>
        ))}
        {quote.shipping !== null && (
          <li className="flex flex-wrap items-center gap-x-3 px-3">
            <Checkbox
              className="min-w-0 grow basis-36 py-1.5"
              label="Shipping"
              checked={shipping}
              onChange={() => onChange({ shipping: !shipping })}
            />
            <span className="ml-auto tabular-nums">{formatMoney(quote.shipping.amountCents, currency)}</span>
          </li>
        )}
      </ul>
    </fieldset>
  );
}
