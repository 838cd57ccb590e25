import type { Quote } from "#contract/orders.ts";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";

type OrderSumsProps = Partial<Pick<Quote, "discountCents" | "promoCode" | "taxCents">> &
  Pick<Quote, "totalCents" | "currency"> & {
    lines: Pick<Quote["lines"][number], "name" | "quantity" | "totalCents" | "feeCents">[];
  };

/** The order's lines and total. Every price includes its fees; the sum of the fees is shown once. */
export function OrderSums({ lines, discountCents = 0, promoCode, taxCents = 0, totalCents, currency }: OrderSumsProps) {
  const money = (cents: number) => formatMoney(cents, currency);
  const feeCents = lines.reduce((sum, line) => sum + line.feeCents, 0);
  return (
    <>
      <DataList
        items={[
          ...lines.map(({ quantity, name, totalCents: lineCents }) => ({
            term: (
              <span className="wrap-anywhere">
                {/* A right-to-left name keeps its quantity on its left. */}
                {quantity} × <bdi>{name}</bdi>
              </span>
            ),
            detail: money(lineCents),
          })),
          discountCents > 0 && {
            term: promoCode ? `Code ${promoCode}` : "Discount",
            detail: `−${money(discountCents)}`,
          },
          taxCents > 0 && { term: "Tax", detail: money(taxCents) },
          { term: "Total", detail: money(totalCents), strong: true },
        ]}
      />
      {feeCents > 0 && <p className="mt-2 text-sm text-muted">incl. {money(feeCents)} fees</p>}
    </>
  );
}
