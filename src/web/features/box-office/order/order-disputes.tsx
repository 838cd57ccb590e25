import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { MoneyRow } from "./money-row.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { disputeStatuses } from "./labels.ts";

/** What the buyer's bank disputes, and what that means for the order in the meantime. */
export function OrderDisputes({ order }: { order: AdminOrderDetail }) {
  const isOpen = order.disputes.some(({ status }) => status === "open");
  return (
    <OrderPanel title="Disputes" note={order.disputes.length}>
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
