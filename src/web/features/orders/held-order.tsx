import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { Navigate } from "react-router";
import { eventQuery } from "#web/features/events/queries.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { GoneOrder } from "./gone-order.tsx";
import { HoldClock } from "./hold-clock.tsx";
import { SumsOfOrder } from "./order-sums.tsx";
import { orderQuery } from "./queries.ts";
import { RefusalNotice } from "./refusal-notice.tsx";
import { isHeld } from "./standing.ts";
import { useHeldOrder } from "./use-held-order.ts";
import { useSecondsLeft } from "./use-seconds-left.ts";

const lookMs = 15_000;
const hurriedLookMs = 2000;

export type HeldOrderProps = { orderId: string; payAtOnce: boolean; onPayStarted: () => void };

/** An order whose tickets are set aside: pay it, or give it back. Also where a cancelled payment page leads. */
export function HeldOrder({ orderId, payAtOnce, onPayStarted }: HeldOrderProps) {
  const { data: order, dataUpdatedAt } = useSuspenseQuery({
    ...orderQuery(orderId),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) =>
      isHeld(state.data) ? (state.data?.holdSecondsLeft === 0 ? hurriedLookMs : lookMs) : false,
  });
  const { data: event } = useQuery({ ...eventQuery(order.event?.id ?? 0), enabled: order.event !== null });
  const secondsLeft = useSecondsLeft(order.holdSecondsLeft, dataUpdatedAt);
  const { pay, giveBack, doing, refusal } = useHeldOrder(order);
  useLookWhenTimeIsUp(orderId, secondsLeft);
  const isReady = useHydrated();

  const startPaying = useEffectEvent(() => {
    onPayStarted();
    void pay();
  });
  useEffect(() => {
    if (payAtOnce) startPaying();
  }, [payAtOnce]);

  // What a bank is working on is neither paid twice nor given back; that page says that it is being checked.
  const isChecked = isHeld(order) && order.payment?.status === "processing";
  if (order.paidAt !== null || isChecked) return <Navigate replace to={paths.paymentSuccess({ order: order.id })} />;
  const chooseAddress = order.event ? paths.event(order.event.id, order.event.slug) : paths.events();
  const night = order.event && { ...order.event, venue: event?.venue, poster: event?.poster };
  if (!isHeld(order) || secondsLeft === null)
    return <GoneOrder order={order} chooseAddress={chooseAddress} night={night ?? undefined} />;

  return (
    <CheckoutFrame
      headline={doing === "paying" ? "To the payment page" : "Your tickets wait"}
      night={night ?? undefined}
      sums={<SumsOfOrder order={order} />}
    >
      <HoldClock secondsLeft={secondsLeft} graceSeconds={order.holdGraceSeconds} />
      {order.payment?.status === "declined" && (
        <Notice tone="soon" title="The bank declined the payment">
          Nothing was charged. Try again, with another card if you have one.
        </Notice>
      )}
      {refusal && <RefusalNotice refusal={refusal} chooseAddress={chooseAddress} onRetry={() => void pay()} />}
      <div className="grid gap-3" inert={!isReady}>
        <Button
          size="lg"
          loading={doing === "paying"}
          disabled={doing === "giving-back" || secondsLeft === 0}
          onClick={() => void pay()}
          className="w-full"
        >
          {order.totalCents === 0 ? "Get free tickets" : `Pay ${formatMoney(order.totalCents, order.currency)} now`}
        </Button>
        <Button
          variant="outline"
          loading={doing === "giving-back"}
          disabled={doing === "paying"}
          onClick={() => void giveBack()}
          className="w-full whitespace-normal!"
        >
          Cancel and give the tickets back
        </Button>
      </div>
      <p className="text-sm text-muted">
        Order {order.number} for {order.buyer.name}, {order.buyer.email}
      </p>
    </CheckoutFrame>
  );
}

/** At zero the server decides, not the clock in the window. */
function useLookWhenTimeIsUp(orderId: string, secondsLeft: number | null) {
  const queryClient = useQueryClient();
  const isUp = secondsLeft === 0;
  useEffect(() => {
    if (!isUp) return;
    const timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey }), 800);
    return () => clearTimeout(timer);
  }, [isUp, orderId, queryClient]);
}
