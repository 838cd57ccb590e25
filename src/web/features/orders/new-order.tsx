import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useSearchParams } from "#web/lib/router.ts";
import type { EventDetail } from "#contract/events/events.ts";
import { Agreement } from "#web/features/settings/info-sheets/agreement.tsx";
import { eventQuery } from "#web/features/events/queries.ts";
import { freeReturnSentence, returnSentence } from "#web/features/refunds/labels.ts";
import { totalOf } from "#web/features/tickets/picks.ts";
import { formatMoney } from "#web/lib/money.ts";
import { storePromo, readOrigin } from "#web/lib/offers.ts";
import { paths } from "#web/lib/paths.ts";
import { EmptyState } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { type Buyer, checkOut, type Purchase } from "./purchase.ts";
import { BuyerForm } from "./buyer-form.tsx";
import { ChangeCallout, NewTotalCallout, RefusalCallout } from "./refusal-callout.tsx";
import { CheckoutFrame, OrderSums, HoldSentence } from "./checkout-frame.tsx";
import { changeSince, type CheckoutQuery, sumsOf, wantedLines } from "./checkout-query.ts";
import { draftLines, useQuote, PromoCode } from "./promo-code.tsx";
import { useTypedPromo } from "./typed-promo.ts";
import { useOneAtATime } from "./use-held-order.ts";
import { OtherOrdersCallout, useOtherOrders } from "./other-orders.tsx";
import { Focused } from "#web/ui/callout.tsx";

/** @param shownCents what the button said: if the order costs something else, nothing is paid before a look */
export type OnPlaced = (purchase: Purchase, shownCents: number | undefined) => void;

/** The checkout before tickets are on hold: the lines at current prices, the buyer's details, one button. */
export function NewOrder({ query, onPlaced }: { query: CheckoutQuery; onPlaced: OnPlaced }) {
  const { promo, accessCode } = query;
  const queryClient = useQueryClient();
  const { data: event } = useSuspenseQuery(eventQuery(query.eventId, accessCode));
  const lines = wantedLines(event, query);
  const quoting = useQuote(lines, promo, accessCode);
  const { quote, isAsking } = quoting;
  const setPromo = useSetPromo(event.id);
  const totalCents = quote?.totalCents ?? totalOf(lines);
  const eventIds = [event.id];
  const { findUnseen, ...others } = useOtherOrders(eventIds);
  const [email, setEmail] = useState<string>();
  const lastBuyer = useRef<[Buyer, boolean]>(undefined);
  const { doing, refusal, once, forgetRefusal } = useOneAtATime<"placing">("tickets", () => {
    quoting.askAgain();
    // Availability or prices have changed: refresh the totals and the ticket picker.
    for (const code of new Set([accessCode, undefined])) void queryClient.invalidateQueries(eventQuery(event.id, code));
  });
  const changePromo = (code: string | undefined) => {
    forgetRefusal();
    setPromo(code);
  };
  const typedPromo = useTypedPromo(promo, quoting, totalCents, changePromo);

  const place = (buyer: Buyer, wantsNews: boolean) =>
    once("placing", async () => {
      lastBuyer.current = [buyer, wantsNews];
      setEmail(buyer.email);
      const code = await typedPromo.settle();
      if (code === undefined || (await findUnseen())) return;
      const draft = {
        lines: draftLines(lines),
        buyer,
        ...(wantsNews ? { emailOptIn: true } : {}),
        ...(accessCode ? { accessCode } : {}),
        ...code,
        ...readOrigin(),
      };
      onPlaced(await checkOut(draft, totalCents), totalCents);
    });
  const address = paths.event(event);
  const change = changeSince(query, lines);

  if (lines.length === 0) {
    const nothing = <NothingChosen event={event} hadChosen={Object.keys(query.picks).length > 0} />;
    return refusal ? <Focused>{nothing}</Focused> : nothing;
  }
  return (
    <CheckoutFrame headline="Checkout" event={event} sums={<OrderSums {...(quote ?? sumsOf(event, lines))} />}>
      <OtherOrdersCallout {...others} eventIds={eventIds} />
      {typedPromo.newTotal && <NewTotalCallout {...typedPromo.newTotal} currency={event.currency} />}
      {change && !refusal?.isNewTotal && (
        <ChangeCallout change={change} refusal={refusal} totalCents={totalOf(lines)} currency={event.currency} />
      )}
      {refusal && !(change?.isShort && refusal.way === "choose") && (
        <RefusalCallout
          refusal={refusal}
          chooseAddress={address}
          email={email}
          onRetry={() => lastBuyer.current && void place(...lastBuyer.current)}
        />
      )}
      {(totalOf(lines) > 0 || promo) && (
        <PromoCode promo={promo} quoting={quoting} {...typedPromo.field} onChange={changePromo} />
      )}
      <BuyerForm
        action={totalCents === 0 ? "Get free tickets" : `Hold tickets & pay ${formatMoney(totalCents, event.currency)}`}
        isBusy={doing !== undefined || isAsking}
        onSubmit={place}
      />
      <p className="text-sm text-muted">
        {totalCents > 0 && <HoldSentence what="tickets" amountCents={totalCents} currency={event.currency} />}
        {(totalOf(lines) > 0 ? returnSentence : freeReturnSentence)(event.refunds, event.timeZone)}{" "}
        <Link to={address} className="font-semibold text-gilt underline underline-offset-4">
          Change tickets
        </Link>
      </p>
      <Agreement by="By placing this order" />
    </CheckoutFrame>
  );
}

/** Adds a code to the URL or removes it. In the URL it survives a reload and sign-in. */
function useSetPromo(eventId: number) {
  const [, setSearch] = useSearchParams();
  return (code: string | undefined) => {
    storePromo(eventId, code ?? "");
    setSearch(
      (search) => {
        const next = new URLSearchParams(search);
        if (code) next.set("promo", code);
        else next.delete("promo");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
}

function NothingChosen({ event, hadChosen }: { event: EventDetail; hadChosen: boolean }) {
  return (
    <div role="status" className="measure py-14">
      <h1 className="display mb-8 text-display-lg">Checkout</h1>
      <EmptyState
        title={hadChosen ? "These tickets are no longer available" : "No tickets selected"}
        text={
          hadChosen
            ? `Your tickets for ${event.title} are no longer on sale. You weren't charged.`
            : `Choose your tickets for ${event.title} first.`
        }
        action={<LinkButton to={paths.event(event)}>{hadChosen ? "Choose again" : "Choose tickets"}</LinkButton>}
      />
    </div>
  );
}
