import { useEffect } from "react";
import type { Order } from "#contract/orders.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { forgetOrder } from "./attempt.ts";
import { CheckoutFrame, type CheckoutFrameProps } from "./checkout-frame.tsx";
import { SumsOfOrder } from "./order-sums.tsx";

export type GoneOrderProps = { order: Order; chooseAddress: string; event: CheckoutFrameProps["event"] };

/** The hold expired or was released. States what happened to the money and links to a new selection. */
export function GoneOrder({ order, chooseAddress, event }: GoneOrderProps) {
  useEffect(() => forgetOrder(order.id), [order.id]);
  const isCanceled = order.status === "canceled";
  return (
    <CheckoutFrame
      headline={isCanceled ? "Tickets released" : "Time ran out"}
      event={event}
      sums={<SumsOfOrder order={order} />}
    >
      <Callout
        tone={isCanceled ? "plain" : "soon"}
        title={isCanceled ? "The tickets are back on sale" : "Your tickets went back on sale"}
      >
        {order.payment?.status === "processing"
          ? "Your payment is still processing. If it goes through, you'll get these tickets if they're still available, or a full refund if not."
          : "You weren't charged."}
      </Callout>
      <div className="flex flex-wrap gap-3">
        <LinkButton size="lg" to={chooseAddress}>
          {isCanceled ? "Choose other tickets" : "Choose again"}
        </LinkButton>
        <LinkButton size="lg" variant="outline" to={paths.events()}>
          All events
        </LinkButton>
      </div>
    </CheckoutFrame>
  );
}
