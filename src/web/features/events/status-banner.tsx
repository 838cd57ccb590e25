import { clsx } from "clsx";
import type { EventDetail } from "#contract/events/events.ts";
import { formatLongDate, formatShortDate } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

const banners = {
  canceled: {
    title: "This event is canceled",
    text: "It won't take place. We'll email everyone who has a ticket.",
    style: "border-hibiscus bg-hibiscus-wash text-hibiscus",
  },
  postponed: {
    title: "This event is postponed",
    text: "There's no new date yet. Tickets stay valid for it. We'll email everyone who has a ticket as soon as it's set.",
    style: "border-mango bg-mango-wash text-mango",
  },
};

/** A full-width banner for an event that is canceled, postponed or rescheduled, with the staff's own note if there is one. */
export function StatusBanner({ event }: { event: EventDetail }) {
  const { status, statusNote, movedFrom, startsAt, timeZone } = event;
  if (status === "on") {
    if (!movedFrom || movedFrom === startsAt) return null;
    const isSameDay = formatShortDate(movedFrom, timeZone) === formatShortDate(startsAt, timeZone);
    return (
      <p role="note" className="border-y-2 border-mango bg-mango-wash">
        <span className="measure block py-4 text-lg">
          <strong className="text-mango">{isSameDay ? "New time." : "New date."}</strong> This event moved from{" "}
          <s>{formatLongDate(movedFrom, timeZone)}</s> to <strong>{formatLongDate(startsAt, timeZone)}</strong>.
        </span>
      </p>
    );
  }
  const { title, text, style } = banners[status];
  return (
    <section aria-labelledby="event-status" className={clsx("border-y-4", style)}>
      <div className="measure grid gap-3 py-8 md:grid-cols-[auto_minmax(0,1fr)] md:items-center md:gap-12 md:py-10">
        <h2 id="event-status" className="display max-w-[14ch] text-display-lg font-black">
          {title}
        </h2>
        <p className="max-w-[60ch] text-lg whitespace-pre-line text-ink">{statusNote ?? text}</p>
      </div>
    </section>
  );
}

const labels = {
  on: {
    title: "This event is over",
    text: (city: string) => `Thanks to everyone who came out in ${city}. See what's coming up next.`,
  },
  canceled: {
    title: "No tickets on sale",
    text: () => "This event is canceled. See what else is coming up.",
  },
  postponed: {
    title: "No tickets for now",
    text: () => "Sales are paused until there's a new date. Tickets you've already bought stay valid.",
  },
};

/** Replaces the ticket picker once an event is over, or while it is canceled or postponed. */
export function PastNote({ event }: { event: EventDetail }) {
  const { title, text } = labels[event.status];
  return (
    <section
      aria-labelledby="past-note"
      className="pinstripe grid content-start gap-4 rounded-lg border border-line p-6"
    >
      <h2 id="past-note" className="display text-display-md">
        {title}
      </h2>
      <p className="text-muted">{text(event.venue.city)}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.events()}>See upcoming events</LinkButton>
        <LinkButton variant="outline" to={paths.events({ when: "past" })}>
          {event.status === "on" ? "More past events" : "Past events"}
        </LinkButton>
      </div>
    </section>
  );
}
