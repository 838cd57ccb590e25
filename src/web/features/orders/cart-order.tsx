import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Cart } from "#contract/cart.ts";
import type { Order } from "#contract/orders.ts";
import { openCart } from "#web/features/cart/cart-state.ts";
import { cartQuery } from "#web/features/cart/queries.ts";
import { useSetLine } from "#web/features/cart/use-cart.ts";
import { Agreement } from "#web/features/info-sheets/agreement.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { readCode, readOrigin } from "#web/lib/offers.ts";
import { paths } from "#web/lib/paths.ts";
import { Callout } from "#web/ui/callout.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { BuyerForm } from "./buyer-form.tsx";
import { buyableLines, changesOf, draftOfCart, sumsOfCart } from "./cart-sums.ts";
import { CheckoutFrame, OrderSums } from "./checkout-frame.tsx";
import { heldOrderAddress } from "./checkout-query.ts";
import { PromoCode, useDraftQuote } from "./promo-code.tsx";
import { type Buyer, placeOrder, readHeldOrderId } from "./purchase.ts";
import { orderQuery } from "./queries.ts";
import { RefusalCallout } from "./refusal-callout.tsx";
import { isHeld } from "./status.ts";
import { useOneAtATime } from "./use-held-order.ts";

/** How old the cart can be when checkout opens. */
const freshMs = 5_000;

/** The checkout of the cart: one order of everything in it that can be bought now. */
export function CartOrder({ onPlaced }: { onPlaced: (order: Order) => void }) {
  const queryClient = useQueryClient();
  const { data: cart } = useSuspenseQuery({ ...cartQuery(), staleTime: freshMs });
  const [promo, setPromo] = usePromoInAddress();
  const setLine = useSetLine();
  const lines = draftOfCart(cart);
  const quoting = useDraftQuote(lines, promo);
  const { quote, isAsking } = quoting;
  const lastBuyer = useRef<Buyer>(undefined);
  const { doing, refusal, once } = useOneAtATime<"placing">(() => {
    quoting.askAgain();
    return queryClient.invalidateQueries(cartQuery());
  });

  const place = (buyer: Buyer) =>
    once("placing", async () => {
      lastBuyer.current = buyer;
      // The cart says what was ordered, also on another device.
      for (const line of buyableLines(cart)) if (line.noticeText !== null) await setLine(line, line.buyable);
      const code = quote?.promoCode ? { promoCode: quote.promoCode } : {};
      onPlaced(await placeOrder({ lines, buyer, ...code, ...readOrigin() }));
    });

  if (lines.length === 0) return <NothingToBuy cart={cart} />;
  const { totalCents, currency } = quote ?? sumsOfCart(cart);
  return (
    <CheckoutFrame headline="Checkout" event={null} sums={<OrderSums {...(quote ?? sumsOfCart(cart))} />}>
      <OpenOrder />
      <Changes cart={cart} />
      {refusal && (
        <RefusalCallout
          refusal={refusal}
          chooseAddress={paths.shop()}
          onRetry={() => lastBuyer.current && void place(lastBuyer.current)}
        />
      )}
      {(cart.subtotalCents > 0 || promo) && <PromoCode promo={promo} quoting={quoting} onChange={setPromo} />}
      <BuyerForm
        action={totalCents === 0 ? "Place order" : `Place order & pay ${formatMoney(totalCents, currency)}`}
        isBusy={doing !== undefined || isAsking}
        onSubmit={place}
      />
      <p className="text-sm text-muted">
        {totalCents > 0 && "We hold everything for 10 minutes while you pay on a secure page. "}
        <button type="button" onClick={openCart} className="font-semibold text-gilt underline underline-offset-4">
          Change your cart
        </button>
      </p>
      <Agreement by="By placing this order" />
    </CheckoutFrame>
  );
}

/** The promo code in the URL, where it survives a reload and sign-in. */
function usePromoInAddress() {
  const [search, setSearch] = useSearchParams();
  const setPromo = (code: string | undefined) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        if (code) next.set("promo", code);
        else next.delete("promo");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [readCode(search.get("promo")), setPromo] as const;
}

/** What has changed since the visitor filled the cart, before they pay. */
function Changes({ cart }: { cart: Cart }) {
  const changes = changesOf(cart);
  if (changes.length === 0) return null;
  return (
    <Callout tone="soon" title="Something in your cart has changed">
      <ul className="grid gap-1">
        {changes.map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function NothingToBuy({ cart }: { cart: Cart }) {
  const isEmpty = cart.lines.length === 0;
  return (
    <div role="status" className="measure grid gap-6 py-14">
      <h1 className="display text-display-lg">Checkout</h1>
      <Changes cart={cart} />
      <EmptyState
        title={isEmpty ? "Your cart is empty" : "Nothing in your cart can be bought right now"}
        text="Add tickets or merch, then come back to check out."
        action={
          <>
            <LinkButton to={paths.events()}>Events</LinkButton>
            <LinkButton to={paths.shop()} variant="outline">
              Shop
            </LinkButton>
          </>
        }
      />
    </div>
  );
}

/** Shows an order that this browser has on hold, so that nobody orders the same twice. */
function OpenOrder() {
  const [orderId, setOrderId] = useState<string>();
  useEffect(() => setOrderId(readHeldOrderId()), []);
  const { data: order } = useQuery({
    ...orderQuery(orderId ?? ""),
    enabled: orderId !== undefined,
    refetchOnMount: "always",
  });
  if (!order || !isHeld(order)) return null;
  return (
    <Callout title="You already have an order on hold">
      <Link to={heldOrderAddress(order.id)} className="font-semibold text-gilt underline underline-offset-4">
        Pay for or release that order
      </Link>
      . Anything you buy here is in addition to it.
    </Callout>
  );
}
