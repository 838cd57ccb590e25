import type { OrderRefund } from "#contract/order-refunds.ts";
import { dateParts } from "#web/lib/dates.ts";
import { Steps } from "#web/ui/steps.tsx";
import { refundSteps } from "./labels.ts";

type RefundStepsProps = { refund: Pick<OrderRefund, "status" | "byHand" | "createdAt" | "doneAt">; timeZone: string };

/** A refund's progress as steps, with dates in the event's time zone. */
export function RefundSteps({ refund, timeZone }: RefundStepsProps) {
  const dayOf = (at: string) => {
    const { month, day } = dateParts(at, timeZone);
    return `${month} ${day}`;
  };
  const steps = refundSteps(refund).map(({ at, ...step }) => (at ? { ...step, note: dayOf(at) } : step));
  return <Steps label="Refund progress" steps={steps} />;
}
