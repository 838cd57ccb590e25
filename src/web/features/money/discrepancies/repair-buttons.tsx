import { useState } from "react";
import type { Discrepancy, MoneyRepair } from "#contract/discrepancies.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { repairs, whatHappened } from "./labels.ts";
import { useQuery } from "@tanstack/react-query";
import { quoteQuery } from "#web/features/refunds/refund-dialog.tsx";
import { choicesOf, TicketChoice } from "#web/features/refunds/ticket-choice.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Repairs that ask first: they can't be undone, or staff must say what was done. */
const asked: MoneyRepair[] = ["return_money", "void_order", "void_tickets", "by_hand"];

function useRepair(discrepancy: Discrepancy) {
  const write = useAdminWrite();
  return async (repair: MoneyRepair, reason?: string, ticketIds?: number[]) => {
    const path = `/api/admin/money/discrepancies/${discrepancy.id}/repair`;
    const after = await write<Discrepancy>(path, { repair, reason, ticketIds });
    if (after.resolved) toast({ title: repairs[repair].done, tone: "good" });
    else toast({ title: "This discrepancy is still open", description: whatHappened(after), tone: "bad" });
  };
}

/** The buttons that resolve a discrepancy. */
export function RepairButtons({ discrepancy }: { discrepancy: Discrepancy }) {
  const [asking, setAsking] = useState<MoneyRepair>();
  const [busy, setBusy] = useState<MoneyRepair>();
  const repair = useRepair(discrepancy);
  const onClose = () => setAsking(undefined);
  const form = useReasonForm({ onClose, submit: ({ reason }) => repair(asking!, reason) });

  async function press(name: MoneyRepair) {
    if (asked.includes(name)) return setAsking(name);
    setBusy(name);
    try {
      await repair(name);
    } catch (error) {
      toast({ title: "We couldn't resolve this discrepancy", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <>
      <div className="flex flex-wrap gap-2 md:justify-end xl:flex-nowrap">
        {discrepancy.repairs.map((name, index) => (
          <Button
            key={name}
            size="sm"
            variant={name === "by_hand" ? "quiet" : index === 0 ? "gold" : "outline"}
            loading={busy === name}
            disabled={busy !== undefined}
            aria-label={`${repairs[name].label}: ${discrepancy.order?.number ?? discrepancy.ref ?? discrepancy.id}`}
            onClick={() => void press(name)}
          >
            {repairs[name].label}
          </Button>
        ))}
      </div>
      <ReasonDialog form={form} open={asking === "return_money"} title="Refund payment" action="Refund payment" danger>
        {whatHappened(discrepancy)} We refund the full payment to the original payment method and email the buyer.
      </ReasonDialog>
      <ReasonDialog form={form} open={asking === "void_order"} title="Void order" action="Void all tickets" danger>
        {whatHappened(discrepancy)} All tickets in the order become void, and their spots go back on sale. This moves no
        money. We email the buyer.
      </ReasonDialog>
      {discrepancy.order && asking === "void_tickets" && (
        <ExternalRefundDialog
          discrepancy={discrepancy}
          orderId={discrepancy.order.id}
          onClose={onClose}
          onConfirm={(reason, ticketIds) => repair("void_tickets", reason, ticketIds)}
        />
      )}
      <ReasonDialog form={form} open={asking === "by_hand"} title="Resolve manually" action="Mark as resolved">
        {whatHappened(discrepancy)} This moves no money and sends no email
        {discrepancy.kind === "external_refund" && ", and every ticket stays as it is"}. It reopens only if something
        about it changes.
      </ReasonDialog>
    </>
  );
}

type ExternalRefundDialogProps = {
  discrepancy: Discrepancy;
  orderId: string;
  onClose: () => void;
  onConfirm: (reason: string, ticketIds: number[]) => Promise<void>;
};

/** Chooses the tickets to void for a refund made at the payment provider. They must be worth at least the refund. */
function ExternalRefundDialog({ discrepancy, orderId, onClose, onConfirm }: ExternalRefundDialogProps) {
  const [chosen, setChosen] = useState(new Set<number>());
  const { data: quote, error } = useQuery(quoteQuery(orderId, { withFee: true, returnsStock: true }));
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
