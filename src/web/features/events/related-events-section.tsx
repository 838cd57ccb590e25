import { useQuery } from "@tanstack/react-query";
import type { EventDetail } from "#contract/events.ts";
import { EventCard } from "./event-card.tsx";
import { relatedQuery } from "./queries.ts";

/** Other events to consider: in the same city or of the same type. */
export function RelatedEventsSection({ event }: { event: Pick<EventDetail, "id"> }) {
  const { data } = useQuery(relatedQuery(event.id));
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="related" className="border-t border-line">
      <div className="measure py-14 md:py-20">
        <h2 id="related" className="display mb-6 text-display-md md:mb-10">
          More events like this
        </h2>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-4 md:gap-x-8">
          {data.items.map((related) => (
            <li key={related.id}>
              <EventCard event={related} sizes="(min-width: 64rem) 20rem, (min-width: 48rem) 22vw, 46vw" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
