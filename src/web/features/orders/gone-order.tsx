import { useEffect } from "react";
import type { Order } from "#contract/orders.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { forgetOrder } from "./attempt.ts";
import { CheckoutFrame, type CheckoutFrameProps } from "./checkout-frame.tsx";
import { SumsOfOrder } from "./order-sums.tsx";

export type GoneOrderProps = { order: Order; chooseAddress: string; night: CheckoutFrameProps["night"] };

/** The hold is over: lapsed or given back. Truthful about money, and one press away from a new choice. */
export function GoneOrder({ order, chooseAddress, night }: GoneOrderProps) {
  useEffect(() => forgetOrder(order.id), [order.id]);
  const isCancelled = order.status === "cancelled";
  return (
    <CheckoutFrame
      headline={isCancelled ? "Given back" : "Time ran out"}
      night={night}
      sums={<SumsOfOrder order={order} />}
    >
      <Notice
        tone={isCancelled ? "plain" : "soon"}
        title={isCancelled ? "The tickets are on sale again" : "Your tickets went back on sale"}
      >
        {order.payment?.status === "processing"
          ? "A payment of yours is still on its way. If it arrives, you get these tickets if they are still there, and your money back if not."
          : "Nothing was charged."}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <LinkButton size="lg" to={chooseAddress}>
          {isCancelled ? "Choose other tickets" : "Choose again"}
        </LinkButton>
        <LinkButton size="lg" variant="outline" to={paths.events()}>
          All nights
        </LinkButton>
      </div>
    </CheckoutFrame>
  );
}
