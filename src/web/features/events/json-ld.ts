import type { EventDetail, TicketType } from "#contract/events.ts";
import { paths } from "#web/lib/paths.ts";

const availability: Record<TicketType["status"], string> = {
  on_sale: "https://schema.org/InStock",
  scheduled: "https://schema.org/PreOrder",
  sold_out: "https://schema.org/SoldOut",
  ended: "https://schema.org/Discontinued",
};

/** The night as search engines read it: schema.org/Event. Prices are what a buyer pays, fees included. */
export function eventJsonLd(event: EventDetail, baseUrl: string) {
  const absolute = (path: string) => new URL(path, baseUrl).href;
  const url = absolute(paths.event(event.id, event.slug));
  const { venue } = event;
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: event.title,
    description: event.summary,
    url,
    image: [absolute(paths.posters.social(event.poster.key)), absolute(paths.posters.fallback(event.poster.key))],
    startDate: event.startsAt,
    endDate: event.endsAt,
    ...(event.doorsAt ? { doorTime: event.doorsAt } : {}),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "Place",
      name: venue.name,
      address: {
        "@type": "PostalAddress",
        ...(venue.address ? { streetAddress: venue.address } : {}),
        addressLocality: venue.city,
        addressRegion: venue.region,
        addressCountry: venue.country,
      },
      ...(venue.latitude !== null && venue.longitude !== null
        ? { geo: { "@type": "GeoCoordinates", latitude: venue.latitude, longitude: venue.longitude } }
        : {}),
    },
    organizer: { "@type": "Organization", name: "Savage Gentlemen", url: baseUrl },
    performer: event.lineup.map(({ name }) => ({ "@type": "PerformingGroup", name })),
    offers: event.ticketTypes.map((type) => ({
      "@type": "Offer",
      name: type.name,
      url,
      price: ((type.pricing === "open" ? (type.minimumCents ?? 0) : type.priceCents) / 100).toFixed(2),
      priceCurrency: type.currency,
      availability: availability[type.status],
      ...(type.salesStartAt ? { validFrom: type.salesStartAt } : {}),
    })),
  };
}

/** JSON that cannot end the script element it stands in, whatever a title says. */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
