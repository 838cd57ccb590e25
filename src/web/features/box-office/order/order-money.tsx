import type { OfficeOrderDetail } from "#contract/office-order.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Badge } from "#web/ui/badge.tsx";
import { paymentState, refundReason, refundStates } from "./words.ts";
import { MoneyRow } from "./money-row.tsx";
import { OrderDisputes } from "./order-disputes.tsx";
import { NothingYet, OrderPanel } from "./order-panel.tsx";

/** The attempts to pay an order, and the money that went back. */
export function OrderMoney({ order }: { order: OfficeOrderDetail }) {
  if (order.comp) return null;
  return (
    <>
      <OrderPanel title="Payments" note={order.payments.length > 0 && order.payments.length}>
        {order.payments.length === 0 && <NothingYet>Nobody went to pay this order.</NothingYet>}
        <ul aria-label="Payments">
          {order.payments.map((payment) => {
            const { label, tone } = paymentState(payment.status);
            return (
              <MoneyRow
                key={payment.id}
                amount={formatMoney(payment.amountCents, payment.currency)}
                badge={<Badge tone={tone}>{label}</Badge>}
                at={payment.capturedAt ?? payment.createdAt}
              >
                {payment.provider}
                {payment.providerRef && <span className="font-mono text-xs wrap-anywhere"> {payment.providerRef}</span>}
              </MoneyRow>
            );
          })}
        </ul>
      </OrderPanel>
      {order.refunds.length > 0 && (
        <OrderPanel title="Refunds" note={order.refunds.length}>
          <ul aria-label="Refunds">
            {order.refunds.map((refund) => (
              <MoneyRow
                key={refund.id}
                amount={formatMoney(refund.amountCents, order.currency)}
                badge={<Badge tone={refundStates[refund.status].tone}>{refundStates[refund.status].label}</Badge>}
                at={refund.doneAt ?? refund.createdAt}
              >
                {refund.keepsTickets ? "Difference of a move: the ticket stays good" : refundReason(refund.reason)}
              </MoneyRow>
            ))}
          </ul>
        </OrderPanel>
      )}
      {order.disputes.length > 0 && <OrderDisputes order={order} />}
    </>
  );
}
