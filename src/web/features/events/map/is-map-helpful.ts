import type { Venue } from "#contract/events/events.ts";

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
