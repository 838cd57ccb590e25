import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { EventStatus } from "#contract/events/events.ts";
import { formatTime, eventDate, hasDate } from "#web/lib/dates.ts";
import { Poster, type PosterPicture } from "#web/ui/poster.tsx";

/** The event as a ticket names it. What isn't known, such as the venue of an event that was unpublished, is left out. */
export type TicketEvent = {
  title: string;
  startsAt: string;
  timeZone: string;
  status: EventStatus;
  doorsAt?: string | null | undefined;
  venue?: { name: string; city: string } | undefined;
  poster?: PosterPicture | undefined;
};

type TicketHeaderProps = {
  event: TicketEvent;
  /** The event's title as the heading that fits its place. */
  title: ReactNode;
  /** The poster's `sizes`. Where the image is already on the page, use the same: it is then not loaded again. */
  sizes?: string;
  className?: string;
};

/** The poster's `sizes` on a card of My Tickets. The full-screen view uses the same file, which works offline. */
export const cardPosterSizes = "(min-width: 40rem) 13rem, 100vw";

/** A ticket's head: the poster, and beside it title, date, doors and venue. */
export function TicketHeader({ event, title, sizes = "5rem", className }: TicketHeaderProps) {
  const { startsAt, doorsAt, timeZone, venue, poster } = event;
  return (
    <div className={clsx("flex min-w-0 items-center gap-4", className)}>
      {poster && <Poster poster={poster} sizes={sizes} decorative className="aspect-4/5 w-16 shrink-0 rounded-sm" />}
      <div className="min-w-0">
        {title}
        <p className="mt-1 text-sm leading-snug font-medium">
          {hasDate(event) ? <time dateTime={startsAt}>{eventDate(event)}</time> : eventDate(event)}
          {doorsAt && hasDate(event) && <span className="block">Doors {formatTime(doorsAt, timeZone)}</span>}
          {venue && (
            <span className="block">
              {venue.name}, {venue.city}
            </span>
          )}
        </p>
      </div>
    </div>
  );
}
