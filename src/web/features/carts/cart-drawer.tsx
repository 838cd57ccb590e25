import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShoppingCart, WifiOff } from "lucide-react";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useLocation } from "#web/lib/router.ts";
import type { Cart, CartLine } from "#contract/carts.ts";
import { isOffline } from "#web/lib/offline.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { CartLineRow } from "./cart-line-row.tsx";
import { isChanging } from "./change-cart.ts";
import { cartQuery, cartState } from "./queries.ts";
import { isSameItem, lineKey, lineName, useSetLine } from "./use-cart.ts";
import { formatMoney } from "#web/lib/money.ts";
import { FreeShipping } from "./free-shipping.tsx";

/** The cart over any page: its lines, what has changed, and the way to checkout. */
export function CartDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data: cart, error, isFetching, refetch } = useQuery(cartQuery());

  // Prices and stock are those of now. A change that is under way answers with them anyway.
  useEffect(() => {
    if (open && !isChanging()) void queryClient.invalidateQueries({ queryKey: cartQuery().queryKey });
  }, [open, queryClient]);
  useCloseOnNavigation(onClose);

  const lines = cart?.lines ?? [];
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Your cart"
      footer={cart && lines.length > 0 && <CartFoot cart={cart} onLeave={onClose} />}
    >
      {cart ? (
        <CartLines cart={cart} onLeave={onClose} />
      ) : error && !isFetching ? (
        <Unread onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </Drawer>
  );
}

/** The browser's Back and every link close the drawer. */
function useCloseOnNavigation(onClose: () => void) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [openedAt, setOpenedAt] = useState(address);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (address === openedAt) return;
    setOpenedAt(address);
    close();
  }, [address, openedAt]);
}

function CartLines({ cart, onLeave }: { cart: Cart; onLeave: () => void }) {
  const setLine = useSetLine();
  const { problem } = useSyncExternalStore(cartState.subscribe, cartState.current, cartState.current);
  const [removed, setRemoved] = useState<CartLine>();
  const units = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isBack = removed && cart.lines.some((line) => isSameItem(line, removed));

  async function remove(line: CartLine) {
    setRemoved(line);
    if (!(await setLine(line, 0))) setRemoved(undefined);
  }
  return (
    <>
      {problem && (
        <Callout tone="bad" title="We couldn't change your cart" className="mb-2">
          {problem}
        </Callout>
      )}
      {removed && !isBack && (
        <div role="status" className="flex items-center justify-between gap-3 rounded-md bg-raised py-1.5 pr-1.5 pl-4">
          <span className="min-w-0 text-sm wrap-anywhere">{lineName(removed)} removed</span>
          <Button
            variant="quiet"
            size="sm"
            ref={focusButton}
            onClick={() => {
              setRemoved(undefined);
              void setLine(removed, removed.quantity);
            }}
          >
            Undo
          </Button>
        </div>
      )}
      {cart.count === 0 ? (
        <NothingYet onLeave={onLeave} />
      ) : (
        <ul aria-label="Items" className="-my-4 divide-y divide-line">
          {cart.lines.map((line) => (
            <CartLineRow
              key={lineKey(line)}
              line={line}
              currency={cart.currency}
              onSet={(quantity) => void (quantity === 0 ? remove(line) : setLine(line, quantity))}
              onRemove={() => void remove(line)}
              onLeave={onLeave}
            />
          ))}
          {cart.count > units && <li className="py-4 text-muted">Adding to your cart…</li>}
        </ul>
      )}
    </>
  );
}

/** What was focused is gone. */
const focusButton = (button: HTMLElement | null) => button?.focus();

function NothingYet({ onLeave }: { onLeave: () => void }) {
  return (
    <EmptyState
      icon={<ShoppingCart />}
      title="Your cart is empty"
      text="Tickets and merch go in the same cart, and in one order."
      action={
        <>
          <LinkButton to={paths.events()} onClick={onLeave}>
            Events
          </LinkButton>
          <LinkButton to={paths.shop()} variant="outline" onClick={onLeave}>
            Shop
          </LinkButton>
        </>
      }
    />
  );
}

/** The cart couldn't be read. */
function Unread({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={<WifiOff />}
      title={isOffline() ? "You're offline" : "Your cart didn't load"}
      text={
        isOffline()
          ? "Your cart is saved. You'll see it when you're back online."
          : "Check your connection and try again."
      }
      action={
        <Button variant="outline" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

/** The cart's subtotal, what comes on top of it, and the way to checkout. */
function CartFoot({ cart, onLeave }: { cart: Cart; onLeave: () => void }) {
  const { lines, subtotalCents, currency } = cart;
  const canBuy = lines.some(({ buyable }) => buyable > 0);
  const isShipped = lines.some(({ isPhysical, buyable }) => isPhysical && buyable > 0);
  return (
    <div className="grid gap-3">
      {isShipped && <FreeShipping cart={cart} leftCents={cart.untilFreeShippingCents} />}
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-muted">Subtotal</span>
        <output className="font-display text-2xl font-extrabold tabular-nums">
          {formatMoney(subtotalCents, currency)}
        </output>
      </p>
      {canBuy ? (
        <LinkButton to={paths.cartCheckout()} size="lg" onClick={onLeave}>
          Check out
        </LinkButton>
      ) : (
        <p className="font-semibold">Nothing in your cart is available right now.</p>
      )}
      <p className="text-sm text-muted">
        {isShipped
          ? "Shipping and tax are calculated at checkout. We ship to the US only."
          : "Items in your cart aren't on hold until you check out."}
      </p>
    </div>
  );
}
