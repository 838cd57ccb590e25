import { placeholderFrom } from "#web/lib/query-client.ts";
import { useQuery } from "@tanstack/react-query";
import type { RefundQuote } from "#contract/refunds/refunds.ts";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { toast } from "#web/ui/toast.ts";
import { NoteField, toNote, useIdempotentSend } from "./form-parts.tsx";
import { ItemChoice } from "./item-choice.tsx";
import { choicesOf, TicketChoice } from "./ticket-choice.tsx";

/** What to refund, once staff have changed anything; until then it is all that is left. */
type Choice = { ticketIds: number[]; units: { lineId: string; quantity: number }[]; shipping: boolean };
type QuoteRequest = Partial<Choice> & { withFee: boolean; returnsStock: boolean };

/** What a refund would give back. */
export const quoteQuery = (orderId: string, wish: QuoteRequest) => ({
  // Not under /api/admin: a quote for what was just refunded must not refetch.
  queryKey: ["refund-quote", orderId, wish] as const,
  queryFn: () => callApi("POST /api/admin/orders/{id}/refund-quote", { params: { id: orderId }, body: wish }),
  ...placeholderFrom(`refund-quote ${orderId}`),
  staleTime: 0,
  gcTime: 0,
});

const unchanged: {
  choice: Choice | null;
  withFee: boolean;
  returnsStock: boolean;
  includesAdmitted: boolean;
  note: string;
} = {
  choice: null,
  withFee: true,
  returnsStock: true,
  includesAdmitted: false,
  note: "",
};

type RefundDialogProps = { orderId: string; isComp: boolean; open: boolean; onClose: () => void };

/** The choice that a quote shows. */
const choiceOf = ({ tickets, items, shipping }: RefundQuote): Choice => ({
  ticketIds: tickets.filter(({ isChosen }) => isChosen).map(({ id }) => id),
  units: items.map(({ lineId, chosen }) => ({ lineId, quantity: chosen })),
  shipping: shipping?.isChosen ?? false,
});

/** A choice as the server takes it: without what it leaves out. Undefined if it leaves out everything. */
function partsOf({ ticketIds, units, shipping }: Choice): Partial<Choice> | undefined {
  const chosenUnits = units.filter(({ quantity }) => quantity > 0);
  const parts = {
    ...(ticketIds.length > 0 && { ticketIds }),
    ...(chosenUnits.length > 0 && { units: chosenUnits }),
    ...(shipping && { shipping }),
  };
  return Object.keys(parts).length > 0 ? parts : undefined;
}

/** Refunds an order, some of its tickets or items, or its shipping, and shows the effects first. */
export function RefundDialog({ orderId, isComp, open, onClose }: RefundDialogProps) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const form = useReasonForm({ defaults: unchanged, onClose, submit: refund });
  const { choice, withFee, returnsStock, includesAdmitted } = form.values;
  const parts = choice === null ? {} : partsOf(choice);
  const isNone = parts === undefined;
  const wish: QuoteRequest = { ...parts, withFee, returnsStock };
  const query = useQuery({ ...quoteQuery(orderId, wish), enabled: open });
  const { data: quote, error, isPlaceholderData } = query;
  const chosen = quote && (choice ?? choiceOf(quote));
  const choose = (part: Partial<Choice>) => form.setValue("choice", { ...chosen!, ...part });
  const hasItems = (quote?.items.length ?? 0) > 0;
  const isBlocked = (quote?.admittedCount ?? 0) > 0 && !includesAdmitted;

  async function refund({ reason, note }: { reason: string; note: string }) {
    const { amountCents } = quote!;
    const body = { ...wish, amountCents, reason, ...toNote(note), ...(includesAdmitted ? { includesAdmitted } : {}) };
    await sendOnce((key) => write("POST /api/admin/orders/{id}/refunds", { params: { id: orderId }, body, key }));
    toast({
      title: doneLabel(quote!),
      description: "Any refund is on its way. We're emailing the buyer.",
      tone: "good",
    });
  }

  return (
    <ReasonDialog
      form={form}
      open={open}
      title={isComp ? "Revoke tickets" : "Refund"}
      action={quote && !isNone ? actionOf(quote) : "Refund"}
      danger
      reading={!quote}
      waiting={!quote || isNone || isPlaceholderData || isBlocked}
      hint="Saved in the activity log with your name. The buyer doesn't see it."
      extra={
        <>
          <ReadFailure label="The refund amount" query={query} />
          {!quote && !error && <Skeleton className="h-48" />}
          {quote && (
            <>
              {quote.tickets.length > 0 && (
                <TicketChoice
                  legend="Tickets"
                  currency={quote.currency}
                  chosen={new Set(chosen!.ticketIds)}
                  onChange={(ids) => choose({ ticketIds: [...ids] })}
                  tickets={choicesOf(quote)}
                />
              )}
              <ItemChoice quote={quote} {...chosen!} onChange={choose} />
              <div>
                {!isComp && quote.totalCents > 0 && <Checkbox label="Also refund fees" {...form.register("withFee")} />}
                {!isComp && (
                  <Checkbox
                    label={hasItems ? "Put them back on sale" : "Put the spots back on sale"}
                    {...form.register("returnsStock")}
                  />
                )}
                {quote.admittedCount > 0 && (
                  <Checkbox
                    label="Include tickets that are already checked in"
                    {...form.register("includesAdmitted")}
                  />
                )}
              </div>
              {!isNone && <QuoteFigures quote={quote} />}
              <NoteField {...form.field("note")} />
            </>
          )}
        </>
      }
    >
      {quote?.tickets.length !== 0 && "The tickets become void right away. "}Any refund goes to the original payment
      method.
    </ReasonDialog>
  );
}

function actionOf({ amountCents, currency, ticketCount }: RefundQuote): string {
  if (amountCents > 0) return `Refund ${formatMoney(amountCents, currency)}`;
  return ticketCount > 0 ? "Revoke tickets" : "Cancel items";
}

function doneLabel({ amountCents, ticketCount }: RefundQuote): string {
  if (ticketCount > 0) return "Tickets voided";
  return amountCents > 0 ? "Refund started" : "Items canceled";
}

function QuoteFigures({ quote }: { quote: RefundQuote }) {
  const money = (cents: number) => formatMoney(cents, quote.currency);
  const places = quote.stock.map(({ name, units }) => `${units} × ${name}`).join(", ");
  return (
    <DataList
      items={[
        quote.tickets.length > 0 && { term: "Tickets to void", detail: String(quote.ticketCount) },
        { term: "Back on sale", detail: places || "None" },
        quote.nonrefundableFeeCents > 0 && {
          term: "Fees not refunded",
          detail: money(quote.nonrefundableFeeCents),
        },
        { term: "Order total after refund", detail: money(quote.leftCents) },
        { term: "Refund", detail: money(quote.amountCents), strong: true },
      ]}
    />
  );
}
