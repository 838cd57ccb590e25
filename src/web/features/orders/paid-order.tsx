import { useQueryClient } from "@tanstack/react-query";
import { Link } from "#web/lib/router.ts";
import type { Order } from "#contract/orders/orders.ts";
import { thingsOf } from "#contract/orders/texts.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { OrderDocuments } from "#web/features/order-documents/order-documents.tsx";
import { RefundProgress } from "#web/features/refunds/refund-progress.tsx";
import { ReturnTickets } from "#web/features/refunds/return-tickets.tsx";
import { OnHold } from "#web/features/tickets/event-tickets.tsx";
import { KeepTickets, EventActions } from "#web/features/tickets/event-actions.tsx";
import { paths } from "#web/lib/paths.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { commonStatus, merchLabels, paidLabels } from "./paid-labels.ts";
import { OrderSums } from "./checkout-frame.tsx";
import { Fragment, Suspense, useEffect, useState } from "react";
import { Callout } from "#web/ui/callout.tsx";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { DeliveryNote } from "#web/features/delivery/checkout/delivery-note.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { chooseAgainAddress, type Status } from "./status.ts";
import { namedLines, useOrderedEvents } from "./ordered-events.ts";
import { OrderTickets } from "./order-tickets.tsx";
import { orderQuery } from "./queries.ts";

const OrderFulfillment = lazyPart(
  "Your items",
  async () => (await import("#web/features/fulfillment/order-fulfillment.tsx")).OrderFulfillment,
);

const openWaitMs = 8000;
const longWaitMs = 20_000;

/** An order without tickets: still being checked, or closed. Shows its status and the next step. */
export function WaitingOrder({ order, status, isOffline }: { order: Order; status: Status; isOffline: boolean }) {
  const isSlow = useAfter(longWaitMs);
  const isLeftOpen = useAfter(openWaitMs) && status.kind === "waiting" && order.payment?.status === "open";
  const chooseAddress = chooseAgainAddress(order);
  const mayPay = status.way === "pay" || isLeftOpen;
  return (
    <div className="measure grid min-h-[60dvh] max-w-3xl! grid-cols-1 content-center gap-6 py-16">
      <div role="status" className="grid gap-5">
        {status.kind === "waiting" && !status.way && <SpinnerMark className="size-12 text-gilt" />}
        <h1 className="display text-display-lg">{status.headline}</h1>
        <p className="max-w-[52ch] text-lg text-muted">{status.text}</p>
      </div>
      {isOffline && (
        <Callout tone="soon" title="No connection">
          This page updates as soon as you're back online. Your order is safe.
        </Callout>
      )}
      {isSlow && status.kind === "waiting" && status.moves && !isOffline && (
        <Callout title="This is taking longer than usual">
          You can leave this page. {emailedText(order)} Please don't pay again.
        </Callout>
      )}
      <RefundProgress order={order} />
      <div className="flex flex-wrap gap-3">
        {mayPay && <LinkButton to={paths.heldOrder(order.id)}>Back to payment</LinkButton>}
        {status.way === "choose" && <LinkButton to={chooseAddress}>Choose again</LinkButton>}
        {status.kind === "over" && (
          <LinkButton variant="outline" to={paths.events()}>
            All events
          </LinkButton>
        )}
      </div>
      <p className="text-sm text-muted">Order {order.number}</p>
    </div>
  );
}

const emailedText = (order: Order): string =>
  thingsOf(order) === "tickets"
    ? `We'll email your tickets to ${order.buyer.email}, and this page will show them too.`
    : `We'll email ${order.buyer.email} as soon as your order is complete, and this page will show it too.`;

function useAfter(delayMs: number): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isAfter;
}

/** The tickets, first and large, then the actions and the receipt. */
export function PaidOrder({ order, linkKey }: { order: Order; linkKey?: string | undefined }) {
  const queryClient = useQueryClient();
  const { isAuthenticated, isGuest } = useUser();
  const events = useOrderedEvents(order);
  const [onlyEvent] = events.length === 1 ? events : [];
  // Refunded tickets stay visible, after the valid ones.
  const valid = order.tickets.filter((ticket) => ticket.status === "valid");
  const tickets = [...valid, ...order.tickets.filter((ticket) => ticket.status !== "valid")];
  const hasTickets = events.length > 0 && tickets.length > 0;
  const hasItems = order.lines.some(({ variantId }) => variantId !== undefined);
  const count = valid.length;
  const frozen = valid.filter(({ isFrozen }) => isFrozen).length;
  const labels = order.lines.some(({ kind }) => kind === "ticket")
    ? paidLabels({ count, frozen, status: commonStatus(events), events: events.length, email: order.buyer.email })
    : merchLabels(order);

  return (
    <div className="measure grid grid-cols-1 gap-8 py-8 md:gap-10 md:py-14">
      <header className="grid gap-3">
        <p className="eyebrow text-gilt">Order {order.number}</p>
        <h1 className="display text-display-lg">{labels.title}</h1>
        <p className="max-w-[56ch] text-lg text-muted">
          {labels.before}
          {events.map((event, index) => (
            <Fragment key={event.id}>
              {index === 0 ? " for " : index < events.length - 1 ? ", " : events.length > 2 ? ", and " : " and "}
              <Link to={paths.event(event)} className="font-semibold text-ink underline underline-offset-4">
                {event.title}
              </Link>
            </Fragment>
          ))}
          {labels.after}
        </p>
      </header>
      {frozen > 0 && <OnHold isAll={frozen === count} />}
      <RefundProgress order={order} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_min(22rem,50%)] lg:gap-x-16">
        {(hasTickets || hasItems) && (
          <div className="grid min-w-0 grid-cols-1 content-start gap-8">
            {hasTickets && <OrderTickets tickets={tickets} events={events} />}
            {hasItems && (
              <Suspense fallback={null}>
                <OrderFulfillment orderId={order.id} linkKey={linkKey} />
              </Suspense>
            )}
          </div>
        )}
        <div className="grid max-w-md grid-cols-1 content-start gap-8">
          {(isAuthenticated || onlyEvent) && (
            <div className="flex flex-wrap gap-3">
              {isAuthenticated && <LinkButton to={paths.myTickets()}>My Tickets</LinkButton>}
              {onlyEvent && <EventActions event={onlyEvent} />}
            </div>
          )}
          {isGuest && <KeepTickets things={thingsOf(order)} />}
          <ReturnTickets
            order={order}
            linkKey={linkKey}
            onReturned={() => queryClient.invalidateQueries(orderQuery(order.id, linkKey))}
          />
          <section aria-labelledby="receipt" className="rounded-lg border border-line bg-panel p-5">
            <h2 id="receipt" className="eyebrow mb-4 text-gilt">
              Your order
            </h2>
            <OrderSums {...order} lines={namedLines(order)} />
            <RefundSums order={order} />
            <DeliveryNote delivery={order.delivery} />
            <p className="mt-4 border-t border-line pt-3 text-sm text-muted">
              Sent to <span className="wrap-anywhere">{order.buyer.email}</span>.{" "}
              <ChangeEmail
                order={order}
                linkKey={linkKey}
                onChanged={() => queryClient.invalidateQueries(orderQuery(order.id, linkKey))}
              />
            </p>
            {order.totalCents > 0 && (
              <div className="mt-4 border-t border-line pt-3">
                <OrderDocuments orderId={order.id} linkKey={linkKey} />
              </div>
            )}
          </section>
        </div>
      </div>
    </div>
  );
}

/** What of the total was refunded, what is on its way, and what the buyer paid in the end. Nothing without refunds. */
function RefundSums({ order: { refunds, totalCents, currency } }: { order: Order }) {
  const sum = (isDone: boolean) =>
    refunds.reduce((all, { status, amountCents }) => all + ((status === "done") === isDone ? amountCents : 0), 0);
  const [doneCents, pendingCents] = [sum(true), sum(false)];
  if (doneCents + pendingCents === 0) return null;
  const money = (cents: number) => formatMoney(cents, currency);
  return (
    <DataList
      className="mt-3"
      items={[
        doneCents > 0 && { term: "Refunded", detail: `−${money(doneCents)}` },
        pendingCents > 0 && { term: "Refund on its way", detail: `−${money(pendingCents)}` },
        { term: "Total after refunds", detail: money(totalCents - doneCents - pendingCents), strong: true },
      ]}
    />
  );
}
