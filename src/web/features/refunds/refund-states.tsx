import type { Order } from "#contract/orders.ts";
import { Notice } from "#web/ui/notice.tsx";
import { RefundSteps } from "./refund-steps.tsx";
import { refundWords } from "./words.ts";

/** Where the money of an order is that goes back: on its way, sent, or being looked into. */
export function RefundStates({ order }: { order: Order }) {
  if (order.refunds.length === 0) return null;
  const newest = order.refunds.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))[0];
  return (
    <ul aria-label="Money that goes back" className="grid gap-3">
      {order.refunds.map((refund) => {
        const { title, text, tone } = refundWords(refund, order.currency);
        return (
          <li key={refund.id}>
            <Notice tone={tone} title={title}>
              <p>{text}</p>
              {refund.amountCents > 0 && refund === newest && (
                <div className="mt-4 max-w-md">
                  <RefundSteps refund={refund} timeZone={order.event?.timeZone ?? "UTC"} />
                </div>
              )}
              {refund.note && <p className="mt-2 border-l-2 border-line pl-3">{refund.note}</p>}
            </Notice>
          </li>
        );
      })}
    </ul>
  );
}
