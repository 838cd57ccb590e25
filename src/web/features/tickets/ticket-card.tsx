import { clsx } from "clsx";
import type { OrderTicket } from "#contract/tickets.ts";
import { formatLongDate, formatTime } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { spacedCode } from "./code-text.ts";
import { QrCode } from "./qr-code.tsx";

export type TicketEvent = {
  title: string;
  startsAt: string;
  timeZone: string;
  doorsAt?: string | null;
  venue?: { name: string; city: string } | undefined;
};

export type TicketCardProps = {
  ticket: OrderTicket;
  event: TicketEvent;
  position: number;
  count: number;
  className?: string;
};

/** One ticket, designed like a printed one: the event on gold, the code on white, the holder's name. */
export function TicketCard({ ticket, event, position, count, className }: TicketCardProps) {
  const isVoid = ticket.status !== "valid";
  return (
    <article
      aria-label={`Ticket ${position} of ${count}: ${ticket.typeName}`}
      className={clsx("relative flex flex-col overflow-hidden rounded-lg bg-[#ffffff] text-on-gold", className)}
    >
      <header className="bg-gold px-5 py-4">
        <p className="display text-display-sm font-black">{event.title}</p>
        <p className="mt-1.5 text-sm font-medium">
          {formatLongDate(event.startsAt, event.timeZone)}
          {event.venue && (
            <>
              <br />
              {event.venue.name}, {event.venue.city}
              {event.doorsAt && `. Doors ${formatTime(event.doorsAt, event.timeZone)}`}
            </>
          )}
        </p>
      </header>
      <div className="relative grid flex-1 place-items-center px-1">
        <QrCode
          code={ticket.code}
          label={`QR code for ticket ${position} of ${count}`}
          className={clsx("max-w-80", (isVoid || ticket.isFrozen || ticket.admittedAt) && "opacity-15")}
        />
        {isVoid ? (
          <Stamp>{ticket.status}</Stamp>
        ) : ticket.isFrozen ? (
          <Stamp>On hold</Stamp>
        ) : (
          ticket.admittedAt && <Stamp>Checked in {formatTime(ticket.admittedAt, event.timeZone)}</Stamp>
        )}
      </div>
      <footer className="perforation border-[#dccfb6]! px-5 py-4">
        <div className="flex items-baseline justify-between gap-4">
          <p className="display text-display-sm">{ticket.typeName}</p>
          <p className="shrink-0 font-display text-lg font-bold tabular-nums">
            {position} / {count}
          </p>
        </div>
        <p className="font-medium">{ticket.holderName}</p>
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
      <Badge tone="gone" className="px-4! py-1.5! text-2xl!">
        {children}
      </Badge>
    </span>
  );
}
