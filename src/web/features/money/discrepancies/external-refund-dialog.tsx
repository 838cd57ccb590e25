import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Discrepancy } from "#contract/discrepancies.ts";
import type { RefundQuote } from "#contract/refunds.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { choicesOf, TicketChoice } from "#web/features/refunds/ticket-choice.tsx";
import { callJson } from "#web/lib/call.ts";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export type ExternalRefundDialogProps = {
  discrepancy: Discrepancy;
  orderId: string;
  onClose: () => void;
  onConfirm: (reason: string, ticketIds: number[]) => Promise<void>;
};

/** Chooses the tickets to void for a refund made at the payment provider. They must be worth at least the refund. */
export function ExternalRefundDialog({ discrepancy, orderId, onClose, onConfirm }: ExternalRefundDialogProps) {
  const [chosen, setChosen] = useState(new Set<number>());
  const { data: quote, error } = useQuery({
    queryKey: ["external-refund-quote", orderId] as const,
    queryFn: () =>
      callJson<RefundQuote>("POST", `/api/admin/orders/${orderId}/refund-quote`, {
        body: { withFee: true, returnsStock: true },
      }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const form = useReasonForm({ onClose, submit: ({ reason }) => onConfirm(reason, [...chosen]) });
  const goneCents = discrepancy.amountCents ?? 0;
  const worthCents = (quote?.tickets ?? []).reduce(
    (sum, ticket) => sum + (chosen.has(ticket.id) ? ticket.amountCents : 0),
    0,
  );
  const money = (cents: number) => formatMoney(cents, quote?.currency ?? discrepancy.currency ?? "USD");
  return (
    <ReasonDialog
      form={form}
      open
      title="Choose tickets to void"
      action={chosen.size === 1 ? "Void 1 ticket" : `Void ${chosen.size} tickets`}
      danger
      reading={!quote}
      waiting={!quote || chosen.size === 0 || worthCents < goneCents}
      extra={
        <>
          {error && <Callout tone="bad" title={failureText(error)} />}
          {!quote && !error && <Skeleton className="h-48" />}
          {quote && (
            <>
              <TicketChoice
                legend="Tickets"
                currency={quote.currency}
                chosen={chosen}
                onChange={setChosen}
                tickets={choicesOf(quote)}
              />
              <DataList
                items={[
                  { term: "Refunded at the payment provider", detail: money(goneCents) },
                  { term: "Value of these tickets", detail: money(worthCents), strong: true },
                ]}
              />
              {chosen.size > 0 && worthCents < goneCents && (
                <p className="text-sm text-muted">The refund is more than these tickets are worth. Select more.</p>
              )}
            </>
          )}
        </>
      }
    >
      The tickets become void right away, and their spots go back on sale. This moves no money. We email the buyer.
    </ReasonDialog>
  );
}
