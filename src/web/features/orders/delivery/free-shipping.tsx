import type { Cart } from "#contract/cart.ts";
import type { Quote } from "#contract/orders.ts";
import { formatMoney } from "#web/lib/money.ts";

/** How much more merch makes shipping free, with a bar. Nothing where shipping is never free or nothing is shipped. */
export function FreeShipping({ cart, quote }: { cart: Pick<Cart, "lines">; quote: Quote }) {
  const left = quote.deliveryOptions?.untilFreeShippingCents ?? null;
  if (left === null) return null;
  const goods = cart.lines.reduce((sum, { isPhysical, totalCents }) => sum + (isPhysical ? totalCents : 0), 0);
  return (
    <div className="mt-4 border-t border-line pt-3 text-sm">
      <p role="status">
        {left === 0
          ? "You've got free shipping."
          : `Add ${formatMoney(left, quote.currency)} of merch for free shipping.`}
      </p>
      {left > 0 && (
        <progress
          aria-hidden="true"
          max={goods + left}
          value={goods}
          className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-gold [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-gold"
        />
      )}
    </div>
  );
}
