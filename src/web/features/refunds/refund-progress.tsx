import type { Order } from "#contract/orders.ts";
import { Callout } from "#web/ui/callout.tsx";
import { refundLabels, refundSteps } from "./labels.ts";
import type { OrderRefund } from "#contract/order-refunds.ts";
import { dateParts } from "#web/lib/dates.ts";
import { Steps } from "#web/ui/steps.tsx";

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

type RefundStepsProps = { refund: Pick<OrderRefund, "status" | "byHand" | "createdAt" | "doneAt">; timeZone: string };

/** A refund's progress as steps, with dates in the event's time zone. */
function RefundSteps({ refund, timeZone }: RefundStepsProps) {
  const dayOf = (at: string) => {
    const { month, day } = dateParts(at, timeZone);
    return `${month} ${day}`;
  };
  const steps = refundSteps(refund).map(({ at, ...step }) => (at ? { ...step, note: dayOf(at) } : step));
  return <Steps label="Refund progress" steps={steps} />;
}
