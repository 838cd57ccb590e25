import type { ReactNode } from "react";
import type { EventSummary } from "#contract/events.ts";
import { dateParts, formatTime } from "#web/lib/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Price } from "#web/ui/price.tsx";

const calls: Record<EventSummary["saleStatus"], string> = {
  on_sale: "Get tickets",
  nearly_gone: "Get tickets",
  free: "Get tickets",
  scheduled: "See sale dates",
  sold_out: "See event",
  ended: "See event",
};

/** The next event as a gold ticket stub: when, where, how much, and the button to get tickets. */
export function TicketBand({ event, address }: { event: EventSummary; address: string }) {
  const { weekday, day, month } = dateParts(event.startsAt, event.timeZone);
  const hasPrice = event.fromCents !== null;
  return (
    <div className="bg-gold text-on-gold">
      <div className="measure grid grid-cols-2 sm:grid-cols-[auto_auto_1fr_auto] lg:flex lg:items-stretch">
        <Detail label="Date" className="lg:w-56">
          {weekday}, {month} {day}
        </Detail>
        <Detail label={event.doorsAt ? "Doors" : "Starts"} stub>
          {formatTime(event.doorsAt ?? event.startsAt, event.timeZone)}
        </Detail>
        <Detail label="Where" stub wide>
          {event.venue.name}
          <span className="hidden font-bold opacity-70 xl:inline"> {event.venue.city}</span>
        </Detail>
        {hasPrice && (
          <Detail label={event.fromCents === 0 ? "Entry" : "From, with fees"} stub>
            <Price cents={event.fromCents ?? 0} currency={event.currency} />
          </Detail>
        )}
        <div className="col-span-full pb-5 lg:ml-auto lg:grid lg:place-items-center lg:py-5 lg:pl-6">
          <LinkButton
            to={address}
            variant="ink"
            size="lg"
            className="w-full bg-on-gold! text-gold! hover:bg-night/85! lg:w-auto"
          >
            {calls[event.saleStatus]}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}

type DetailProps = { label: string; stub?: boolean; wide?: boolean; className?: string; children: ReactNode };

function Detail({ label, stub, wide, className = "", children }: DetailProps) {
  const edge = stub ? "sm:border-l-2 sm:border-dashed sm:border-on-gold/35 sm:pl-5 lg:pl-6" : "";
  return (
    <div
      className={`min-w-0 py-3 sm:my-3 sm:py-1 sm:pr-5 lg:my-0 lg:py-5 lg:pr-6 ${edge} ${wide ? "lg:flex-1" : ""} ${className}`}
    >
      <p className="eyebrow text-sm">{label}</p>
      <p className="display text-display-sm leading-[1.05] font-black xl:text-[2.1rem]">{children}</p>
    </div>
  );
}
