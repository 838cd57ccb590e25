import { clsx } from "clsx";
import type { EventDetail } from "#contract/events/events.ts";
import { formatLongDate, dateParts, formatTime, hasDate, noDate } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Poster } from "#web/ui/poster.tsx";
import { Price } from "#web/ui/price.tsx";
import { EventBadge, useIsOver } from "./event-badge.tsx";
import { EventTitle } from "./event-title.tsx";
import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";

/** The event's poster and title. On a phone the title is on the poster, on desktop beside it. */
export function EventHero({ event }: { event: EventDetail }) {
  const isOver = useIsOver(event);
  return (
    <header className="relative isolate grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(24rem,36vw)]">
      <div aria-hidden="true" className="scales absolute inset-y-0 left-0 -z-10 hidden h-2/3 w-[64vw] lg:block" />
      <div className="relative max-lg:col-start-1 max-lg:row-start-1 lg:order-2">
        <Poster
          poster={event.poster}
          sizes="(min-width: 64rem) 36vw, 100vw"
          lead
          className={clsx(
            "aspect-4/5 max-h-[78dvh] w-full lg:max-h-none",
            (isOver || event.status === "canceled") && "grayscale",
          )}
        />
        <div aria-hidden="true" className="absolute inset-0 poster-shade lg:hidden" />
        {event.status !== "on" && <Stamp status={event.status} />}
      </div>
      <div className="relative measure self-end bg-linear-to-t from-night/50 from-75% pt-6 pb-6 text-bone max-lg:col-start-1 max-lg:row-start-1 lg:order-1 lg:bg-none lg:mr-0 lg:max-w-[calc(min(84rem,100vw)-36vw+max(0px,(100vw-84rem)/2))] lg:pb-12 lg:text-ink">
        <div className="mb-4 flex flex-wrap items-center gap-3">
          {event.status === "on" &&
            (isOver ? <Badge tone="on-poster">Past event</Badge> : <EventBadge event={event} />)}
          <p className="eyebrow lg:text-gilt">{[event.venue.city, ...event.categories].join(" · ")}</p>
        </div>
        <EventTitle title={event.title} className="min-[20rem]:max-w-[12ch]" />
        <p className="mt-4 text-lg font-semibold text-balance">
          {hasDate(event) ? (
            <time dateTime={event.startsAt} className={clsx(event.status !== "on" && "line-through decoration-2")}>
              {formatLongDate(event.startsAt, event.timeZone)}
            </time>
          ) : (
            noDate
          )}
        </p>
        <p className="mt-3 hidden max-w-[46ch] text-lg text-muted lg:block">{event.summary}</p>
        {event.fromCents !== null && !isOver && (
          <a href="#tickets" className={buttonStyle("gold", "lg", "mt-7 hidden! lg:inline-flex!")}>
            Get tickets
            <Price
              cents={event.fromCents}
              currency={event.currency}
              from
              className="border-l-2 border-dashed border-on-gold/35 pl-3"
            />
          </a>
        )}
      </div>
    </header>
  );
}

/** The event's status, printed across the poster. The banner below repeats it for screen readers. */
function Stamp({ status }: { status: "canceled" | "postponed" }) {
  return (
    <p
      aria-hidden="true"
      className={clsx(
        "absolute inset-x-0 top-[8%] overflow-hidden py-2 text-center text-night lg:top-1/2 lg:py-4",
        status === "canceled" ? "bg-[#ff7a98]" : "bg-[#ffab52]",
      )}
    >
      <span className="display text-display-lg font-black tracking-[0.04em]">{status}</span>
    </p>
  );
}

/** The venue with its whole address. */
export const venueLine = ({ name, address, city, region, country }: EventDetail["venue"]) =>
  [name, address, city, region, country].filter(Boolean).join(", ");

/** The link that opens a map: a plain link, so no map service learns about visitors who don't use it. */
export const mapAddress = ({ venue }: Pick<EventDetail, "venue">) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(venueLine(venue))}`;

/** The facts for attending: when, where, age limit, dress code. */
export function EventDetails({ event }: { event: EventDetail }) {
  const { weekday, day, month, year } = dateParts(event.startsAt, event.timeZone);
  const { venue } = event;
  const time = (instant: string) => formatTime(instant, event.timeZone);
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(7rem,40%)),1fr))] gap-x-6 gap-y-7 border-b border-line py-8 md:grid-cols-4 md:py-10 lg:grid-cols-[minmax(0,auto)_minmax(0,auto)_minmax(0,1fr)_minmax(0,1fr)]">
      {hasDate(event) ? (
        <>
          <Detail label="Date" big={`${weekday}, ${month} ${day}`}>
            {year}
          </Detail>
          <Detail label={event.doorsAt ? "Doors" : "Starts"} big={time(event.doorsAt ?? event.startsAt)}>
            {event.doorsAt && `Music ${time(event.startsAt)}, `}until {time(event.endsAt)}
          </Detail>
        </>
      ) : (
        <Detail label="Date" big="TBA">
          {noDate}
        </Detail>
      )}
      <Detail label="Where" big={venue.name}>
        {[venue.address, venue.city, venue.region].filter(Boolean).join(", ")}
        <br />
        <a
          href={mapAddress(event)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-1 font-semibold text-gilt underline underline-offset-4 hover:text-ink"
        >
          Open map <ArrowUpRight className="size-4" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </Detail>
      <Detail label="Who" big={event.ageRule === "all" ? "All ages" : event.ageRule}>
        {event.ageRule === "all" ? "Everyone is welcome" : "Bring a photo ID"}
        {event.dressCode && (
          <>
            <br />
            Dress code: {event.dressCode}
          </>
        )}
      </Detail>
    </dl>
  );
}

function Detail({ label, big, children }: { label: string; big: string; children: ReactNode }) {
  return (
    <div className="min-w-0 lg:pr-8">
      <dt className="eyebrow mb-1.5 text-gilt">{label}</dt>
      <dd>
        <span className="display block text-display-sm wrap-anywhere lg:text-[min(2rem,3vw)]">{big}</span>
        <span className="mt-1.5 block text-sm text-muted">{children}</span>
      </dd>
    </div>
  );
}
