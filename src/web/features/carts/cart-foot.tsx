import type { Cart } from "#contract/carts.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { FreeShipping } from "./free-shipping.tsx";

/** The cart's subtotal, what comes on top of it, and the way to checkout. */
export function CartFoot({ cart, onLeave }: { cart: Cart; onLeave: () => void }) {
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
        <p className="font-semibold">Nothing in your cart can be bought right now.</p>
      )}
      <p className="text-sm text-muted">
        {isShipped
          ? "Shipping and tax are calculated at checkout. We ship to the US only."
          : "Items in your cart aren't on hold until you check out."}
      </p>
    </div>
  );
}
