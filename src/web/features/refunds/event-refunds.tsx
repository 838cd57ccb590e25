import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EventRefund, EventRefundStep, EventRefundSummary } from "#contract/refunds/events.ts";
import { failureText, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { formatCount } from "#web/admin-kit/figures.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { newUuid } from "#web/lib/new-uuid.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { toast } from "#web/ui/toast.ts";
import { NoteField, toNote } from "./form-parts.tsx";
import { Link } from "#web/lib/router.ts";
import { Meter, MeterKey, type MeterPart } from "#web/admin-kit/meter.tsx";
import { orderAddress } from "#web/admin-kit/admin-links.tsx";

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

type EventRefundProgressProps = { refund: EventRefund; isOwn: boolean; onStep: (step: EventRefundStep) => void };

/** The progress of an event's refunds, and what staff can do about them now. */
function EventRefundProgress({ refund, isOwn, onStep }: EventRefundProgressProps) {
  const { status, of, waiting, pending, done, currency } = refund;
  const troubled = refund.failed + refund.skipped;
  const troubledText = `${formatCount(troubled)} ${troubled === 1 ? "needs" : "need"} attention`;
  const parts: (MeterPart & { keyText: string })[] = [
    { value: done, tone: "gold", label: "Sent", keyText: `${formatCount(done)} sent` },
    { value: pending, tone: "sea", label: "On its way", keyText: `${formatCount(pending)} on the way` },
    { value: troubled, tone: "soft", label: "Needs attention", keyText: troubledText },
  ];
  return (
    <div className="grid gap-4">
      <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{headlines[status]}</span>
        <span className="text-sm text-muted tabular-nums">
          {formatCount(of - waiting)} of {formatCount(of)} orders
        </span>
      </p>
      <Meter whole={of} parts={parts} />
      <MeterKey parts={parts.map(({ tone, keyText }) => ({ tone, label: keyText }))} />
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
      {status === "proposed" ? (
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
      ) : (
        (status === "running" || status === "paused") && (
          <div>
            <Button variant="outline" onClick={() => onStep(status === "running" ? "pause" : "resume")}>
              {status === "running" ? "Pause" : "Resume"}
            </Button>
          </div>
        )
      )}
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

const pollMs = 2000;

const isMoving = (summary: EventRefundSummary | undefined) =>
  summary?.latest?.status === "running" || (summary?.latest?.pending ?? 0) > 0;

/** Refunds all orders of a canceled event: first shows the totals, then the progress. */
export function EventRefunds({ eventId }: { eventId: number }) {
  const write = useAdminWrite();
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const query = useQuery({
    ...adminQuery("GET /api/admin/events/{id}/refunds", { params: { id: eventId } }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? pollMs : false),
  });
  const summary = query.data;
  if (!summary) return query.error ? <ReadFailure label="The refunds" query={query} /> : <Skeleton className="h-40" />;
  const { latest } = summary;
  const isUnderWay = latest !== null && ["proposed", "running", "paused"].includes(latest.status);

  async function step(name: EventRefundStep) {
    setRefusal(undefined);
    try {
      await write("POST /api/admin/events/{id}/refunds/{refundId}", {
        params: { id: eventId, refundId: latest!.id },
        body: { step: name },
      });
    } catch (failure) {
      setRefusal(failureText(failure));
    }
  }

  return (
    <div className="grid gap-5">
      <ReadFailure label="The refunds" query={query} />
      {refusal && <Callout tone="bad" title={refusal} />}
      {latest && latest.status !== "withdrawn" && (
        <EventRefundProgress refund={latest} isOwn={summary.isOwn} onStep={(name) => void step(name)} />
      )}
      {!isUnderWay && summary.orders > 0 && (
        <>
          {latest?.status === "done" && (
            <div className="grid gap-1 border-t border-line pt-4">
              <h4 className="font-semibold">Not refunded</h4>
              <p className="text-sm text-muted">
                These orders were skipped, or were paid after the refunds started. You can run the refunds again.
              </p>
            </div>
          )}
          <DataList
            items={[
              { term: "Buyers", detail: formatCount(summary.people) },
              { term: "Orders", detail: formatCount(summary.orders) },
              { term: "Tickets to void", detail: formatCount(summary.tickets) },
              summary.admitted > 0 && { term: "Already checked in", detail: formatCount(summary.admitted) },
              { term: "Fees", detail: formatMoney(summary.feeCents, summary.currency) },
              { term: "Total with fees", detail: formatMoney(summary.amountCents, summary.currency), strong: true },
            ]}
          />
          <div>
            <Button variant="danger" onClick={() => setStarting(true)}>
              Refund all orders
            </Button>
          </div>
        </>
      )}
      {summary.orders === 0 && !latest && (
        <p className="text-muted">No one paid for this event, so there's nothing to refund.</p>
      )}
      {isStarting && <StartDialog summary={summary} eventId={eventId} onClose={() => setStarting(false)} />}
    </div>
  );
}

type StartDialogProps = { summary: EventRefundSummary; eventId: number; onClose: () => void };

/** Starts an event's refunds, or proposes them if a second admin has to approve. */
function StartDialog({ summary, eventId, onClose }: StartDialogProps) {
  const write = useAdminWrite();
  const [key] = useState(newUuid);
  const form = useReasonForm({
    defaults: { withFee: true, includesAdmitted: false, note: "" },
    onClose,
    submit: async ({ note, ...body }) => {
      await write("POST /api/admin/events/{id}/refunds", {
        params: { id: eventId },
        body: { ...body, ...toNote(note) },
        key: `${key}-${body.withFee}-${body.includesAdmitted}`,
      });
      toast({
        title: summary.needsSecond ? "Refunds proposed" : "Refunds started",
        description: summary.needsSecond ? "Another admin has to approve." : undefined,
        tone: "good",
      });
    },
  });
  const cents = summary.amountCents - (form.values.withFee ? 0 : summary.feeCents);
  const people = summary.people === 1 ? "1 buyer" : `${summary.people} buyers`;
  return (
    <ReasonDialog
      form={form}
      open
      title="Refund all orders"
      action={summary.needsSecond ? "Propose refunds" : `Refund ${formatMoney(cents, summary.currency)}`}
      danger
      extra={
        <>
          <div>
            <Checkbox label="Also refund fees" {...form.register("withFee")} />
            {summary.admitted > 0 && (
              <Checkbox
                label={`Include tickets that are already checked in (${summary.admitted})`}
                {...form.register("includesAdmitted")}
              />
            )}
          </div>
          <NoteField label="Note to buyers" {...form.field("note")} />
        </>
      }
    >
      We'll refund {people} up to {formatMoney(cents, summary.currency)} in total, order by order, and email each one.
      {summary.needsSecond && " Refunds start when a second admin approves."}
    </ReasonDialog>
  );
}
