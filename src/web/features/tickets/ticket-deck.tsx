import { clsx } from "clsx";
import type { OrderTicket } from "#contract/tickets.ts";
import { Badge } from "#web/ui/badge.tsx";
import { streamPassText, spacedCode, usedText } from "./ticket-text.ts";
import { lateCode } from "./late-code.tsx";
import { type TicketEvent, TicketHeader } from "./ticket-header.tsx";
import { useCallback, useState, type RefCallback } from "react";

const QrCode = lateCode(async () => (await import("#web/ui/qr-code.tsx")).QrCode);

/**
 * Moves the focus to the first ticket of the deck on the page: after payment it is what the buyer came for. Scrolls only
 * if its code isn't in sight.
 */
export function focusTicket(): void {
  const ticket = document.querySelector<HTMLElement>("[data-takes-focus]");
  ticket?.focus({ preventScroll: true });
  ticket?.querySelector("svg")?.scrollIntoView({ block: "nearest" });
}

type TicketDeckProps = { tickets: OrderTicket[]; event: TicketEvent; label?: string };

/** An order's tickets: a deck to swipe on a phone, side by side on desktop. */
export function TicketDeck({ tickets, event, label = "Your tickets" }: TicketDeckProps) {
  const count = tickets.length;
  const [strip, scrolls] = useOverflow<HTMLUListElement>();
  return (
    <ul
      ref={strip}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling strip must be reachable by keyboard
      tabIndex={scrolls ? 0 : undefined}
      aria-label={label}
      className={clsx(
        "-mx-(--measure-margin) -mt-2 flex snap-x snap-mandatory scroll-px-(--measure-margin) gap-4 overflow-x-auto px-(--measure-margin) pt-2 pb-4 sm:mx-0 sm:scroll-px-0 sm:px-0",
        "md:grid md:grid-cols-[repeat(auto-fill,minmax(18rem,22rem))] md:gap-6 md:overflow-visible",
      )}
    >
      {tickets.map((ticket, index) => (
        <li
          key={ticket.id}
          className={clsx("flex shrink-0 snap-center md:w-auto", count > 1 ? "w-[88%] max-w-88" : "w-full max-w-88")}
        >
          <TicketCard ticket={ticket} event={event} position={index + 1} count={count} />
        </li>
      ))}
    </ul>
  );
}

type TicketCardProps = {
  ticket: OrderTicket;
  event: TicketEvent;
  position: number;
  count: number;
};

/** One ticket, designed like a printed one: the event on gold, the code on white, the holder's name. */
function TicketCard({ ticket, event, position, count }: TicketCardProps) {
  const isVoid = ticket.status !== "valid";
  return (
    <article
      aria-label={`Ticket ${position} of ${count}: ${ticket.typeName}`}
      {...(position === 1 && { tabIndex: -1, "data-takes-focus": "" })}
      className="relative flex w-full flex-col overflow-hidden rounded-lg bg-[#ffffff] text-on-gold"
    >
      <header className="bg-gold p-4">
        <TicketHeader event={event} title={<p className="display text-display-sm font-black">{event.title}</p>} />
      </header>
      <div className="relative grid flex-1 place-items-center px-1">
        <QrCode
          code={ticket.code}
          label={`QR code for ticket ${position} of ${count}`}
          className={clsx(
            "max-w-80",
            (isVoid || ticket.isFrozen || ticket.isStreamPass || ticket.admittedAt) && "opacity-15",
          )}
        />
        {isVoid ? (
          <Stamp>{ticket.status}</Stamp>
        ) : ticket.isFrozen ? (
          <Stamp>On hold</Stamp>
        ) : ticket.isStreamPass ? (
          <Stamp>Live stream</Stamp>
        ) : (
          ticket.admittedAt && <Stamp>{usedText({ ...ticket, event })}</Stamp>
        )}
      </div>
      <footer className="perforation border-[#dccfb6]! px-5 py-4">
        <div className="split-row">
          <p className="display text-display-sm">{ticket.typeName}</p>
          <p className="font-display text-lg font-bold tabular-nums">
            {position} / {count}
          </p>
        </div>
        <p className="font-medium">{ticket.holderName}</p>
        {ticket.isStreamPass && <p className="mt-1 text-sm font-semibold">{streamPassText}</p>}
        <p className="mt-2 text-sm tracking-[0.06em] break-words text-[#5f5645] tabular-nums">
          <span className="sr-only">Code </span>
          {spacedCode(ticket.code)}
        </p>
      </footer>
    </article>
  );
}

function Stamp({ children }: { children: React.ReactNode }) {
  return (
    <span className="absolute grid -rotate-8 place-items-center" data-theme="light">
      <Badge tone="gone" className="px-4! py-1.5! text-center text-2xl! whitespace-normal! wrap-anywhere">
        {children}
      </Badge>
    </span>
  );
}

/** Whether a strip overflows: only a strip that scrolls is a Tab stop. Checks again when its size changes. */
function useOverflow<Strip extends HTMLElement>(): [RefCallback<Strip>, boolean] {
  const [overflows, setOverflows] = useState(false);
  const watch = useCallback((strip: Strip) => {
    const observer = new ResizeObserver(() => setOverflows(strip.scrollWidth > strip.clientWidth));
    observer.observe(strip);
    return () => observer.disconnect();
  }, []);
  return [watch, overflows];
}
