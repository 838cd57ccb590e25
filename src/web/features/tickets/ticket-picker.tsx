import { clsx } from "clsx";
import { Lock, ShoppingCart } from "lucide-react";
import type { EventDetail } from "#contract/events/events.ts";
import { formatMoney } from "#web/lib/money.ts";
import { InfoLink } from "#web/features/settings/info-sheets/info-link.tsx";
import { RemindMe } from "#web/features/reminders/remind-me.tsx";
import { refundSentence } from "#web/features/refunds/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { admitsOf, linesOf, maxUnits, type Pick, type Picks, totalOf, unitCents } from "./picks.ts";
import { TicketTypeRow } from "./ticket-type-row.tsx";
import { useHydrated } from "#web/lib/use-now.ts";
import { type FormEvent, useState } from "react";
import { CallError } from "#web/lib/call.ts";
import { TextField } from "#web/ui/field.tsx";

const longestCode = 40;

/** A code that unlocks hidden ticket types. Hidden behind one quiet line of text: most visitors have no code. */
function AccessCode({ onReveal }: { onReveal: (code: string) => Promise<boolean> }) {
  const [code, setCode] = useState("");
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  async function reveal(submission: FormEvent) {
    submission.preventDefault();
    const codeText = code.trim();
    if (!codeText) return setFailure("Enter your access code");
    setAsking(true);
    setFailure(undefined);
    try {
      if (!(await onReveal(codeText))) setFailure("This code doesn't work for this event");
    } catch (error) {
      const isTooFast = error instanceof CallError && error.status === 429;
      setFailure(
        isTooFast
          ? "Too many attempts. Please try again in a minute."
          : "We couldn't check the code. Please try again.",
      );
    } finally {
      setAsking(false);
    }
  }

  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 w-fit items-center text-sm text-muted underline-offset-4 hover:text-ink hover:underline">
        Have an access code?
      </summary>
      <form noValidate onSubmit={(submission) => void reveal(submission)} className="flex items-start gap-2 pb-4">
        <TextField
          label="Access code"
          error={failure}
          className="flex-1"
          value={code}
          onChange={(change) => {
            setCode(change.target.value);
            setFailure(undefined);
          }}
          maxLength={longestCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" variant="outline" loading={isAsking} className="mt-6.5 min-h-12!">
          Show tickets
        </Button>
      </form>
    </details>
  );
}

type TicketPickerProps = {
  event: EventDetail;
  picks: Picks;
  onPick: (typeId: number, change: Partial<Pick>) => void;
  /** The code that unlocked more ticket types, if any. */
  accessCode: string | undefined;
  /** Tries a code; true if it unlocks more ticket types. */
  onReveal: (code: string) => Promise<boolean>;
  onCheckout: () => void;
  /** Adds the selection to the cart; undefined if it can't be. */
  onAdd: (() => void) | undefined;
  /** A promo code to pass on to checkout. */
  promo?: string | undefined;
};

/** An event's ticket types, designed like a ticket: gold header, lines, and the total below the perforation. */
export function TicketPicker({
  event,
  picks,
  onPick,
  accessCode,
  onReveal,
  onCheckout,
  onAdd,
  promo,
}: TicketPickerProps) {
  const lines = linesOf(event.ticketTypes, picks);
  const isReady = useHydrated();
  const refundText = refundSentence(event);
  const canBuy = event.ticketTypes.some((type) => maxUnits(type) > 0);
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
        <p className="text-sm font-semibold">Fees included</p>
      </header>
      <PlainLinks event={event} />
      <div className="px-5 sm:px-6">
        {event.ticketTypes.length === 0 && (
          <p className="py-8 text-muted">Tickets for this event haven't been announced yet.</p>
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
        {event.saleStatus !== "sold_out" && event.ticketTypes.some(({ status }) => status === "scheduled") && (
          <RemindMe key={event.id} eventId={event.id} />
        )}
        {accessCode ? (
          <p role="status" className="border-t border-line py-3.5 text-sm text-sea">
            Code {accessCode.toUpperCase()} unlocked hidden tickets.
          </p>
        ) : (
          <AccessCode onReveal={onReveal} />
        )}
      </div>
      {canBuy && refundText && (
        <p className="border-t border-line px-5 py-3.5 text-sm text-muted sm:px-6">
          {refundText} <InfoLink name="refunds" />
        </p>
      )}
      {canBuy && promo && (
        <p role="status" className="border-t border-line px-5 py-3.5 text-sm text-sea sm:px-6">
          Promo code {promo.toUpperCase()} will be applied at checkout.
        </p>
      )}
      {canBuy ? (
        <footer
          data-bar={lines.length > 0 ? "desktop" : undefined}
          className={clsx(
            "perforation hidden gap-3 rounded-b-lg bg-panel p-6 lg:grid",
            lines.length > 0 && "sticky! bottom-0",
          )}
        >
          <PickTotal lines={lines} currency={event.currency} />
          <span className="flex gap-2">
            <Button size="lg" disabled={lines.length === 0} onClick={onCheckout} className="grow">
              Check out
            </Button>
            {onAdd && (
              <IconButton
                label="Add to cart"
                Icon={ShoppingCart}
                variant="outline"
                onClick={onAdd}
                className="size-14!"
              />
            )}
          </span>
          <p className="flex items-center justify-center gap-2 text-sm text-muted">
            <Lock className="size-4" /> On hold while you pay
          </p>
        </footer>
      ) : (
        <footer className="perforation grid gap-3 px-5 py-5 sm:px-6">
          <p className="text-sm text-muted">{waitingLabel(event)}</p>
          <LinkButton variant="outline" to={paths.events()}>
            See upcoming events
          </LinkButton>
        </footer>
      )}
    </section>
  );
}

function waitingLabel({ saleStatus, ticketTypes }: EventDetail): string {
  if (ticketTypes.some(({ status }) => status === "in_carts"))
    return "You can leave this page open. Tickets show up here as soon as they come back from someone's cart.";
  if (ticketTypes.some(({ status }) => status === "scheduled"))
    return "You can leave this page open. Tickets show up here as soon as sales open.";
  if (saleStatus === "ended") return "Sales for this event have ended.";
  return "If tickets become available, they'll show up here.";
}

/** "3 tickets" and their total; screen readers announce changes. */
function PickTotal({ lines, currency }: { lines: ReturnType<typeof linesOf>; currency: string }) {
  const admits = admitsOf(lines);
  return (
    <p aria-live="polite" className="flex items-baseline justify-between gap-4">
      <span className="text-muted">
        {admits === 0 ? "No tickets selected" : `${admits} ${admits === 1 ? "ticket" : "tickets"}`}
      </span>
      <span className="font-display text-3xl font-extrabold tabular-nums">{formatMoney(totalOf(lines), currency)}</span>
    </p>
  );
}

/**
 * Links to checkout for browsers without scripts: one for each ticket type, with its minimum order. The checkout keeps the
 * selection through sign-in, which is as far as a visitor gets without scripts.
 */
function PlainLinks({ event }: { event: EventDetail }) {
  const types = event.ticketTypes.filter((type) => maxUnits(type) > 0 && type.pricing !== "open");
  if (types.length === 0) return null;
  return (
    <noscript>
      <ul className="grid gap-2 p-5">
        {types.map((type) => {
          const quantity = Math.max(1, type.minPerOrder);
          const amount = unitCents(type) * quantity;
          const hint = { eventId: event.id, title: event.title, amount, currency: event.currency };
          return (
            <li key={type.id}>
              <a
                href={paths.checkout({ ...hint, tickets: `${type.id}:${quantity}` })}
                className="block min-h-11 content-center rounded-sm bg-gold px-4 font-semibold text-on-gold"
              >
                Buy {quantity} × {type.name}, {amount === 0 ? "free" : formatMoney(amount, event.currency)}
              </a>
            </li>
          );
        })}
      </ul>
    </noscript>
  );
}
