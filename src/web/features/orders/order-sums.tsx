import type { Order, Quote } from "#contract/orders.ts";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";

export type SumLine = { id?: string | number; name: string; quantity: number; totalCents: number; feeCents: number };
export type OrderSumsProps = {
  lines: SumLine[];
  discountCents?: number;
  /** The promo code behind the discount. */
  promoCode?: string | null;
  taxCents?: number;
  totalCents: number;
  currency: string;
};

/** The order's lines and total. Every price includes its fees; the sum of the fees is shown once. */
export function OrderSums({ lines, discountCents = 0, promoCode, taxCents = 0, totalCents, currency }: OrderSumsProps) {
  const money = (cents: number) => formatMoney(cents, currency);
  const feeCents = lines.reduce((sum, line) => sum + line.feeCents, 0);
  return (
    <>
      <DataList
        items={[
          ...lines.map((line) => ({ term: <Bought line={line} />, detail: money(line.totalCents) })),
          ...(discountCents > 0
            ? [{ term: promoCode ? `Code ${promoCode}` : "Discount", detail: `−${money(discountCents)}` }]
            : []),
          ...(taxCents > 0 ? [{ term: "Tax", detail: money(taxCents) }] : []),
          { term: "Total", detail: money(totalCents), strong: true },
        ]}
      />
      {feeCents > 0 && <p className="mt-2 text-sm text-muted">incl. {money(feeCents)} fees</p>}
    </>
  );
}

/** A right-to-left name keeps its quantity on its left. */
function Bought({ line: { quantity, name } }: { line: SumLine }) {
  return (
    <span className="wrap-anywhere">
      {quantity} × <bdi>{name}</bdi>
    </span>
  );
}

export function SumsOfOrder({ order }: { order: Order | Quote }) {
  const { lines, discountCents, promoCode, taxCents, totalCents, currency } = order;
  return (
    <OrderSums
      lines={lines}
      discountCents={discountCents}
      promoCode={promoCode}
      taxCents={taxCents}
      totalCents={totalCents}
      currency={currency}
    />
  );
}
