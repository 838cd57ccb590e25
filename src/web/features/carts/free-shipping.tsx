import type { Cart } from "#contract/carts.ts";
import { formatMoney } from "#web/lib/money.ts";

type FreeShippingProps = {
  cart: Pick<Cart, "lines" | "currency">;
  /** Cents of merch until shipping is free; null where it never is, or nothing is shipped. */
  leftCents: number | null;
};

/** How much more merch makes shipping free, with a bar. Nothing where shipping is never free. */
export function FreeShipping({ cart: { lines, currency }, leftCents }: FreeShippingProps) {
  if (leftCents === null) return null;
  const goods = lines.reduce((sum, { isPhysical, totalCents }) => sum + (isPhysical ? totalCents : 0), 0);
  return (
    <div className="grid gap-1.5 text-sm">
      <p role="status" className={leftCents === 0 ? "font-semibold text-sea" : undefined}>
        {leftCents === 0
          ? "You've got free shipping."
          : `Add ${formatMoney(leftCents, currency)} of merch for free shipping.`}
      </p>
      <progress
        aria-hidden="true"
        max={goods + leftCents}
        value={goods}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-sea [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-sea"
      />
    </div>
  );
}
