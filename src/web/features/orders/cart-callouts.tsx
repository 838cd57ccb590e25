import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Cart } from "#contract/carts.ts";
import { paths } from "#web/lib/paths.ts";
import { Callout } from "#web/ui/callout.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { changesOf } from "./cart-changes.ts";
import { readHeldOrderId } from "./purchase.ts";
import { orderQuery } from "./queries.ts";
import { isHeld } from "./status.ts";

/** What has changed since the visitor filled the cart, before they pay. */
export function CartChanges({ cart }: { cart: Cart }) {
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

/** The checkout of a cart of which nothing can be bought. */
export function NothingInCart({ cart }: { cart: Cart }) {
  return (
    <div role="status" className="measure grid gap-6 py-14">
      <h1 className="display text-display-lg">Checkout</h1>
      <CartChanges cart={cart} />
      <EmptyState
        title="There's nothing to check out"
        text={cart.lines.length === 0 ? "Your cart is empty." : "Nothing in your cart can be bought right now."}
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
export function OrderOnHold() {
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
      <Link to={paths.heldOrder(order.id)} className="font-semibold text-gilt underline underline-offset-4">
        Pay for or release that order
      </Link>
      . Anything you buy here is in addition to it.
    </Callout>
  );
}
