import type { EventDetail } from "#contract/events.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

const words = {
  on: {
    title: "This night is over",
    text: (city: string) =>
      `Thank you to everyone who was there. The next one in ${city}, or somewhere near, is being dressed already.`,
  },
  cancelled: {
    title: "No tickets: it is cancelled",
    text: () => "Nothing is sold for this night any more. Look what else is coming.",
  },
  postponed: {
    title: "No tickets for now",
    text: () => "Sales rest until there is a new date. Tickets that were bought stay good.",
  },
};

/** Stands where the tickets stood once a night is over, or while it does not take place. */
export function PastNote({ event }: { event: EventDetail }) {
  const { title, text } = words[event.state];
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
        <LinkButton to={paths.events()}>See what is coming</LinkButton>
        <LinkButton variant="outline" to={paths.events({ when: "past" })}>
          {event.state === "on" ? "More past nights" : "Past nights"}
        </LinkButton>
      </div>
    </section>
  );
}
