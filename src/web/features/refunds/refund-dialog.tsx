import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RefundQuote } from "#contract/refunds.ts";
import { ReadFailure } from "#web/features/desk/read-failure.tsx";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { newKey } from "#web/features/orders/attempt.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Field } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { choicesOf, TicketChoice } from "./ticket-choice.tsx";

type Wish = { ticketIds?: number[]; withFee: boolean; returnsStock: boolean };

const quoteQuery = (orderId: string, wish: Wish) => ({
  // Not under the desk's address: what was just given back is not asked about again.
  queryKey: ["refund-quote", orderId, wish] as const,
  queryFn: () => callJson<RefundQuote>("POST", `/api/admin/orders/${orderId}/refund-quote`, { body: wish }),
  placeholderData: keepPreviousData,
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

export type RefundDialogProps = { orderId: string; isComp: boolean; open: boolean; onClose: () => void };

/** Gives an order, or tickets of it, back: what that does is said before it is done. */
export function RefundDialog({ orderId, isComp, open, onClose }: RefundDialogProps) {
  const write = useDeskWrite();
  const [chosen, setChosen] = useState<Set<number>>();
  const [withFee, setWithFee] = useState(true);
  const [returnsStock, setReturnsStock] = useState(true);
  const [includesAdmitted, setIncludesAdmitted] = useState(false);
  const [note, setNote] = useState("");
  const [key, setKey] = useState(newKey);
  const isNone = chosen?.size === 0;
  const wish = { ...(chosen && !isNone ? { ticketIds: [...chosen] } : {}), withFee, returnsStock };
  const query = useQuery({ ...quoteQuery(orderId, wish), enabled: open });
  const { data: quote, error, isPlaceholderData } = query;
  const isBlocked = (quote?.admittedCount ?? 0) > 0 && !includesAdmitted;

  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={isComp ? "Take the tickets back" : "Refund"}
      action={quote && !isNone ? actionOf(quote) : "Refund"}
      danger
      reading={!quote}
      waiting={!quote || isNone || isPlaceholderData || isBlocked}
      hint="Kept in the audit log with your name. The buyer does not read it."
      extra={
        <>
          <ReadFailure label="What goes back" query={query} />
          {!quote && !error && <Skeleton className="h-48" />}
          {quote && (
            <>
              <TicketChoice
                legend="Tickets"
                currency={quote.currency}
                chosen={chosen ?? new Set(quote.tickets.map(({ id }) => id))}
                onChange={setChosen}
                tickets={choicesOf(quote)}
              />
              <div>
                {!isComp && quote.totalCents > 0 && (
                  <Checkbox
                    label="Give the fees back as well"
                    checked={withFee}
                    onChange={(event) => setWithFee(event.target.checked)}
                  />
                )}
                {!isComp && (
                  <Checkbox
                    label="Put the places back on sale"
                    checked={returnsStock}
                    onChange={(event) => setReturnsStock(event.target.checked)}
                  />
                )}
                {quote.admittedCount > 0 && (
                  <Checkbox
                    label="Somebody came in with these: give them back all the same"
                    checked={includesAdmitted}
                    onChange={(event) => setIncludesAdmitted(event.target.checked)}
                  />
                )}
              </div>
              {!isNone && <QuoteFigures quote={quote} />}
              <Field label="To the buyer" hint="Goes into their mail. May stay empty.">
                <Textarea
                  rows={2}
                  maxLength={600}
                  value={note}
                  onChange={(event) => setNote(event.target.value.replace(/\s*\n\s*/g, " "))}
                />
              </Field>
            </>
          )}
        </>
      }
      onConfirm={async (reason) => {
        const { amountCents } = quote!;
        const said = note.trim().length >= 3 ? { note: note.trim() } : {};
        try {
          await write(
            `/api/admin/orders/${orderId}/refunds`,
            { ...wish, amountCents, reason, ...said, ...(includesAdmitted ? { includesAdmitted } : {}) },
            key,
          );
        } catch (failure) {
          // What is changed after a refusal is another request; what got lost on the way is the same one.
          if (failure instanceof CallError) setKey(newKey());
          throw failure;
        }
        setChosen(undefined);
        setKey(newKey());
        toast({ title: "Given back", description: "The tickets are void. The buyer is told by mail.", tone: "good" });
      }}
    >
      The tickets are void at once. The money goes back the way it came.
    </ReasonDialog>
  );
}

function actionOf({ amountCents, currency }: RefundQuote): string {
  return amountCents > 0 ? `Refund ${formatMoney(amountCents, currency)}` : "Take them back";
}

function QuoteFigures({ quote }: { quote: RefundQuote }) {
  const money = (cents: number) => formatMoney(cents, quote.currency);
  const places = quote.stock.map(({ name, units }) => `${units} × ${name}`).join(", ");
  return (
    <DataList
      items={[
        { term: "Tickets that become void", detail: String(quote.ticketCount) },
        { term: "Back on sale", detail: places || "Nothing" },
        ...(quote.feeKeptCents > 0 ? [{ term: "Fees kept", detail: money(quote.feeKeptCents) }] : []),
        { term: "Kept of the order then", detail: money(quote.leftCents) },
        { term: "Goes back", detail: money(quote.amountCents), strong: true },
      ]}
    />
  );
}
