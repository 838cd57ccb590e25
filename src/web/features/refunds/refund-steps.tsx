import type { OrderRefund } from "#contract/order-refunds.ts";
import { dateParts } from "#web/lib/dates.ts";
import { Steps } from "#web/ui/steps.tsx";
import { refundSteps } from "./words.ts";

type RefundStepsProps = { refund: Pick<OrderRefund, "status" | "byHand" | "createdAt" | "doneAt">; timeZone: string };

/** Where money that goes back is, as stations on its way; days on the night's own calendar. */
export function RefundSteps({ refund, timeZone }: RefundStepsProps) {
  const dayOf = (at: string) => {
    const { month, day } = dateParts(at, timeZone);
    return `${month} ${day}`;
  };
  const steps = refundSteps(refund).map(({ at, ...step }) => (at ? { ...step, note: dayOf(at) } : step));
  return <Steps label="The way of this money" steps={steps} />;
}
