import { useBrandZone } from "#web/lib/site.ts";
import type { Order } from "#contract/orders/orders.ts";
import { Callout } from "#web/ui/callout.tsx";
import { refundLabels, refundSteps } from "./labels.ts";
import { dateParts } from "#web/lib/dates.ts";
import { Steps } from "#web/ui/steps.tsx";

/** The status of an order's refunds: on the way, sent, or delayed. */
export function RefundProgress({ order }: { order: Order }) {
  const brandZone = useBrandZone();
  if (order.refunds.length === 0) return null;
  const newest = order.refunds.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))[0];
  /** A step with its date, in the event's time zone, or the brand's without one. */
  const dated = ({ at, ...step }: ReturnType<typeof refundSteps>[number]) => {
    if (!at) return step;
    const { month, day } = dateParts(at, order.event?.timeZone ?? brandZone);
    return { ...step, note: `${month} ${day}` };
  };
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
                  <Steps label="Refund progress" steps={refundSteps(refund).map(dated)} />
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
