import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { RefundQuote } from "#contract/refunds.ts";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { callJson } from "#web/lib/call.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { NoteField, noteOf, useIdempotentSend } from "./form-parts.tsx";
import { choicesOf, TicketChoice } from "./ticket-choice.tsx";

type Wish = { ticketIds?: number[]; withFee: boolean; returnsStock: boolean };

/** What a refund would give back. */
export const quoteQuery = (orderId: string, wish: Wish) => ({
  // Not under /api/admin: a quote for what was just refunded must not refetch.
  queryKey: ["refund-quote", orderId, wish] as const,
  queryFn: () => callJson<RefundQuote>("POST", `/api/admin/orders/${orderId}/refund-quote`, { body: wish }),
  placeholderData: keepPreviousData,
  staleTime: 0,
  gcTime: 0,
});

const unchanged: Wish & { includesAdmitted: boolean; note: string } = {
  withFee: true,
  returnsStock: true,
  includesAdmitted: false,
  note: "",
};

type RefundDialogProps = { orderId: string; isComp: boolean; open: boolean; onClose: () => void };

/** Refunds an order or some of its tickets, and shows the effects first. */
export function RefundDialog({ orderId, isComp, open, onClose }: RefundDialogProps) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const form = useReasonForm({ defaults: unchanged, onClose, submit: refund });
  const { ticketIds, withFee, returnsStock, includesAdmitted } = form.values;
  const isNone = ticketIds?.length === 0;
  const wish = { ...(ticketIds && !isNone ? { ticketIds } : {}), withFee, returnsStock };
  const query = useQuery({ ...quoteQuery(orderId, wish), enabled: open });
  const { data: quote, error, isPlaceholderData } = query;
  const isBlocked = (quote?.admittedCount ?? 0) > 0 && !includesAdmitted;

  async function refund({ reason, note }: { reason: string; note: string }) {
    const { amountCents } = quote!;
    const body = { ...wish, amountCents, reason, ...noteOf(note), ...(includesAdmitted ? { includesAdmitted } : {}) };
    await sendOnce((key) => write(`/api/admin/orders/${orderId}/refunds`, body, key));
    toast({
      title: "Tickets voided",
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
              <TicketChoice
                legend="Tickets"
                currency={quote.currency}
                chosen={new Set(ticketIds ?? quote.tickets.map(({ id }) => id))}
                onChange={(chosen) => form.setValue("ticketIds", [...chosen])}
                tickets={choicesOf(quote)}
              />
              <div>
                {!isComp && quote.totalCents > 0 && <Checkbox label="Also refund fees" {...form.register("withFee")} />}
                {!isComp && <Checkbox label="Put the spots back on sale" {...form.register("returnsStock")} />}
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
      The tickets become void right away. Any refund goes to the original payment method.
    </ReasonDialog>
  );
}

function actionOf({ amountCents, currency }: RefundQuote): string {
  return amountCents > 0 ? `Refund ${formatMoney(amountCents, currency)}` : "Revoke tickets";
}

function QuoteFigures({ quote }: { quote: RefundQuote }) {
  const money = (cents: number) => formatMoney(cents, quote.currency);
  const places = quote.stock.map(({ name, units }) => `${units} × ${name}`).join(", ");
  return (
    <DataList
      items={[
        { term: "Tickets to void", detail: String(quote.ticketCount) },
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
