import { clsx } from "clsx";
import { Link } from "#web/lib/router.ts";
import type { EventSummary } from "#contract/events/events.ts";
import { dateParts, formatTime, hasDate, noDate } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Poster } from "#web/ui/poster.tsx";
import { Price } from "#web/ui/price.tsx";
import { EventBadge, useIsOver } from "./event-badge.tsx";
import { hyphenated } from "./event-title.tsx";

/** One fact under a card: on its own line if the card is narrow, otherwise after a dot. */
const detailStyle = "block @3xs:inline @3xs:not-first:before:content-['_·_']";

/** An event as a poster, with its date, place and price below. The whole card links to the event. */
export function EventCard({ event, sizes, lead = false }: { event: EventSummary; sizes: string; lead?: boolean }) {
  const isOver = useIsOver(event);
  const isDated = hasDate(event);
  const { weekday, day, month, year } = dateParts(event.startsAt, event.timeZone);
  return (
    <article className="group @container relative grid content-start gap-3">
      <div className="relative overflow-hidden rounded-sm">
        <Poster
          poster={event.poster}
          sizes={sizes}
          lead={lead}
          decorative
          className={clsx(
            "aspect-4/5 transition-transform duration-500 ease-tailored group-hover:scale-[1.03]",
            event.status === "canceled" && "grayscale",
          )}
        />
        <div className="absolute top-3 left-3">
          <EventBadge event={event} />
        </div>
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
        <p className="display row-span-3 text-center text-display-md text-gilt">
          <span className="block text-base leading-none tracking-[0.06em]">{isDated ? month : "Date"}</span>
          {isDated ? day : <span className="text-display-sm">TBA</span>}
        </p>
        <h3 className="display text-display-sm wrap-break-word">
          <Link
            to={paths.event(event)}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-gold group-hover:decoration-3 group-hover:underline-offset-4"
          >
            {hyphenated(event.title)}
          </Link>
        </h3>
        <p className="mt-1 text-sm text-muted">
          <span className={detailStyle}>
            {isDated ? `${weekday}, ${isOver ? year : formatTime(event.startsAt, event.timeZone)}` : noDate}
          </span>
          <span className={detailStyle}>{event.venue.city}</span>
        </p>
        {event.fromCents !== null && !isOver && (
          <Price cents={event.fromCents} currency={event.currency} from className="col-start-2 text-sm font-semibold" />
        )}
      </div>
    </article>
  );
}
