import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { OrderPanel } from "./order-panel.tsx";

/** The order's items and totals. */
export function OrderSums({ order }: { order: AdminOrderDetail }) {
  const money = (cents: number) => formatMoney(cents, order.currency);
  const sums = [
    order.discountCents > 0 && {
      term: order.promoCode ? `Code ${order.promoCode}` : "Discount",
      detail: `−${money(order.discountCents)}`,
    },
    order.taxCents > 0 && { term: "Tax", detail: money(order.taxCents) },
    order.shippingCents > 0 && { term: "Shipping", detail: money(order.shippingCents) },
    order.feeCents > 0 && { term: "Includes fees of", detail: money(order.feeCents) },
    { term: "Total", detail: money(order.totalCents), strong: true },
    order.returnedCents > 0 && { term: "Refunded", detail: `−${money(order.returnedCents)}` },
    order.returnedCents > 0 && { term: "Net", detail: money(order.totalCents - order.returnedCents) },
  ];
  return (
    <OrderPanel title="Items">
      <ul aria-label="Items">
        {order.lines.map((line) => (
          <li key={line.id} className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-2.5">
            <p className="min-w-0 wrap-anywhere">
              {line.quantity} × <bdi>{line.name}</bdi>
              <span className="block text-sm text-muted tabular-nums">
                {money(line.unitCents)} each
                {line.ticketsPerUnit > 1 && `, admits ${line.ticketsPerUnit}`}
              </span>
            </p>
            <p className="shrink-0 text-right tabular-nums">
              {money(line.totalCents - line.discountCents)}
              {line.discountCents > 0 && (
                <span className="block text-sm text-muted">{money(line.discountCents)} off</span>
              )}
            </p>
          </li>
        ))}
      </ul>
      <DataList className="p-4" items={sums} />
    </OrderPanel>
  );
}
