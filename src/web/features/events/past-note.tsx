import type { EventDetail } from "#contract/events.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

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
