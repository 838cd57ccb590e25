import type { OfficeOrderDetail } from "#contract/office-order.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { MoneyRow } from "./money-row.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { disputeStates } from "./words.ts";

/** What the buyer's bank asks back, and what that means for the order meanwhile. */
export function OrderDisputes({ order }: { order: OfficeOrderDetail }) {
  const isOpen = order.disputes.some(({ status }) => status === "open");
  return (
    <OrderPanel title="Disputes" note={order.disputes.length}>
      {isOpen && (
        <div className="border-b border-line p-4">
          <Notice tone="soon" title="The buyer's bank asks for this money">
            Tickets that nobody came in with are frozen, and nothing can be refunded. Answer with evidence at the
            provider; the bank's decision comes back here by itself.
          </Notice>
        </div>
      )}
      <ul aria-label="Disputes">
        {order.disputes.map((dispute) => (
          <MoneyRow
            key={dispute.id}
            amount={formatMoney(dispute.amountCents, order.currency)}
            badge={<Badge tone={disputeStates[dispute.status].tone}>{disputeStates[dispute.status].label}</Badge>}
            at={dispute.closedAt ?? dispute.openedAt}
          >
            {dispute.reason.replaceAll("_", " ")}
            {dispute.status === "open" && dispute.evidenceDueAt && (
              <>
                {" · evidence until "}
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
