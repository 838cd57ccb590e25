import { useSuspenseQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import { type Things, thingsOf } from "#contract/orders/texts.ts";
import type { Quote } from "#contract/orders/orders.ts";
import { FreeShipping } from "#web/features/carts/free-shipping.tsx";
import { cartQuery, openCart } from "#web/features/carts/queries.ts";
import { useSetLine } from "#web/features/carts/use-cart.ts";
import { Agreement } from "#web/features/settings/info-sheets/agreement.tsx";
import { CallError } from "#web/lib/call.ts";
import { formatMoney } from "#web/lib/money.ts";
import { readCode, readOrigin } from "#web/lib/offers.ts";
import { paths } from "#web/lib/paths.ts";
import { CartChanges, NothingInCart } from "./cart-callouts.tsx";
import { type CartDraft, CartForm } from "./cart-form.tsx";
import { linesOfCart, sumsOfCart, withCartNames } from "./cart-lines.ts";
import { CheckoutFrame, OrderSums, HoldSentence } from "./checkout-frame.tsx";
import { wishOf } from "#web/features/delivery/checkout/delivery-draft.ts";
import { type DeliveryFields, noDelivery } from "#web/features/delivery/checkout/no-delivery.ts";
import type { OnPlaced } from "./new-order.tsx";
import { OtherOrdersCallout, useOtherOrders } from "./other-orders.tsx";
import { PromoCode, useDeliveryQuote } from "./promo-code.tsx";
import { checkOut } from "./purchase.ts";
import { Focused } from "#web/ui/callout.tsx";
import { NewTotalCallout, RefusalCallout } from "./refusal-callout.tsx";
import { useTypedPromo } from "./typed-promo.ts";
import { useOneAtATime } from "./use-held-order.ts";

/** How old the cart can be when checkout opens. */
const freshMs = 5_000;

/** The checkout of the cart: how it is delivered, what that costs, the buyer's details, one button. */
export function CartOrder({ onPlaced }: { onPlaced: OnPlaced }) {
  const [search, setSearch] = useSearchParams();
  const { data: cart, refetch } = useSuspenseQuery({ ...cartQuery(), staleTime: freshMs });
  const setLine = useSetLine();
  const promo = readCode(search.get("promo"));
  const lines = linesOfCart(cart);
  const needsDelivery = cart.lines.some(({ buyable, isPhysical }) => buyable > 0 && isPhysical);
  const [delivery, setDelivery] = useState(noDelivery);
  const quoting = useDeliveryQuote(lines, wishOf(delivery), promo);
  const { quote } = quoting;
  const eventIds = [...new Set(cart.lines.flatMap(({ event, buyable }) => (event && buyable > 0 ? [event.id] : [])))];
  const { findUnseen, ...others } = useOtherOrders(eventIds);
  const [email, setEmail] = useState<string>();
  const last = useRef<CartDraft>(undefined);
  const { doing, refusal, once, forgetRefusal } = useOneAtATime<"placing">(thingsOf(cart), () => {
    quoting.askAgain();
    void refetch();
  });
  const changePromo = (code: string | undefined) => {
    forgetRefusal();
    setSearch(withPromo(code), { replace: true, preventScrollReset: true });
  };
  const typedPromo = useTypedPromo(promo, quoting, quote?.totalCents, changePromo);

  // A quote that is on its way may cost something else.
  const hasChoice = quote !== undefined && !quoting.isAsking && isPriced(quote, delivery);

  async function place(draft: CartDraft) {
    last.current = draft;
    setEmail(draft.buyer.email);
    let atField: unknown;
    await once("placing", async () => {
      try {
        const code = await typedPromo.settle();
        if (code === undefined || (await findUnseen())) return;
        // The cart then has what is ordered, on every device.
        for (const line of cart.lines)
          if (line.buyable > 0 && line.problemText !== null) await setLine(line, line.buyable);
        const shownCents = hasChoice ? quote.totalCents : undefined;
        onPlaced(await checkOut({ lines, ...draft, ...code, ...readOrigin() }, shownCents), quote?.totalCents);
      } catch (error) {
        if (!isAboutDelivery(error)) throw error;
        atField = error;
      }
    });
    // The form shows it at the field.
    if (atField !== undefined) throw atField;
  }

  if (lines.length === 0) {
    const nothing = <NothingInCart cart={cart} />;
    return refusal ? <Focused>{nothing}</Focused> : nothing;
  }
  const untilFree = quote?.deliveryOptions?.untilFreeShippingCents ?? null;
  return (
    <CheckoutFrame
      headline="Checkout"
      event={null}
      pictures={cart.lines.slice(0, 5).map(({ picture }) => picture)}
      sums={
        <>
          <OrderSums
            {...(quote ? { ...quote, lines: withCartNames(quote.lines, cart) } : sumsOfCart(cart))}
            delivery={quote?.deliveryOptions?.rateId ? { method: "ship" } : null}
            isFinal={quote ? isPriced(quote, delivery) : !needsDelivery}
          />
          {untilFree !== null && (
            <div className="mt-4 border-t border-line pt-3">
              <FreeShipping cart={cart} leftCents={untilFree} />
            </div>
          )}
        </>
      }
    >
      <OtherOrdersCallout {...others} eventIds={eventIds} />
      {typedPromo.newTotal && <NewTotalCallout {...typedPromo.newTotal} currency={cart.currency} />}
      <CartChanges cart={cart} />
      {refusal && (
        <RefusalCallout
          refusal={refusal}
          chooseAddress={paths.shop()}
          email={email}
          onRetry={() => last.current && void place(last.current).catch(() => undefined)}
        />
      )}
      {(cart.subtotalCents > 0 || promo) && (
        <PromoCode promo={promo} quoting={quoting} {...typedPromo.field} onChange={changePromo} />
      )}
      <CartForm
        options={quote?.deliveryOptions ?? undefined}
        currency={cart.currency}
        failure={quoting.failure}
        onDelivery={setDelivery}
        needsDelivery={needsDelivery}
        action={actionOf(thingsOf(cart), quote, hasChoice)}
        isBusy={doing !== undefined || quoting.isAsking}
        onSubmit={place}
      />
      <p className="text-sm text-muted">
        {quote?.totalCents !== 0 && (
          <HoldSentence what="order" amountCents={quote?.totalCents ?? cart.subtotalCents} currency={cart.currency} />
        )}
        <button type="button" onClick={openCart} className="font-semibold text-gilt underline underline-offset-4">
          Change your cart
        </button>
      </p>
      <Agreement by="By placing this order" />
    </CheckoutFrame>
  );
}

const isAboutDelivery = (error: unknown): boolean =>
  error instanceof CallError && (error.answer.errors ?? []).some(({ path }) => path?.startsWith("delivery"));

/** True once the total includes the delivery, or nothing is delivered. */
const isPriced = ({ deliveryOptions }: Quote, { method, eventId }: DeliveryFields): boolean =>
  deliveryOptions === null || deliveryOptions.rateId !== null || (method === "pickup" && eventId !== "");

function actionOf(things: Things, quote: Quote | undefined, hasPrice: boolean): string {
  const hold = `Hold ${things} & pay`;
  if (quote === undefined || !hasPrice) return hold;
  return quote.totalCents === 0 ? `Get free ${things}` : `${hold} ${formatMoney(quote.totalCents, quote.currency)}`;
}

const withPromo = (code: string | undefined) => (search: URLSearchParams) => {
  const next = new URLSearchParams(search);
  if (code) next.set("promo", code);
  else next.delete("promo");
  return next;
};
