import { placeholderFrom } from "#web/lib/query-client.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Order } from "#contract/orders/orders.ts";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import { CallError } from "#web/lib/call.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { useIdempotentSend } from "./form-parts.tsx";
import { TicketChoice } from "./ticket-choice.tsx";

function refusalText(error: unknown): string {
  if (!(error instanceof CallError))
    return "You're offline or the site isn't responding. Check your connection and try again.";
  return error.answer.message ?? "Something went wrong on our side. Please try again.";
}

export type ReturnProps = {
  order: Order;
  linkKey: string | undefined;
  /** Reads the order again. */
  onReturned: () => Promise<void>;
};

/** The buyer picks the tickets to return, sees the refund and confirms with one button. */
export function ReturnDialog({ order, linkKey, onReturned, onClose }: ReturnProps & { onClose: () => void }) {
  const mine = order.tickets.filter(({ id }) => order.returns.ticketIds.includes(id));
  const [chosen, setChosen] = useState(new Set(mine.map(({ id }) => id)));
  const sendOnce = useIdempotentSend();
  const form = useZodForm({ defaults: {}, submit: send, failureText: refusalText });
  const ticketIds = [...chosen];
  const ofOrder = { params: { id: order.id }, query: { key: linkKey } };
  const quotePath = apiPath("POST /api/orders/{id}/refund-quote", ofOrder);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: [quotePath, ticketIds],
    queryFn: () => callApi("POST /api/orders/{id}/refund-quote", { ...ofOrder, body: { ticketIds } }),
    ...placeholderFrom(quotePath),
    enabled: chosen.size > 0,
    // Always refetch: an earlier amount may be out of date.
    staleTime: 0,
    gcTime: 0,
  });
  const quote = chosen.size > 0 ? data : undefined;
  const worth = new Map(data?.tickets.map((ticket) => [ticket.id, ticket.amountCents]));

  const isPaid = order.totalCents > 0;

  async function send() {
    if (!quote) return;
    const body = { ticketIds, amountCents: quote.amountCents };
    await sendOnce((key) => callApi("POST /api/orders/{id}/refunds", { ...ofOrder, body, key }));
    await onReturned();
    toast({
      title: isPaid ? "Refund started" : "Tickets canceled",
      description: "We emailed you the details.",
      tone: "good",
    });
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      title={isPaid ? "Refund tickets" : "Cancel tickets"}
      description={`${isPaid ? "Refunded" : "Canceled"} tickets are no longer valid. This can't be undone.`}
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
        {quote && isPaid && (
          <DataList
            items={[
              quote.nonrefundableFeeCents > 0 && {
                term: "Nonrefundable fees",
                detail: formatMoney(quote.nonrefundableFeeCents, quote.currency),
              },
              { term: "Your refund", detail: formatMoney(quote.amountCents, quote.currency), strong: true },
            ]}
          />
        )}
        {form.failure && <Callout tone="bad" title={form.failure} />}
        {error && !form.failure && (
          <Callout tone="bad" title={refusalText(error)}>
            <Button variant="outline" size="sm" className="mt-2" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </Callout>
        )}
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            loading={form.isBusy}
            disabled={!quote || isPlaceholderData}
            onClick={() => void form.attempt(send)}
          >
            {`${isPaid ? "Refund" : "Cancel"} ${chosen.size === 1 ? "1 ticket" : `${chosen.size} tickets`}`}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
