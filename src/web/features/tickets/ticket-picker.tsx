import { clsx } from "clsx";
import { Lock } from "lucide-react";
import type { EventDetail } from "#contract/events.ts";
import { formatMoney } from "#web/lib/money.ts";
import { RemindMe } from "#web/features/interest/remind-me.tsx";
import { returnSentence } from "#web/features/refunds/words.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { AccessCode } from "./access-code.tsx";
import { admitsOf, linesOf, mostUnits, type Pick, type Picks, totalOf } from "./picks.ts";
import { PlainLinks } from "./plain-links.tsx";
import { TicketTypeRow } from "./ticket-type-row.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";

export type TicketPickerProps = {
  event: EventDetail;
  picks: Picks;
  onPick: (typeId: number, change: Partial<Pick>) => void;
  /** The code that shows more types, once one was good. */
  accessCode: string | undefined;
  /** Tries a code; true when it shows more types. */
  onReveal: (code: string) => Promise<boolean>;
  onCheckout: () => void;
  /** A promo code that goes along to the checkout. */
  promo?: string | undefined;
};

/** The ticket types of a night as a ticket itself: gold head, lines, and below the perforation what it comes to. */
export function TicketPicker({ event, picks, onPick, accessCode, onReveal, onCheckout, promo }: TicketPickerProps) {
  const lines = linesOf(event.ticketTypes, picks);
  const isReady = useHydrated();
  const canBuy = event.ticketTypes.some((type) => mostUnits(type) > 0);
  return (
    <section
      id="tickets"
      aria-labelledby="tickets-title"
      className="scroll-mt-20 rounded-lg border border-line bg-panel"
    >
      <header className="flex items-baseline justify-between gap-4 rounded-t-lg bg-gold px-5 py-3.5 text-on-gold sm:px-6">
        <h2 id="tickets-title" className="display text-display-md font-black">
          Tickets
        </h2>
        <p className="text-sm font-semibold">All fees in the price</p>
      </header>
      <PlainLinks event={event} />
      <div className="px-5 sm:px-6">
        {event.ticketTypes.length === 0 && (
          <p className="py-8 text-muted">Tickets for this night have not been announced yet.</p>
        )}
        <ul inert={!isReady} className="divide-y divide-line">
          {event.ticketTypes.map((type) => (
            <TicketTypeRow
              key={type.id}
              type={type}
              timeZone={event.timeZone}
              pick={picks[type.id]}
              onPick={(change) => onPick(type.id, change)}
            />
          ))}
        </ul>
        {event.saleState !== "sold_out" && event.ticketTypes.some(({ status }) => status === "scheduled") && (
          <RemindMe key={event.id} eventId={event.id} />
        )}
        {accessCode ? (
          <p role="status" className="border-t border-line py-3.5 text-sm text-sea">
            Code {accessCode.toUpperCase()} shows you hidden tickets.
          </p>
        ) : (
          <AccessCode onReveal={onReveal} />
        )}
      </div>
      {canBuy && (
        <p className="border-t border-line px-5 py-3.5 text-sm text-muted sm:px-6">
          {returnSentence(event.refunds, event.timeZone)}
        </p>
      )}
      {canBuy && promo && (
        <p role="status" className="border-t border-line px-5 py-3.5 text-sm text-sea sm:px-6">
          Promo code {promo.toUpperCase()} is taken off at the checkout.
        </p>
      )}
      {canBuy ? (
        <footer
          data-bar={lines.length > 0 ? "desk" : undefined}
          className={clsx(
            "perforation hidden gap-3 rounded-b-lg bg-panel p-6 lg:grid",
            lines.length > 0 && "sticky! bottom-0",
          )}
        >
          <PickTotal lines={lines} currency={event.currency} />
          <Button size="lg" disabled={lines.length === 0} onClick={onCheckout}>
            Checkout
          </Button>
          <p className="flex items-center justify-center gap-2 text-sm text-muted">
            <Lock aria-hidden="true" className="size-4" /> Set aside for ten minutes while you pay
          </p>
        </footer>
      ) : (
        <footer className="perforation grid gap-3 px-5 py-5 sm:px-6">
          <p className="text-sm text-muted">{waitingWords(event)}</p>
          <LinkButton variant="outline" to={paths.events()}>
            See other nights
          </LinkButton>
        </footer>
      )}
    </section>
  );
}

function waitingWords({ saleState, ticketTypes }: EventDetail): string {
  if (ticketTypes.some(({ status }) => status === "scheduled"))
    return "You can leave this page open: the tickets appear here the moment sales open.";
  if (saleState === "ended") return "Sales for this night have ended.";
  return "Tickets that others give back show up here by themselves; it is worth another look.";
}

/** "3 tickets" and what they come to; heard when it changes. */
export function PickTotal({ lines, currency }: { lines: ReturnType<typeof linesOf>; currency: string }) {
  const admits = admitsOf(lines);
  return (
    <p aria-live="polite" className="flex items-baseline justify-between gap-4">
      <span className="text-muted">
        {admits === 0 ? "Nothing chosen yet" : `${admits} ${admits === 1 ? "ticket" : "tickets"}`}
      </span>
      <span className="font-display text-3xl font-extrabold tabular-nums">{formatMoney(totalOf(lines), currency)}</span>
    </p>
  );
}
