import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MoneyException } from "#contract/money-exceptions.ts";
import type { RefundQuote } from "#contract/refunds.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { choicesOf, TicketChoice } from "#web/features/refunds/ticket-choice.tsx";
import { callJson } from "#web/lib/call.ts";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export type ElsewhereDialogProps = {
  exception: MoneyException;
  orderId: string;
  onClose: () => void;
  onConfirm: (reason: string, ticketIds: number[]) => Promise<void>;
};

/** Which tickets die for money that somebody refunded at the provider: worth at least as much, to the last cent. */
export function ElsewhereDialog({ exception, orderId, onClose, onConfirm }: ElsewhereDialogProps) {
  const [chosen, setChosen] = useState(new Set<number>());
  const { data: quote, error } = useQuery({
    queryKey: ["elsewhere-quote", orderId] as const,
    queryFn: () =>
      callJson<RefundQuote>("POST", `/api/admin/orders/${orderId}/refund-quote`, {
        body: { withFee: true, returnsStock: true },
      }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const goneCents = exception.amountCents ?? 0;
  const worthCents = (quote?.tickets ?? []).reduce(
    (sum, ticket) => sum + (chosen.has(ticket.id) ? ticket.amountCents : 0),
    0,
  );
  const money = (cents: number) => formatMoney(cents, quote?.currency ?? exception.currency ?? "USD");
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title="Choose the tickets"
      action={chosen.size === 1 ? "Void 1 ticket" : `Void ${chosen.size} tickets`}
      danger
      reading={!quote}
      waiting={!quote || chosen.size === 0 || worthCents < goneCents}
      onConfirm={(reason) => onConfirm(reason, [...chosen])}
      extra={
        <>
          {error && <Notice tone="bad" title={failureText(error)} />}
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
                  { term: "Refunded at the provider", detail: money(goneCents) },
                  { term: "These tickets are worth", detail: money(worthCents), strong: true },
                ]}
              />
              {chosen.size > 0 && worthCents < goneCents && (
                <p className="text-sm text-muted">More went back than these are worth: choose more of them.</p>
              )}
            </>
          )}
        </>
      }
    >
      They die at once, and their places are for sale again. No more money moves. The buyer gets a mail.
    </ReasonDialog>
  );
}
