import { clsx } from "clsx";
import type { EventSummary } from "#contract/events.ts";
import { formatLongDate } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Poster } from "#web/ui/poster.tsx";
import { TicketBand } from "./ticket-band.tsx";
import { titleSize } from "./title-size.ts";

/** The next event at a glance: its poster, its title, and the facts designed like a ticket stub. */
export function NextEvent({ event }: { event: EventSummary }) {
  const address = paths.event(event.id, event.slug);
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
          <h1
            className={clsx(
              "display font-black wrap-break-word",
              event.title.length > 22 ? "max-w-[15ch]" : "max-w-[11ch]",
              titleSize(event.title),
            )}
          >
            {event.title}
          </h1>
          <p className="sr-only">{formatLongDate(event.startsAt, event.timeZone)}</p>
          <div className="hidden md:block">
            <p className="mt-6 max-w-[44ch] text-lg text-muted">{event.summary}</p>
          </div>
        </div>
      </div>
      <TicketBand event={event} address={address} />
    </section>
  );
}
