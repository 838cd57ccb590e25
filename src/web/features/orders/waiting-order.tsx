import { useEffect, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { RefundStates } from "#web/features/refunds/refund-states.tsx";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SpinnerMark } from "#web/ui/spinner-mark.tsx";
import { heldOrderAddress } from "./checkout-query.ts";
import type { Standing } from "./standing.ts";

const openWaitMs = 8000;
const longWaitMs = 20_000;

/** An order without tickets: still being checked, or over. Says what is true and leads on. */
export function WaitingOrder({ order, standing, isOffline }: { order: Order; standing: Standing; isOffline: boolean }) {
  const isSlow = useAfter(longWaitMs);
  const isLeftOpen = useAfter(openWaitMs) && standing.kind === "waiting" && order.payment?.status === "open";
  const chooseAddress = order.event ? paths.event(order.event.id, order.event.slug) : paths.events();
  const mayPay = standing.way === "pay" || isLeftOpen;
  return (
    <div className="measure grid min-h-[60dvh] max-w-3xl! content-center gap-6 py-16">
      <div role="status" className="grid gap-5">
        {standing.kind === "waiting" && !standing.way && <SpinnerMark className="size-12 text-gilt" />}
        <h1 className="display text-display-lg">{standing.headline}</h1>
        <p className="max-w-[52ch] text-lg text-muted">{standing.text}</p>
      </div>
      {isOffline && (
        <Notice tone="soon" title="No connection">
          This page goes on by itself as soon as you are back. Your order is safe.
        </Notice>
      )}
      {isSlow && standing.kind === "waiting" && standing.moves && !isOffline && (
        <Notice title="It takes longer than usual">
          You may leave this page. Your tickets come by mail to {order.buyer.email}, and this address shows them too.
          Please do not pay a second time.
        </Notice>
      )}
      <RefundStates order={order} />
      <div className="flex flex-wrap gap-3">
        {mayPay && <LinkButton to={heldOrderAddress(order.id)}>Back to the payment</LinkButton>}
        {standing.way === "choose" && <LinkButton to={chooseAddress}>Choose again</LinkButton>}
        {standing.kind === "over" && (
          <LinkButton variant="outline" to={paths.events()}>
            All nights
          </LinkButton>
        )}
      </div>
      <p className="text-sm text-muted">Order {order.number}</p>
    </div>
  );
}

function useAfter(delayMs: number): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isAfter;
}
