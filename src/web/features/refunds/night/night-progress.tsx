import { Link } from "react-router";
import type { NightRefund } from "#contract/night-refunds.ts";
import { formatCount } from "#web/features/desk/figures.tsx";
import { Meter, MeterKey } from "#web/features/desk/meter.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

const headlines: Record<NightRefund["state"], string> = {
  proposed: "Waits for a second administrator",
  running: "On its way, order by order",
  paused: "Paused",
  done: "Every order was looked at",
  withdrawn: "Taken back",
};

const troubleWords: Record<string, string> = {
  failed: "the provider could not send it",
  ticket_admitted: "somebody came in",
  payment_disputed: "the buyer's bank asks for the same money",
  refund_too_high: "less than that is left of the payment",
  already_refunded: "nothing was left to give back",
  order_closed: "the order is not paid",
};

export type NightProgressProps = { refund: NightRefund; isOwn: boolean; onStep: (step: string) => void };

/** How far giving a night's money back has come, and what can be done about it now. */
export function NightProgress({ refund, isOwn, onStep }: NightProgressProps) {
  const { state, of, waiting, pending, done, failed, skipped, currency } = refund;
  return (
    <div className="grid gap-4">
      <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{headlines[state]}</span>
        <span className="text-sm text-muted tabular-nums">
          {formatCount(of - waiting)} of {formatCount(of)} orders
        </span>
      </p>
      <Meter
        whole={of}
        parts={[
          { value: done, tone: "gold", label: "Sent" },
          { value: pending, tone: "sea", label: "On its way" },
          { value: failed + skipped, tone: "soft", label: "Needs a look" },
        ]}
      />
      <MeterKey
        parts={[
          { tone: "gold", label: `${formatCount(done)} sent` },
          { tone: "sea", label: `${formatCount(pending)} on the way` },
          { tone: "soft", label: `${formatCount(failed + skipped)} need a look` },
        ]}
      />
      <p className="text-muted tabular-nums">
        {state !== "proposed" &&
          `${formatMoney(refund.doneCents, currency)} of ${formatMoney(refund.amountCents, currency)} given back has left us. `}
        Begun by {refund.startedBy}
        {refund.confirmedBy && `, agreed by ${refund.confirmedBy}`}.
      </p>
      {state === "proposed" && isOwn && (
        <Notice tone="soon" title="Somebody else has to agree">
          Another administrator finds this step here. Until then nothing is sent.
        </Notice>
      )}
      <Steps state={state} isOwn={isOwn} onStep={onStep} />
      {refund.troubles.length > 0 && (
        <div>
          <h4 className="mb-1 text-sm font-semibold">Need a look</h4>
          <ul className="text-sm">
            {refund.troubles.map(({ orderId, number, why }) => (
              <li key={orderId} className="flex flex-wrap gap-x-2 py-1">
                <Link
                  className="font-semibold underline underline-offset-3 tabular-nums"
                  to={withQuery(paths.ticketManagement(), { order: orderId })}
                >
                  {number}
                </Link>
                <span className="text-muted">{troubleWords[why] ?? why.replaceAll("_", " ")}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Steps({ state, isOwn, onStep }: { state: NightRefund["state"] } & Omit<NightProgressProps, "refund">) {
  if (state === "proposed") {
    return (
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <Button variant="danger" onClick={() => onStep("confirm")}>
            Agree and send the money
          </Button>
        )}
        <Button variant="outline" onClick={() => onStep("withdraw")}>
          {isOwn ? "Take it back" : "Refuse"}
        </Button>
      </div>
    );
  }
  if (state !== "running" && state !== "paused") return null;
  return (
    <div>
      <Button variant="outline" onClick={() => onStep(state === "running" ? "pause" : "resume")}>
        {state === "running" ? "Pause" : "Go on"}
      </Button>
    </div>
  );
}
