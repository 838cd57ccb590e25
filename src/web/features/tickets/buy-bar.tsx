import { clsx } from "clsx";
import { ShoppingCart } from "lucide-react";
import type { EventDetail } from "#contract/events/events.ts";
import { formatMoney } from "#web/lib/money.ts";
import { ticketsHash } from "#web/lib/paths.ts";
import { useIsInView } from "#web/lib/use-strip.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Price } from "#web/ui/price.tsx";
import { admitsOf, linesOf, type Picks, totalOf } from "./picks.ts";

type BuyBarProps = {
  event: EventDetail;
  picks: Picks;
  onCheckout: () => void;
  /** Adds the selection to the cart; undefined if it can't be. */
  onAdd: (() => void) | undefined;
};

/**
 * The link to the tickets while they are out of view, then the button to checkout: always in reach of the thumb. On
 * desktop the ticket picker has its own button.
 */
export function BuyBar({ event, picks, onCheckout, onAdd }: BuyBarProps) {
  const lines = linesOf(event.ticketTypes, picks);
  const admits = admitsOf(lines);
  const pickerShows = useIsInView(ticketsHash.slice(1));
  if (lines.length === 0 && event.fromCents === null) return null;

  return (
    <div
      data-bar="thumb"
      className={clsx(
        "sticky bottom-[calc(3.75rem+1px+env(safe-area-inset-bottom))] z-30 border-t border-line bg-panel/96 backdrop-blur-md lg:hidden",
        lines.length === 0 && pickerShows && "invisible",
      )}
    >
      <div className="measure flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
        {lines.length > 0 ? (
          <>
            <p aria-live="polite" className="grid min-w-0 flex-1 basis-16 leading-tight">
              <span className="text-sm text-muted">
                {admits} {admits === 1 ? "ticket" : "tickets"}, fees included
              </span>
              <span className="font-display text-2xl font-extrabold tabular-nums">
                {formatMoney(totalOf(lines), event.currency)}
              </span>
            </p>
            <span className="flex max-w-full flex-wrap gap-2">
              {onAdd && (
                <IconButton
                  label="Add to cart"
                  Icon={ShoppingCart}
                  variant="outline"
                  onClick={onAdd}
                  className="size-12!"
                />
              )}
              <Button size="md" onClick={onCheckout} className="min-h-12! px-5! xs:px-8!">
                Check out
              </Button>
            </span>
          </>
        ) : (
          <>
            <p className="grid min-w-0 flex-1 basis-16 leading-tight">
              <span className="text-sm text-muted">Fees included</span>
              <Price
                cents={event.fromCents ?? 0}
                currency={event.currency}
                from
                className="font-display text-xl font-extrabold whitespace-nowrap xs:text-2xl"
              />
            </p>
            <a href={ticketsHash} className={buttonStyle("gold", "md", "min-h-12! px-4! xs:px-6!")}>
              Get tickets
            </a>
          </>
        )}
      </div>
    </div>
  );
}
