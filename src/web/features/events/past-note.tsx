import type { EventDetail } from "#contract/events.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Stands where the tickets stood once a night is over. */
export function PastNote({ event }: { event: EventDetail }) {
  return (
    <section
      aria-labelledby="past-note"
      className="pinstripe grid content-start gap-4 rounded-lg border border-line p-6"
    >
      <h2 id="past-note" className="display text-display-md">
        This night is over
      </h2>
      <p className="text-muted">
        Thank you to everyone who was there. The next one in {event.venue.city}, or somewhere near, is being dressed
        already.
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.events()}>See what is coming</LinkButton>
        <LinkButton variant="outline" to={paths.events({ when: "past" })}>
          More past nights
        </LinkButton>
      </div>
    </section>
  );
}
