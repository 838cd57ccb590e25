import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "#web/lib/router.ts";
import type { PaymentStart } from "#contract/orders/orders.ts";
import { eventQuery } from "#web/features/events/queries.ts";
import { cartQuery } from "#web/features/carts/queries.ts";
import { CartOrder } from "#web/features/orders/cart-order.tsx";
import { CheckoutGate } from "#web/features/orders/checkout-gate.tsx";
import { isCartCheckout, readCheckoutQuery } from "#web/features/orders/checkout-query.ts";
import { isShort } from "#web/features/orders/hold-clock.tsx";
import { HeldOrder } from "#web/features/orders/held-order.tsx";
import { NewOrder } from "#web/features/orders/new-order.tsx";
import type { Purchase } from "#web/features/orders/purchase.ts";
import { lastBuyerQuery, orderQuery } from "#web/features/orders/queries.ts";
import type { PageModule } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { EmptyState } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";

const meta = {
  title: "Checkout",
  description: "Your order, on hold while you pay.",
  canonical: "/checkout",
  hidden: true,
};

type JustPlaced = { id: string; isAsShown: boolean; paysAtOnce: boolean; payment: PaymentStart | null };

function CheckoutPage() {
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // Only in memory: a reload or the back button must never start a payment by itself.
  const [justPlaced, setJustPlaced] = useState<JustPlaced>();
  const orderId = search.get("order");
  const query = readCheckoutQuery(search);

  /** @param shownCents what the button said: another total is seen before anything is paid */
  function goOn({ order, payment }: Purchase, shownCents: number | undefined) {
    queryClient.setQueryData(orderQuery(order.id).queryKey, order);
    queryClient.setQueryData(lastBuyerQuery().queryKey, order.buyer);
    // A short hold is seen before it's paid: its time, and what gives it more.
    const isAsShown = order.totalCents === shownCents;
    const paysAtOnce = payment !== null || (isAsShown && (order.totalCents === 0 || !isShort(order)));
    setJustPlaced({ id: order.id, isAsShown, paysAtOnce, payment });
    void navigate(paths.heldOrder(order.id), { replace: true, preventScrollReset: false });
  }

  const isNew = justPlaced !== undefined && justPlaced.id === orderId;
  return (
    <Page meta={meta}>
      {orderId ? (
        <HeldOrder
          key={orderId}
          orderId={orderId}
          payAtOnce={isNew && justPlaced.paysAtOnce}
          opened={isNew ? justPlaced.payment : null}
          isTotalNew={isNew && !justPlaced.isAsShown}
          onPayStarted={() => setJustPlaced(undefined)}
        />
      ) : isCartCheckout(search) ? (
        <CartOrder onPlaced={goOn} />
      ) : query ? (
        <NewOrder query={query} onPlaced={goOn} />
      ) : (
        <div className="measure py-14">
          <h1 className="display mb-8 text-display-lg">Checkout</h1>
          <EmptyState
            title="No tickets selected"
            text="Pick an event and choose your tickets first."
            action={<LinkButton to={paths.events()}>See upcoming events</LinkButton>}
          />
        </div>
      )}
    </Page>
  );
}

export const page: PageModule = {
  Component: CheckoutPage,
  Gate: CheckoutGate,
  load: async ({ search, read }) => {
    const orderId = search.get("order");
    const query = readCheckoutQuery(search);
    if (orderId) {
      const order = await read(orderQuery(orderId));
      // An order outlives an event that is unpublished.
      await Promise.all(order.events.map(({ id }) => read(eventQuery(id)).catch(() => undefined)));
    } else if (isCartCheckout(search))
      await Promise.all([read(cartQuery()), read(lastBuyerQuery()).catch(() => undefined)]);
    else if (query)
      await Promise.all([
        read(eventQuery(query.eventId, query.accessCode)),
        // Only prefills the form: checkout works without it.
        read(lastBuyerQuery()).catch(() => undefined),
      ]);
  },
};
