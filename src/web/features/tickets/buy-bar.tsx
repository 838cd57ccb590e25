import type { EventDetail } from "#contract/events.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Price } from "#web/ui/price.tsx";
import { admitsOf, linesOf, type Picks, totalOf } from "./picks.ts";

/** The link to checkout, always in reach of the thumb. On desktop the ticket picker stays in view and has its own button. */
export function BuyBar({ event, picks, onCheckout }: { event: EventDetail; picks: Picks; onCheckout: () => void }) {
  const lines = linesOf(event.ticketTypes, picks);
  const admits = admitsOf(lines);
  if (lines.length === 0 && event.fromCents === null) return null;

  return (
    <div
      data-bar="thumb"
      className="sticky bottom-[calc(3.75rem+1px+env(safe-area-inset-bottom))] z-30 border-t border-line bg-panel/96 backdrop-blur-md lg:hidden"
    >
      <div className="measure flex items-center justify-between gap-4 py-2.5">
        {lines.length > 0 ? (
          <>
            <p aria-live="polite" className="grid leading-tight">
              <span className="text-sm text-muted">
                {admits} {admits === 1 ? "ticket" : "tickets"}, fees included
              </span>
              <span className="font-display text-2xl font-extrabold tabular-nums">
                {formatMoney(totalOf(lines), event.currency)}
              </span>
            </p>
            <Button size="md" onClick={onCheckout} className="min-h-12! px-8!">
              Checkout
            </Button>
          </>
        ) : (
          <>
            <p className="grid leading-tight">
              <span className="text-sm text-muted">Fees included</span>
              <Price
                cents={event.fromCents ?? 0}
                currency={event.currency}
                from
                className="font-display text-xl font-extrabold whitespace-nowrap xs:text-2xl"
              />
            </p>
            <a href="#tickets" className={buttonStyle("gold", "md", "min-h-12! px-4! xs:px-6!")}>
              Choose tickets
            </a>
          </>
        )}
      </div>
    </div>
  );
}
