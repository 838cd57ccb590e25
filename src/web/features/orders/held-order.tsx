import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Navigate } from "#web/lib/router.ts";
import { useSite } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-now.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout, Focused } from "#web/ui/callout.tsx";
import { CheckoutFrame, OrderSums, PayBar } from "./checkout-frame.tsx";
import { headOf, namedLines, type OrderedEvent, useOrderedEvents } from "./ordered-events.ts";
import { orderQuery } from "./queries.ts";
import { NewTotalCallout, RefusalCallout } from "./refusal-callout.tsx";
import { DeliveryNote } from "#web/features/delivery/checkout/delivery-note.tsx";
import { listMethods, methodsFor } from "#contract/payments/methods.ts";
import { thingsOf } from "#contract/orders/texts.ts";
import { chooseAgainAddress, isHeld } from "./status.ts";
import { HoldClock, isShort, ShortHold } from "./hold-clock.tsx";
import { useSecondsLeft } from "./seconds-left.ts";
import { ChangeEmail } from "./change-email.tsx";
import { PromoCode } from "./promo-code.tsx";
import { useHeldOrder } from "./use-held-order.ts";
import { useHeldPromo } from "./use-held-promo.ts";
import type { Order, PaymentStart } from "#contract/orders/orders.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { forgetOrder } from "./purchase.ts";

const ReleaseDialog = lazyDialog("The question", async () => (await import("./release-dialog.tsx")).ReleaseDialog);

const pollMs = 15_000;
const fastPollMs = 2000;

type HeldOrderProps = {
  orderId: string;
  payAtOnce: boolean;
  /** The payment, if placing the order started it. */
  opened: PaymentStart | null;
  /** True if the order costs something else than the button said that placed it. */
  isTotalNew: boolean;
  onPayStarted: () => void;
};

/** An order whose tickets are on hold: pay for it or release it. Canceling on the payment page also leads here. */
export function HeldOrder({ orderId, payAtOnce, opened, isTotalNew, onPayStarted }: HeldOrderProps) {
  const queryClient = useQueryClient();
  const { data: order, dataUpdatedAt } = useSuspenseQuery({
    ...orderQuery(orderId),
    // What was placed a moment ago needs no second look before its payment page opens.
    refetchOnMount: opened === null ? "always" : false,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) =>
      isHeld(state.data) ? (state.data?.holdSecondsLeft === 0 ? fastPollMs : pollMs) : false,
  });
  const events = useOrderedEvents(order);
  const secondsLeft = useSecondsLeft(order.holdSecondsLeft, dataUpdatedAt);
  const promo = useHeldPromo(order);
  const { pay, release, doing, refusal } = useHeldOrder(order, async () => (await promo.settle()) !== undefined);
  // When the countdown reaches zero, the server decides, not the browser's clock.
  const isUp = secondsLeft === 0;
  useEffect(() => {
    if (!isUp) return;
    const timer = setTimeout(() => void queryClient.invalidateQueries(orderQuery(orderId)), 800);
    return () => clearTimeout(timer);
  }, [isUp, orderId, queryClient]);
  const isReady = useHydrated();
  const [isAsking, setAsking] = useState(false);
  const { paymentMethods } = useSite().settings;

  const startPaying = useEffectEvent(() => {
    onPayStarted();
    // Placing the order tried it once.
    pay(opened ?? undefined, [2000]);
  });
  useEffect(() => {
    if (payAtOnce) startPaying();
  }, [payAtOnce]);

  // While a bank processes a payment, the order can't be paid again or released; that page shows that it is being checked.
  const isChecked = isHeld(order) && order.payment?.status === "processing";
  if (order.paidAt !== null || isChecked) return <Navigate replace to={paths.paymentSuccess({ order: order.id })} />;
  const things = thingsOf(order);
  const chooseAddress = chooseAgainAddress(order);
  // Those that take longer than a short hold are offered once the email is confirmed.
  const methods = !isShort(order)
    ? methodsFor(paymentMethods, { amountCents: order.totalCents, currency: order.currency })
    : [];
  if (!isHeld(order) || secondsLeft === null)
    return <GoneOrder order={order} chooseAddress={chooseAddress} events={events} isNews={refusal !== undefined} />;

  return (
    <CheckoutFrame
      headline={doing === "paying" ? "Opening payment page" : `Your ${things} are on hold`}
      {...headOf(events)}
      sums={
        <>
          <OrderSums {...order} lines={namedLines(order)} />
          <DeliveryNote delivery={order.delivery} />
        </>
      }
    >
      <HoldClock order={order} secondsLeft={secondsLeft} />
      {order.confirmUntil && !doing && (
        <ShortHold order={order} onConfirmed={() => queryClient.invalidateQueries(orderQuery(order.id))} />
      )}
      {isTotalNew && !doing && (
        <NewTotalCallout
          title="The total changed"
          text="A price changed while you were checking out."
          totalCents={order.totalCents}
          currency={order.currency}
        />
      )}
      {promo.newTotal && !doing && <NewTotalCallout {...promo.newTotal} currency={order.currency} />}
      {order.payment?.status === "declined" && (
        <Callout
          tone="soon"
          title={methods.length > 0 ? "Your payment was declined" : "Your bank declined the payment"}
        >
          You weren't charged. Try again or {methods.length > 0 ? "pay another way" : "use another card"}.
        </Callout>
      )}
      {refusal && <RefusalCallout refusal={refusal} chooseAddress={chooseAddress} onRetry={() => pay()} />}
      {(order.promoCode === null ? order.totalCents > 0 : promo.props.promo !== undefined) && (
        <PromoCode {...promo.props} />
      )}
      <div className="contents gap-3 lg:grid" inert={!isReady}>
        <PayBar>
          <Button
            size="lg"
            loading={doing === "paying"}
            disabled={doing === "releasing" || isUp}
            onClick={() => pay()}
            className="w-full"
          >
            {order.totalCents === 0 ? `Get free ${things}` : `Pay ${formatMoney(order.totalCents, order.currency)} now`}
          </Button>
        </PayBar>
        <Button
          variant="outline"
          loading={doing === "releasing"}
          disabled={doing === "paying"}
          onClick={events.some(isScarce) ? () => setAsking(true) : release}
          className="w-full whitespace-normal!"
        >
          Release {things}
        </Button>
      </div>
      {isAsking && (
        <ReleaseDialog
          things={things}
          onClose={() => setAsking(false)}
          onRelease={() => {
            setAsking(false);
            release();
          }}
        />
      )}
      <p className="text-sm text-muted">
        {methods.length > 0 && `On the payment page, you can pay by ${listMethods(methods)}. `}
        Order {order.number} for {order.buyer.name}, <span className="wrap-anywhere">{order.buyer.email}</span>.{" "}
        <ChangeEmail order={order} onChanged={() => queryClient.invalidateQueries(orderQuery(order.id))} />
      </p>
    </CheckoutFrame>
  );
}

/**
 * True if what was released may be gone at once: something of the event is sold out, in others' carts, or nearly gone. Also
 * while nobody knows.
 */
const isScarce = ({ page }: OrderedEvent): boolean =>
  page === undefined ||
  page.saleStatus === "nearly_gone" ||
  page.ticketTypes.some(({ status }) => status === "sold_out" || status === "in_carts");

/** The hold expired or was released. States what happened to the money and links to a new selection. */
function GoneOrder({
  order,
  chooseAddress,
  events,
  isNews,
}: {
  order: Order;
  chooseAddress: string;
  /** True if a press was refused because of it. */
  isNews: boolean;
  events: OrderedEvent[];
}) {
  useEffect(() => forgetOrder(order.id), [order.id]);
  const isCanceled = order.status === "canceled";
  const things = thingsOf(order);
  const said = (
    <Callout
      tone={isCanceled ? "plain" : "soon"}
      title={isCanceled ? `The ${things} are back on sale` : `Your ${things} went back on sale`}
    >
      {order.payment?.status === "processing"
        ? `Your payment is still processing. If it goes through, you'll get these ${things} if they're still available, or a full refund if not.`
        : "You weren't charged."}
    </Callout>
  );
  return (
    <CheckoutFrame
      headline={isCanceled ? `${things === "tickets" ? "Tickets" : "Items"} released` : "Time ran out"}
      {...headOf(events)}
      sums={<OrderSums {...order} lines={namedLines(order)} />}
    >
      {isNews ? <Focused>{said}</Focused> : said}
      <div className="flex flex-wrap gap-3">
        <LinkButton size="lg" to={chooseAddress}>
          {isCanceled ? `Choose other ${things}` : "Choose again"}
        </LinkButton>
        <LinkButton size="lg" variant="outline" to={paths.events()}>
          All events
        </LinkButton>
      </div>
    </CheckoutFrame>
  );
}
