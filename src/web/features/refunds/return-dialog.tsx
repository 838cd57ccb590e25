import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Order } from "#contract/orders.ts";
import type { ReturnQuote } from "#contract/refunds.ts";
import { newKey } from "#web/features/orders/attempt.ts";
import { orderQuery } from "#web/features/orders/queries.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { formatMoney } from "#web/lib/money.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { TicketChoice } from "./ticket-choice.tsx";

function refusalText(error: unknown): string {
  if (!(error instanceof CallError)) return "There is no connection. Nothing was returned.";
  return error.answer.message ?? "That did not work. Nothing was returned.";
}

export type ReturnDialogProps = { order: Order; linkKey: string | undefined; onClose: () => void };

/** Which tickets go back, what comes back for them, and one button that says so. */
export function ReturnDialog({ order, linkKey, onClose }: ReturnDialogProps) {
  const queryClient = useQueryClient();
  const mine = order.tickets.filter(({ id }) => order.returns.ticketIds.includes(id));
  const [chosen, setChosen] = useState(new Set(mine.map(({ id }) => id)));
  const [key, setKey] = useState(newKey);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const ticketIds = [...chosen];
  const address = (what: string) => withQuery(`/api/orders/${order.id}/${what}`, { key: linkKey });
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: [address("refund-quote"), ticketIds],
    queryFn: () => callJson<ReturnQuote>("POST", address("refund-quote"), { body: { ticketIds } }),
    placeholderData: keepPreviousData,
    enabled: chosen.size > 0,
    // A sum that was named before is asked for again: it may be another by now.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const quote = chosen.size > 0 ? data : undefined;
  const worth = new Map(data?.tickets.map((ticket) => [ticket.id, ticket.amountCents]));

  async function send() {
    if (!quote) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await callJson("POST", address("refunds"), {
        body: { ticketIds, amountCents: quote.amountCents },
        headers: { "idempotency-key": key },
      });
      await queryClient.invalidateQueries({ queryKey: orderQuery(order.id, linkKey).queryKey });
      toast({ title: "Returned", description: "We have written to you about your money.", tone: "good" });
      onClose();
    } catch (failure) {
      // What is changed after a refusal is another request; what got lost on the way is the same one.
      if (failure instanceof CallError) setKey(newKey());
      setRefusal(refusalText(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Return tickets"
      description="Returned tickets open no door any more. This cannot be undone."
    >
      <div className="grid gap-4">
        <TicketChoice
          legend="Tickets"
          chosen={chosen}
          currency={order.currency}
          onChange={setChosen}
          tickets={mine.map(({ id, holderName, typeName }) => ({
            id,
            name: typeName,
            detail: holderName,
            amountCents: worth.get(id),
          }))}
        />
        {quote && order.totalCents > 0 && (
          <DataList
            items={[
              ...(quote.feeKeptCents > 0
                ? [{ term: "Fees that stay", detail: formatMoney(quote.feeKeptCents, quote.currency) }]
                : []),
              { term: "Comes back to you", detail: formatMoney(quote.amountCents, quote.currency), strong: true },
            ]}
          />
        )}
        {refusal && <Notice tone="bad" title={refusal} />}
        {error && !refusal && (
          <Notice tone="bad" title={refusalText(error)}>
            <Button variant="outline" size="sm" className="mt-2" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Keep them
          </Button>
          <Button variant="danger" loading={isBusy} disabled={!quote || isPlaceholderData} onClick={() => void send()}>
            {chosen.size === 1 ? "Return 1 ticket" : `Return ${chosen.size} tickets`}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
