import type { EventSummary } from "#contract/events/events.ts";
import { dateParts, formatTime, eventDate, hasDate } from "#web/lib/dates.ts";
import { paths, ticketsHash } from "#web/lib/paths.ts";
import { Poster } from "#web/ui/poster.tsx";
import type { ReactNode } from "react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Price } from "#web/ui/price.tsx";
import { EventTitle } from "./event-title.tsx";
import { isBuyable } from "#contract/events/buyable.ts";

const calls: Record<EventSummary["saleStatus"], string> = {
  on_sale: "Get tickets",
  nearly_gone: "Get tickets",
  free: "Get tickets",
  in_carts: "See tickets",
  scheduled: "See sale dates",
  sold_out: "See event",
  ended: "See event",
};

/** The next event as a gold ticket stub: when, where, how much, and the button to get tickets. */
function TicketBand({ event, address }: { event: EventSummary; address: string }) {
  const isDated = hasDate(event);
  const { weekday, day, month } = dateParts(event.startsAt, event.timeZone);
  return (
    <div className="bg-gold text-on-gold">
      <div className="measure grid grid-cols-2 sm:grid-cols-[auto_auto_1fr_auto] lg:flex lg:flex-wrap lg:items-stretch">
        <Detail label="Date" className="lg:w-56">
          {isDated ? `${weekday}, ${month} ${day}` : "TBA"}
        </Detail>
        {isDated && (
          <Detail label={event.doorsAt ? "Doors" : "Starts"} stub>
            {formatTime(event.doorsAt ?? event.startsAt, event.timeZone)}
          </Detail>
        )}
        <Detail label="Where" stub wide>
          {event.venue.name}
          <span className="hidden font-bold opacity-70 xl:inline"> {event.venue.city}</span>
        </Detail>
        {event.fromCents !== null && (
          <Detail label={event.fromCents === 0 ? "Entry" : "From, with fees"} stub>
            <Price cents={event.fromCents} currency={event.currency} />
          </Detail>
        )}
        <div className="col-span-full pb-5 lg:ml-auto lg:grid lg:place-items-center lg:py-5 lg:pl-6">
          <LinkButton
            to={calls[event.saleStatus] === "Get tickets" ? address + ticketsHash : address}
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
      className={`min-w-0 py-3 sm:my-3 sm:py-1 sm:pr-5 lg:my-0 lg:py-5 lg:pr-6 ${edge} ${wide ? "lg:grow lg:basis-20" : ""} ${className}`}
    >
      <p className="eyebrow text-sm">{label}</p>
      <p className="display text-display-sm leading-[1.05] font-black xl:text-[2.1rem]">{children}</p>
    </div>
  );
}

/** The next event at a glance: its poster, its title, and the facts designed like a ticket stub. */
export function NextEvent({ event }: { event: EventSummary }) {
  const address = paths.event(event);
  return (
    <section aria-label="Next event" className="relative">
      <div className="relative md:grid md:h-[min(38rem,calc(100dvh-17rem))] md:min-h-[26rem] lg:h-[min(47rem,calc(100dvh-10.5rem))] lg:min-h-[34rem] md:grid-cols-[minmax(0,1fr)_43vw]">
        <div aria-hidden="true" className="scales absolute top-0 left-0 hidden h-2/3 w-[57vw] md:block" />
        <div className="relative md:order-2">
          <Poster
            poster={event.poster}
            sizes="(min-width: 48rem) 43vw, 100vw"
            lead
            className="aspect-square md:aspect-auto md:h-full"
          />
          <div aria-hidden="true" className="absolute inset-0 poster-shade md:hidden" />
        </div>
        <div className="absolute inset-x-0 bottom-0 measure pb-6 text-bone md:static md:order-1 md:mr-0 md:max-w-[calc(min(84rem,100vw)-43vw+max(0px,(100vw-84rem)/2))] md:self-end md:pb-12 md:text-ink">
          <p className="eyebrow mb-3 md:text-gilt">Next up · {event.venue.city}</p>
          <EventTitle
            title={event.title}
            className={event.title.length > 22 ? "min-[20rem]:max-w-[15ch]" : "min-[20rem]:max-w-[11ch]"}
          />
          <p className="sr-only">{eventDate(event)}</p>
          <div className="hidden md:block">
            <p className="mt-6 max-w-[44ch] text-lg text-muted">{event.summary}</p>
          </div>
        </div>
      </div>
      <TicketBand event={event} address={address} />
    </section>
  );
}

/** True if none of the next events can be bought, so the home page has to look further ahead for one to lead with. */
export const mustLookFurther = ({ items, total }: { items: EventSummary[]; total: number }): boolean =>
  total > items.length && !items.some(isBuyable);

/** What is worth more, when nothing can be bought: what may come back, what will be on sale, what at least takes place. */
const worth = ({ status, saleStatus }: EventSummary): number => {
  if (status !== "on") return status === "postponed" ? 1 : 0;
  return { in_carts: 4, scheduled: 3, sold_out: 2, ended: 2, on_sale: 5, nearly_gone: 5, free: 5 }[saleStatus];
};

/** The event that the home page leads with: the next one that can be bought, otherwise the best of the rest. */
export function leadEvent(events: EventSummary[]): EventSummary | undefined {
  return events.toSorted((a, b) => worth(b) - worth(a))[0];
}
