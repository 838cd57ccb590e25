import { Link } from "react-router";
import type { EventRefund } from "#contract/event-refunds.ts";
import { formatCount } from "#web/features/admin/figures.tsx";
import { Meter, MeterKey } from "#web/features/admin/meter.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { orderAddress } from "#web/features/box-office/order-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";

const headlines: Record<EventRefund["status"], string> = {
  proposed: "Waiting for a second admin",
  running: "Refunding orders",
  paused: "Paused",
  done: "All orders processed",
  withdrawn: "Withdrawn",
};

const troubleLabels: Record<string, string> = {
  failed: "the payment provider couldn't send it",
  ticket_admitted: "a ticket is checked in",
  payment_disputed: "the buyer's bank disputed the payment",
  refund_too_high: "it's more than what's left of the payment",
  already_refunded: "there was nothing left to refund",
  order_closed: "the order isn't paid",
};

export type EventRefundProgressProps = { refund: EventRefund; isOwn: boolean; onStep: (step: string) => void };

/** The progress of an event's refunds, and what staff can do about them now. */
export function EventRefundProgress({ refund, isOwn, onStep }: EventRefundProgressProps) {
  const { status, of, waiting, pending, done, failed, skipped, currency } = refund;
  return (
    <div className="grid gap-4">
      <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{headlines[status]}</span>
        <span className="text-sm text-muted tabular-nums">
          {formatCount(of - waiting)} of {formatCount(of)} orders
        </span>
      </p>
      <Meter
        whole={of}
        parts={[
          { value: done, tone: "gold", label: "Sent" },
          { value: pending, tone: "sea", label: "On its way" },
          { value: failed + skipped, tone: "soft", label: "Needs attention" },
        ]}
      />
      <MeterKey
        parts={[
          { tone: "gold", label: `${formatCount(done)} sent` },
          { tone: "sea", label: `${formatCount(pending)} on the way` },
          {
            tone: "soft",
            label: `${formatCount(failed + skipped)} ${failed + skipped === 1 ? "needs" : "need"} attention`,
          },
        ]}
      />
      <p className="text-muted tabular-nums">
        {status !== "proposed" &&
          `${formatMoney(refund.doneCents, currency)} of ${formatMoney(refund.amountCents, currency)} refunded. `}
        Requested by {refund.startedBy}
        {refund.confirmedBy && `, approved by ${refund.confirmedBy}`}.
      </p>
      {status === "proposed" && isOwn && (
        <Callout tone="soon" title="A second admin has to approve">
          Another admin can approve these refunds here. Nothing is sent until then.
        </Callout>
      )}
      <Steps status={status} isOwn={isOwn} onStep={onStep} />
      {refund.troubles.length > 0 && (
        <div>
          <h4 className="mb-1 text-sm font-semibold">Needs attention</h4>
          <ul className="text-sm">
            {refund.troubles.map(({ orderId, number, why }) => (
              <li key={orderId} className="flex flex-wrap gap-x-2 py-1">
                <Link className="font-semibold underline underline-offset-3 tabular-nums" to={orderAddress(orderId)}>
                  {number}
                </Link>
                <span className="text-muted">{troubleLabels[why] ?? "the refund was refused"}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Steps({
  status,
  isOwn,
  onStep,
}: { status: EventRefund["status"] } & Omit<EventRefundProgressProps, "refund">) {
  if (status === "proposed") {
    return (
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <Button variant="danger" onClick={() => onStep("confirm")}>
            Approve refunds
          </Button>
        )}
        <Button variant="outline" onClick={() => onStep("withdraw")}>
          {isOwn ? "Withdraw" : "Decline"}
        </Button>
      </div>
    );
  }
  if (status !== "running" && status !== "paused") return null;
  return (
    <div>
      <Button variant="outline" onClick={() => onStep(status === "running" ? "pause" : "resume")}>
        {status === "running" ? "Pause" : "Resume"}
      </Button>
    </div>
  );
}
