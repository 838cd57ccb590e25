import type { EventDetail, Venue } from "#contract/events/events.ts";
import { Gallery, StorySection } from "./gallery.tsx";
import { clsx } from "clsx";
import { Link } from "#web/lib/router.ts";
import { refundSentence } from "#web/features/refunds/labels.ts";
import { dateParts, formatTime, hasDate, noDate } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { EventBadge } from "./event-badge.tsx";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { useQuery } from "@tanstack/react-query";
import { EventCard } from "./event-card.tsx";
import { relatedQuery } from "./queries.ts";

/**
 * True if an event's page shows where the venue is in its region. The map has coasts and state lines, no streets: it says
 * where a city is to someone who travels to another country, or who isn't told the address yet. Everyone else opens a street
 * map from the address.
 */
export const isMapHelpful = ({
  latitude,
  longitude,
  address,
  country,
}: Pick<Venue, "latitude" | "longitude" | "address" | "country">): boolean =>
  latitude !== null && longitude !== null && (!address?.trim() || country !== "US");

const InBox = ({ children }: { children: ReactNode }) => <div className="p-4">{children}</div>;
const VenuePicture = lazyPart("The map", async () => (await import("./map/venue-picture.tsx")).VenuePicture, InBox);

/** The venue on a map of its region, if that helps. Loads when it comes near the viewport. */
function VenueMap({ venue }: { venue: Venue }) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const { latitude, longitude } = venue;
  const isOnMap = isMapHelpful(venue);

  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: "400px" },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isOnMap]);

  if (!isOnMap || latitude === null || longitude === null) return null;
  return (
    <StorySection id="venue-map" title="Location">
      <div ref={box} className="scales aspect-[8/5] overflow-hidden rounded-lg border border-line bg-page mask-none!">
        {isNear && (
          <Suspense>
            <VenuePicture coordinates={{ latitude, longitude }} name={venue.name} city={venue.city} />
          </Suspense>
        )}
      </div>
    </StorySection>
  );
}

type ParagraphsProps = {
  text: string;
  /** The same text with formatting, sanitized by the server: a few elements, no attribute that could do anything. */
  html?: string | null;
  /** Larger type, for the first text to read. */
  lead?: boolean;
};

const marks =
  "[&_a]:font-semibold [&_a]:text-gilt [&_a]:underline [&_a]:underline-offset-4 [&_h2]:display [&_h2]:text-display-sm [&_h3]:display [&_h3]:text-xl [&_li]:ml-5 [&_ol]:list-decimal [&_ul]:list-disc [&_blockquote]:border-l-4 [&_blockquote]:border-gold [&_blockquote]:pl-5";

/** Text written by staff: paragraphs separated by blank lines, or with the editor's formatting. */
function Paragraphs({ text, html, lead = false }: ParagraphsProps) {
  const style = clsx("grid max-w-[62ch] gap-4", lead ? "text-xl leading-relaxed" : "text-lg");
  if (html) return <div className={clsx(style, marks)} dangerouslySetInnerHTML={{ __html: html }} />;
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className={clsx(style, "whitespace-pre-line")}>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}

/** The event's description, or its recap: the lineup, what to expect, the organizer's policies. */
export function EventStory({ event, isOver = false }: { event: EventDetail; isOver?: boolean }) {
  const policies = [...event.policies, ...refundItem(event, isOver)];
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
        <StorySection id="about" title="About">
          <Paragraphs text={event.description} html={event.descriptionHtml} />
        </StorySection>
      )}
      {event.lineup.length > 0 && <LineUp lineup={event.lineup} />}
      {!isOver && gallery}
      {!isOver && <VenueMap venue={event.venue} />}
      {isOver && <OtherDates dates={event.otherDates} />}
      {policies.length > 0 && (
        <StorySection id="policies" title="Good to know">
          <dl className="grid gap-6 sm:grid-cols-2">
            {policies.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-1 text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </StorySection>
      )}
    </div>
  );
}

/** The event's refund policy as one more thing to know, while tickets can be bought. */
function refundItem(event: EventDetail, isOver: boolean): EventDetail["policies"] {
  const text = !isOver && event.status === "on" && event.ticketTypes.length > 0 && refundSentence(event);
  return text ? [{ title: "Refunds", text }] : [];
}

/** The other dates of the same series, designed like ticket stubs. */
function OtherDates({ dates }: { dates: EventDetail["otherDates"] }) {
  if (dates.length === 0) return null;
  return (
    <StorySection id="other-dates" title="Other dates">
      <ul className="grid gap-2 sm:grid-cols-2">
        {dates.map((date) => {
          const { weekday, day, month } = dateParts(date.startsAt, date.timeZone);
          return (
            <li key={date.id}>
              <Link
                to={paths.event(date)}
                className="flex min-h-16 items-center gap-4 rounded-sm border border-line px-4 py-2 transition-colors hover:border-gold"
              >
                <span className="display text-display-sm text-gilt">{hasDate(date) ? `${month} ${day}` : "TBA"}</span>
                <span className="min-w-0 flex-1 text-sm text-muted">
                  {hasDate(date) ? `${weekday}, ${formatTime(date.startsAt, date.timeZone)}` : noDate}
                  <br />
                  {date.city}
                </span>
                <EventBadge event={date} />
              </Link>
            </li>
          );
        })}
      </ul>
    </StorySection>
  );
}

/** The lineup. Artists with an image come first, in large format; the others are a list of names. */
function LineUp({ lineup }: Pick<EventDetail, "lineup">) {
  const pictured = lineup.filter(({ picture }) => picture !== null);
  const named = lineup.filter(({ picture }) => picture === null);
  return (
    <StorySection id="lineup" title="Lineup">
      {pictured.length > 0 && (
        <ul className="mb-2 grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-5">
          {pictured.map(({ name, role, picture }) => (
            <li key={`${name} ${role}`}>
              {picture && (
                <Poster
                  poster={picture}
                  decorative
                  sizes="(min-width: 64rem) 16rem, 46vw"
                  className="mb-3 aspect-4/5 rounded-sm"
                />
              )}
              <span className="display block text-display-sm">{name}</span>
              <span className="text-sm text-muted">{role}</span>
            </li>
          ))}
        </ul>
      )}
      {named.length > 0 && (
        <ul className="border-t border-line">
          {named.map(({ name, role }) => (
            <li
              key={`${name} ${role}`}
              className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-3"
            >
              <span className="display text-display-md">{name}</span>
              <span className="text-muted">{role}</span>
            </li>
          ))}
        </ul>
      )}
    </StorySection>
  );
}

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
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-4 gap-y-10 md:grid-cols-4 md:gap-x-8">
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
