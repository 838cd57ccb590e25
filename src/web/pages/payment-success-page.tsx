import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import type { Order } from "#contract/orders/orders.ts";
import { cartQuery } from "#web/features/carts/queries.ts";
import { eventQuery } from "#web/features/events/queries.ts";
import { forgetOrder, readHeldOrderId } from "#web/features/orders/purchase.ts";
import { PaidOrder, WaitingOrder } from "#web/features/orders/paid-order.tsx";
import { pauseBeforePoll, statusOf } from "#web/features/orders/status.ts";
import { orderQuery } from "#web/features/orders/queries.ts";
import { createPatience, isMoneyUnderWay } from "#web/features/refunds/patience.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { storeTickets } from "#web/features/tickets/kept-tickets.ts";
import { myTicketsQuery } from "#web/features/tickets/queries.ts";
import { focusTicket } from "#web/features/tickets/ticket-deck.tsx";
import { forgetPicks } from "#web/features/tickets/picks.ts";
import type { PageModule } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { EmptyState } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";

function PaymentSuccessPage() {
  const [search] = useSearchParams();
  const orderId = search.get("order");
  return (
    <Page meta={{ title: "Your Order", description: "Your order with Savage Gentlemen.", hidden: true }}>
      {orderId ? (
        <OrderStatusView orderId={orderId} linkKey={search.get("key") ?? undefined} />
      ) : (
        <div className="measure py-14">
          <h1 className="display mb-8 text-display-lg">Your order</h1>
          <EmptyState
            title="We can't find that order"
            text="Open the link in your confirmation email, or go to your tickets."
            action={<LinkButton to={paths.myTickets()}>My Tickets</LinkButton>}
          />
        </div>
      )}
    </Page>
  );
}

function OrderStatusView({ orderId, linkKey }: { orderId: string; linkKey: string | undefined }) {
  const queryClient = useQueryClient();
  const [patience] = useState(createPatience);
  const { data: order, failureCount } = useSuspenseQuery({
    ...orderQuery(orderId, linkKey),
    refetchOnMount: ({ state: { data } }) =>
      data && (statusOf(data).moves || isMoneyUnderWay(moneyGoingBack(data))) ? "always" : true,
    refetchOnReconnect: "always",
    refetchInterval: ({ state }) => {
      if (state.data === undefined) return false;
      const { kind, moves } = statusOf(state.data);
      if (kind === "waiting" && moves) return pauseBeforePoll(state.dataUpdateCount + state.errorUpdateCount);
      return patience(moneyGoingBack(state.data), state);
    },
  });
  const status = statusOf(order);
  const isPaid = status.kind === "done";
  const { events } = order;

  useEffect(() => {
    if (!isPaid) return;
    // Just bought in this tab; a later visit starts at the top of the page.
    if (readHeldOrderId() === orderId) focusTicket();
    forgetOrder(orderId);
    for (const { id } of events) forgetPicks(id);
    queryClient.removeQueries({ queryKey: myTicketsQuery().queryKey });
    // What was bought left the cart.
    void queryClient.invalidateQueries({ queryKey: cartQuery().queryKey });
  }, [isPaid, orderId, events, queryClient]);
  useKeptAfterPayment(isPaid);

  return isPaid ? (
    <PaidOrder order={order} linkKey={linkKey} />
  ) : (
    <WaitingOrder order={order} status={status} isOffline={failureCount > 0} />
  );
}

/** Keeps the new tickets on this device, so that they open at the door without a network. */
function useKeptAfterPayment(isPaid: boolean): void {
  const { user } = useUser();
  const queryClient = useQueryClient();
  const userId = user?.id;
  useEffect(() => {
    if (!isPaid || userId === undefined) return undefined;
    let isStill = true;
    queryClient.fetchQuery(myTicketsQuery()).then(
      (data) => isStill && storeTickets(userId, { data, at: Date.now() }),
      () => undefined,
    );
    return () => {
      isStill = false;
    };
  }, [isPaid, userId, queryClient]);
}

/** Requested refunds, and a payment that is refunded automatically. */
const moneyGoingBack = ({ refunds, payment }: Order) => [
  ...refunds,
  ...(payment?.status === "refunding" ? [{ status: "pending" }] : []),
];

export const page: PageModule = {
  Component: PaymentSuccessPage,
  load: async ({ search, read }) => {
    const orderId = search.get("order");
    if (!orderId) return;
    const order = await read(orderQuery(orderId, search.get("key") ?? undefined));
    // An event's venue is an extra on its tickets. An order outlives an event that is unpublished.
    await Promise.all(order.events.map(({ id }) => read(eventQuery(id)).catch(() => undefined)));
  },
};
