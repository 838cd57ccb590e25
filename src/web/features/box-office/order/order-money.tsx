import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { formatMoney } from "#web/lib/money.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { paymentBadge, refundReason, refundStatuses, disputeStatuses } from "../labels.ts";
import { NothingYet, OrderPanel } from "./order-panel.tsx";
import { Moment } from "#web/features/admin/moment.tsx";
import { Callout } from "#web/ui/callout.tsx";
import type { ReactNode } from "react";

/** An order's payment attempts, refunds and disputes. */
export function OrderMoney({ order }: { order: AdminOrderDetail }) {
  if (order.comp) return null;
  return (
    <>
      <OrderPanel title="Payments" count={order.payments.length}>
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
        <OrderPanel title="Refunds" count={order.refunds.length}>
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

/** What the buyer's bank disputes, and what that means for the order in the meantime. */
function OrderDisputes({ order }: { order: AdminOrderDetail }) {
  const isOpen = order.disputes.some(({ status }) => status === "open");
  return (
    <OrderPanel title="Disputes" count={order.disputes.length}>
      {isOpen && (
        <div className="border-b border-line p-4">
          <Callout tone="soon" title="The buyer's bank opened a dispute">
            Tickets that aren't checked in are frozen, and you can't refund this order. Submit evidence to the payment
            provider; the bank's decision shows up here automatically.
          </Callout>
        </div>
      )}
      <ul aria-label="Disputes">
        {order.disputes.map((dispute) => (
          <MoneyRow
            key={dispute.id}
            amount={formatMoney(dispute.amountCents, order.currency)}
            badge={<StatusBadge {...disputeStatuses[dispute.status]} />}
            at={dispute.closedAt ?? dispute.openedAt}
          >
            Reason: {dispute.reason.replaceAll("_", " ")}
            {dispute.status === "open" && dispute.evidenceDueAt && (
              <>
                {" · evidence due "}
                <Moment at={dispute.evidenceDueAt} />
              </>
            )}
            <span className="block font-mono text-xs wrap-anywhere">{dispute.providerRef}</span>
          </MoneyRow>
        ))}
      </ul>
    </OrderPanel>
  );
}

type MoneyRowProps = { amount: string; badge: ReactNode; at: string; children: ReactNode };

/** An amount, when it moved, and its status. */
function MoneyRow({ amount, badge, at, children }: MoneyRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <p className="min-w-0 flex-1 basis-40">
        <span className="font-semibold tabular-nums">{amount}</span>
        <span className="block text-sm text-muted">{children}</span>
      </p>
      <p className="flex items-center gap-3 text-sm text-muted">
        <Moment at={at} />
        {badge}
      </p>
    </li>
  );
}
