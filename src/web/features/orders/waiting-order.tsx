import { useEffect, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { RefundProgress } from "#web/features/refunds/refund-progress.tsx";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { heldOrderAddress } from "./checkout-query.ts";
import type { Status } from "./status.ts";

const openWaitMs = 8000;
const longWaitMs = 20_000;

/** An order without tickets: still being checked, or closed. Shows its status and the next step. */
export function WaitingOrder({ order, status, isOffline }: { order: Order; status: Status; isOffline: boolean }) {
  const isSlow = useAfter(longWaitMs);
  const isLeftOpen = useAfter(openWaitMs) && status.kind === "waiting" && order.payment?.status === "open";
  const chooseAddress = order.event ? paths.event(order.event) : paths.events();
  const mayPay = status.way === "pay" || isLeftOpen;
  return (
    <div className="measure grid min-h-[60dvh] max-w-3xl! content-center gap-6 py-16">
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
          You can leave this page. We'll email your tickets to {order.buyer.email}, and this page will show them too.
          Please don't pay again.
        </Callout>
      )}
      <RefundProgress order={order} />
      <div className="flex flex-wrap gap-3">
        {mayPay && <LinkButton to={heldOrderAddress(order.id)}>Back to payment</LinkButton>}
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

function useAfter(delayMs: number): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isAfter;
}
