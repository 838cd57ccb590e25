import { Trash2 } from "lucide-react";
import { Link } from "#web/lib/router.ts";
import type { CartLine } from "#contract/carts.ts";
import { eventDate } from "#web/lib/dates.ts";
import { formatMoney, formatPrice } from "#web/lib/money.ts";
import { paths } from "#web/lib/paths.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { lineName } from "./use-cart.ts";

type CartLineRowProps = {
  line: CartLine;
  currency: string;
  onSet: (quantity: number) => void;
  onRemove: () => void;
  /** Called when a link leads away from the cart. */
  onLeave: () => void;
};

/** An item of the cart: what it is, how many, and what has changed since it was added. */
export function CartLineRow({ line, currency, onSet, onRemove, onLeave }: CartLineRowProps) {
  const { title, name, path, picture, quantity, buyable, unitCents, wasCents, maxQuantity, minQuantity } = line;
  return (
    <li className="flex gap-4 py-4">
      <Poster poster={picture} sizes="5rem" decorative className="aspect-4/5 w-16 shrink-0 self-start rounded-sm" />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 leading-snug wrap-anywhere">
            <Link to={path} onClick={onLeave} className="font-semibold underline-offset-4 hover:underline">
              <bdi>{title}</bdi>
            </Link>
            {line.event && <span className="block text-sm text-muted">{eventDate(line.event)}</span>}
            {name && <span className="block text-sm text-muted">{name}</span>}
            <span className="block text-sm text-muted tabular-nums">
              {wasCents !== null && (
                <>
                  <span className="sr-only">It was </span>
                  <s>{formatMoney(wasCents, currency)}</s>
                  <span className="sr-only">, now</span>{" "}
                </>
              )}
              {formatPrice(unitCents, currency)}
              {buyable > 1 && " each"}
            </span>
          </p>
          <IconButton label={`Remove ${lineName(line)}`} Icon={Trash2} onClick={onRemove} className="-my-2 -mr-2" />
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Stepper
            label={lineName(line)}
            value={quantity}
            max={maxQuantity}
            firstStep={minQuantity}
            onChange={(next) => onSet(maxQuantity === 0 ? next : Math.min(next, maxQuantity))}
          />
          {buyable > 0 && (
            <span className="font-display text-xl font-bold tabular-nums">
              {formatPrice(line.totalCents, currency)}
            </span>
          )}
        </div>
        <p role="status" className="text-sm text-mango">
          {line.problemText}
        </p>
        {line.heldOrderId !== null && (
          <Link
            to={paths.heldOrder(line.heldOrderId)}
            onClick={onLeave}
            className="text-sm font-semibold text-gilt underline underline-offset-4"
          >
            Pay for or release that order
          </Link>
        )}
      </div>
    </li>
  );
}
