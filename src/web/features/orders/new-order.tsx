import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { EventDetail } from "#contract/events.ts";
import type { Order } from "#contract/orders.ts";
import { eventQuery } from "#web/features/events/queries.ts";
import { type Line, totalOf } from "#web/features/tickets/picks.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths } from "#web/lib/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Buyer } from "./attempt.ts";
import { BuyerForm } from "./buyer-form.tsx";
import { ChangeNotice } from "./change-notice.tsx";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { changeSince, type CheckoutQuery, wantedLines } from "./checkout-query.ts";
import { HeldElsewhere } from "./held-elsewhere.tsx";
import { OrderSums } from "./order-sums.tsx";
import { placeOrder } from "./purchase.ts";
import { RefusalNotice } from "./refusal-notice.tsx";
import { type Refusal, refusalOf } from "./refusals.ts";

export type NewOrderProps = { query: CheckoutQuery; onPlaced: (order: Order) => void };

/** The checkout before anything is held: what is bought at today's prices, who buys, one button. */
export function NewOrder({ query, onPlaced }: NewOrderProps) {
  const { data: event } = useSuspenseQuery(eventQuery(query.eventId, query.accessCode));
  const lines = wantedLines(event, query);
  const { place, isPlacing, refusal, buyAgain } = usePlacing(event, lines, query, onPlaced);
  const address = paths.event(event.id, event.slug);
  const totalCents = totalOf(lines);
  const change = changeSince(query, lines);

  if (lines.length === 0) return <NothingChosen event={event} hadChosen={Object.keys(query.picks).length > 0} />;
  return (
    <CheckoutFrame
      headline="Checkout"
      night={event}
      sums={<LineSums lines={lines} totalCents={totalCents} event={event} />}
    >
      <HeldElsewhere eventId={event.id} />
      {change && <ChangeNotice change={change} refusal={refusal} totalCents={totalCents} currency={event.currency} />}
      {refusal && !(change?.isShort && refusal.way === "choose") && (
        <RefusalNotice refusal={refusal} chooseAddress={address} onRetry={buyAgain} />
      )}
      <BuyerForm
        action={
          totalCents === 0 ? "Get free tickets" : `Hold my tickets & Pay ${formatMoney(totalCents, event.currency)}`
        }
        isBusy={isPlacing}
        onSubmit={place}
      />
      <p className="text-sm text-muted">
        {totalCents > 0 && "Your tickets are set aside for ten minutes while you pay on a secure page. "}
        <Link to={address} className="font-semibold text-gilt underline underline-offset-4">
          Change tickets
        </Link>
      </p>
    </CheckoutFrame>
  );
}

function usePlacing(event: EventDetail, lines: Line[], query: CheckoutQuery, onPlaced: (order: Order) => void) {
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isPlacing, setPlacing] = useState(false);
  const isUnderWay = useRef(false);
  const lastBuyer = useRef<Buyer>(undefined);

  async function place(buyer: Buyer) {
    // State alone is too late against two presses in one frame.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    lastBuyer.current = buyer;
    setPlacing(true);
    setRefusal(undefined);
    try {
      onPlaced(await placeOrder(draftOf(lines, buyer, query.accessCode)));
    } catch (error) {
      setRefusal(refusalOf(error));
      // What was refused has changed: the sums and the picker shall show it.
      void queryClient.invalidateQueries({ queryKey: eventQuery(event.id, query.accessCode).queryKey });
      void queryClient.invalidateQueries({ queryKey: eventQuery(event.id).queryKey });
    } finally {
      isUnderWay.current = false;
      setPlacing(false);
    }
  }
  return { place, isPlacing, refusal, buyAgain: () => lastBuyer.current && void place(lastBuyer.current) };
}

const draftOf = (lines: Line[], buyer: Buyer, accessCode: string | undefined) => ({
  lines: lines.map(({ type, quantity, unitCents }) => ({
    ticketTypeId: type.id,
    quantity,
    ...(type.pricing === "open" ? { amountCents: unitCents } : {}),
  })),
  buyer,
  ...(accessCode ? { accessCode } : {}),
});

function LineSums({ lines, totalCents, event }: { lines: Line[]; totalCents: number; event: EventDetail }) {
  const sums = lines.map(({ type, quantity, unitCents }) => ({
    id: type.id,
    name: type.name,
    quantity,
    totalCents: unitCents * quantity,
    feeCents: type.feeCents * quantity,
  }));
  return <OrderSums lines={sums} totalCents={totalCents} currency={event.currency} />;
}

function NothingChosen({ event, hadChosen }: { event: EventDetail; hadChosen: boolean }) {
  return (
    <div role="status" className="measure py-14">
      <h1 className="display mb-8 text-display-lg">Checkout</h1>
      <EmptyState
        title={hadChosen ? "These tickets are gone" : "No ticket is chosen yet"}
        text={
          hadChosen
            ? `What you chose for ${event.title} is not on sale any more. Nothing was charged.`
            : `Choose your tickets for ${event.title} first.`
        }
        action={
          <LinkButton to={paths.event(event.id, event.slug)}>
            {hadChosen ? "Choose again" : "Choose tickets"}
          </LinkButton>
        }
      />
    </div>
  );
}
