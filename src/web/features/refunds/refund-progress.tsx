import type { Order } from "#contract/orders.ts";
import { Callout } from "#web/ui/callout.tsx";
import { RefundSteps } from "./refund-steps.tsx";
import { refundLabels } from "./labels.ts";

/** The status of an order's refunds: on the way, sent, or delayed. */
export function RefundProgress({ order }: { order: Order }) {
  if (order.refunds.length === 0) return null;
  const newest = order.refunds.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))[0];
  return (
    <ul aria-label="Refunds" className="grid gap-3">
      {order.refunds.map((refund) => {
        const { title, text, tone } = refundLabels(refund, order.currency);
        return (
          <li key={refund.id}>
            <Callout tone={tone} title={title}>
              <p>{text}</p>
              {refund.amountCents > 0 && refund === newest && (
                <div className="mt-4 max-w-md">
                  <RefundSteps refund={refund} timeZone={order.event?.timeZone ?? "UTC"} />
                </div>
              )}
              {refund.note && <p className="mt-2 border-l-2 border-line pl-3">{refund.note}</p>}
            </Callout>
          </li>
        );
      })}
    </ul>
  );
}
