import type { EventSummary } from "../events/events.ts";
import type { ProductSummary } from "../shop/shop.ts";

/** What an event's social image shows. Only these fields change it. */
export type SocialImageInput = Pick<EventSummary, "title" | "startsAt" | "timeZone" | "status"> & {
  venue: Pick<EventSummary["venue"], "name" | "city">;
  poster: Pick<EventSummary["poster"], "key">;
};

/** Increase it when the image's design changes. */
const design = 1;

/**
 * Identifies the content of an event's social image (FNV-1a over what it shows), so that its URL can be cached forever.
 * A change gives the image a new URL, so chat apps fetch it again.
 */
export function socialVersion({ title, startsAt, timeZone, status, venue, poster }: SocialImageInput): string {
  // A postponed event's image has no date.
  const date = status === "postponed" ? null : startsAt;
  return versionOf([title, date, timeZone, status, venue.name, venue.city, poster.key]);
}

/** What a product's social image shows. Only these fields change it. */
export type SocialProductInput = Pick<
  ProductSummary,
  "title" | "tagline" | "fromCents" | "hasPrices" | "currency" | "status"
> & { picture: Pick<ProductSummary["picture"], "key"> };

/** Identifies the content of a product's social image, as `socialVersion` does for events. */
export function productSocialVersion(product: SocialProductInput): string {
  const { title, tagline, fromCents, hasPrices, currency, status, picture } = product;
  return versionOf([title, tagline, fromCents, hasPrices, currency, status === "sold_out", picture.key]);
}

function versionOf(shown: unknown[]): string {
  const text = JSON.stringify([design, ...shown]);
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  return hash.toString(36);
}
