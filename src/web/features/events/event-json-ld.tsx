import type { EventDetail, TicketType } from "#contract/events/events.ts";
import { useSite } from "#web/lib/site.ts";
import { paths } from "#web/lib/paths.ts";
import { clockTimeOf, dayOf, hasDate } from "#web/lib/dates.ts";
import { breadcrumbs, JsonLd } from "#web/ui/json-ld.tsx";

export function EventJsonLd({ event }: { event: EventDetail }) {
  const { baseUrl } = useSite();
  return <JsonLd data={[eventJsonLd(event, baseUrl), breadcrumbJsonLd(event, baseUrl)]} />;
}

const availability: Record<TicketType["status"], string> = {
  on_sale: "https://schema.org/InStock",
  in_carts: "https://schema.org/Reserved",
  scheduled: "https://schema.org/PreOrder",
  sold_out: "https://schema.org/SoldOut",
  ended: "https://schema.org/Discontinued",
};

function eventStatus({ status, movedFrom }: EventDetail): string {
  if (status === "canceled") return "https://schema.org/EventCancelled";
  if (status === "postponed") return "https://schema.org/EventPostponed";
  return `https://schema.org/${movedFrom ? "EventRescheduled" : "EventScheduled"}`;
}

/** The event as search engines read it: schema.org/Event; JSON leaves out what is undefined. Prices are what a buyer pays, fees included. */
export function eventJsonLd(event: EventDetail, baseUrl: string) {
  const absolute = (path: string) => new URL(path, baseUrl).href;
  const url = absolute(paths.event(event));
  const { venue } = event;
  const local = (instant: string) => zonedIso(instant, event.timeZone);
  const pictureOf = (key: string) => absolute(paths.posters.fallback(key));
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: event.title,
    description: event.seo.description ?? event.summary,
    url,
    image: [absolute(paths.feeds.social(event)), pictureOf(event.poster.key)],
    ...(hasDate(event)
      ? {
          startDate: local(event.startsAt),
          endDate: local(event.endsAt),
          doorTime: event.doorsAt ? local(event.doorsAt) : undefined,
          previousStartDate: event.movedFrom ? local(event.movedFrom) : undefined,
        }
      : // https://schema.org/EventPostponed: there is no new date, and the former one is in previousStartDate.
        { previousStartDate: local(event.startsAt) }),
    eventStatus: eventStatus(event),
    typicalAgeRange: event.ageRule === "all" ? undefined : event.ageRule.replace("+", "-"),
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "Place",
      name: venue.name,
      address: {
        "@type": "PostalAddress",
        streetAddress: venue.address || undefined,
        addressLocality: venue.city,
        addressRegion: venue.region,
        addressCountry: venue.country,
      },
      geo:
        venue.latitude !== null && venue.longitude !== null
          ? { "@type": "GeoCoordinates", latitude: venue.latitude, longitude: venue.longitude }
          : undefined,
    },
    organizer: { "@type": "Organization", name: "Savage Gentlemen", url: baseUrl },
    performer: event.lineup.map(({ name, picture }) => ({
      "@type": "PerformingGroup",
      name,
      image: picture ? pictureOf(picture.key) : undefined,
    })),
    offers: event.ticketTypes.map((type) => ({
      "@type": "Offer",
      name: type.name,
      url,
      price: ((type.pricing === "open" ? (type.minimumCents ?? 0) : type.priceCents) / 100).toFixed(2),
      priceCurrency: type.currency,
      availability: availability[type.status],
      availabilityStarts: type.moreAt ?? undefined,
      validFrom: type.salesStartAt ?? undefined,
      validThrough: type.salesEndAt ?? undefined,
    })),
  };
}

/** The path from the home page to the event. */
export const breadcrumbJsonLd = (event: EventDetail, baseUrl: string) =>
  breadcrumbs(
    [
      ["Home", paths.home()],
      ["Events", paths.events()],
      [event.title, paths.event(event)],
    ],
    baseUrl,
  );

/** "2026-11-28T22:00:00-05:00": the local time with its UTC offset, the format search engines need for an event's start. */
export function zonedIso(instant: string, timeZone: string): string {
  const local = `${dayOf(instant, timeZone)}T${clockTimeOf(instant, timeZone)}:${new Date(instant).toISOString().slice(17, 19)}`;
  const offsetMs = Date.parse(`${local}Z`) - Date.parse(instant);
  return `${local}${offsetMs < 0 ? "-" : "+"}${new Date(Math.abs(offsetMs)).toISOString().slice(11, 16)}`;
}
