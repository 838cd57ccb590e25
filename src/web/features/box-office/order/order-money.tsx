import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { formatMoney } from "#web/lib/money.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { paymentBadge, refundReason, refundStatuses } from "./labels.ts";
import { MoneyRow } from "./money-row.tsx";
import { OrderDisputes } from "./order-disputes.tsx";
import { NothingYet, OrderPanel } from "./order-panel.tsx";

/** An order's payment attempts, refunds and disputes. */
export function OrderMoney({ order }: { order: AdminOrderDetail }) {
  if (order.comp) return null;
  return (
    <>
      <OrderPanel title="Payments" note={order.payments.length > 0 && order.payments.length}>
        {order.payments.length === 0 && <NothingYet>No one has tried to pay for this order.</NothingYet>}
        <ul aria-label="Payments">
          {order.payments.map((payment) => (
            <MoneyRow
              key={payment.id}
              amount={formatMoney(payment.amountCents, payment.currency)}
              badge={<StatusBadge {...paymentBadge(payment.status)} />}
              at={payment.capturedAt ?? payment.createdAt}
            >
              {payment.provider === "stripe" ? "Stripe" : "Sandbox"}
              {payment.providerRef && <span className="font-mono text-xs wrap-anywhere"> {payment.providerRef}</span>}
            </MoneyRow>
          ))}
        </ul>
      </OrderPanel>
      {order.refunds.length > 0 && (
        <OrderPanel title="Refunds" note={order.refunds.length}>
          <ul aria-label="Refunds">
            {order.refunds.map((refund) => (
              <MoneyRow
                key={refund.id}
                amount={formatMoney(refund.amountCents, order.currency)}
                badge={<StatusBadge {...refundStatuses[refund.status]} />}
                at={refund.doneAt ?? refund.createdAt}
              >
                {refund.keepsTickets
                  ? "Price difference after a move; the ticket stays valid"
                  : refundReason(refund.reason)}
              </MoneyRow>
            ))}
          </ul>
        </OrderPanel>
      )}
      {order.disputes.length > 0 && <OrderDisputes order={order} />}
    </>
  );
}
