import type { EventDetail } from "#contract/events.ts";
import { Gallery } from "./gallery.tsx";
import { LineUp } from "./line-up.tsx";
import { OtherDates } from "./other-dates.tsx";
import { VenueMap } from "./map/venue-map.tsx";
import { Paragraphs } from "./paragraphs.tsx";

/** The event's description, or its recap: the lineup, what to expect, the organizer's policies. */
export function EventStory({ event, isOver = false }: { event: EventDetail; isOver?: boolean }) {
  const gallery = <Gallery pictures={event.gallery} title={isOver ? "Photos from the night" : "Photos"} />;
  return (
    <div className="grid min-w-0 content-start gap-14">
      {isOver && event.recap && (
        <section aria-labelledby="recap">
          <h2 id="recap" className="display mb-4 text-display-md">
            How it was
          </h2>
          <Paragraphs text={event.recap} lead />
        </section>
      )}
      {isOver && gallery}
      {!isOver && <OtherDates dates={event.otherDates} />}
      {event.description.trim() !== "" && (
        <section aria-labelledby="about">
          <h2 id="about" className="eyebrow mb-4 text-gilt">
            About
          </h2>
          <Paragraphs text={event.description} html={event.descriptionHtml} />
        </section>
      )}
      {event.lineup.length > 0 && <LineUp lineup={event.lineup} />}
      {!isOver && gallery}
      {!isOver && <VenueMap venue={event.venue} />}
      {isOver && <OtherDates dates={event.otherDates} />}
      {event.policies.length > 0 && (
        <section aria-labelledby="policies">
          <h2 id="policies" className="eyebrow mb-4 text-gilt">
            Good to know
          </h2>
          <dl className="grid gap-6 sm:grid-cols-2">
            {event.policies.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-1 text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
