import type { EventStatus } from "#contract/events/events.ts";
import type { ProductSummary } from "#contract/shop/shop.ts";
import type { PublishedEvent } from "#server/modules/events/index.ts";
import { formatMoney } from "#server/platform/format.ts";
import type { SocialSheet } from "./draw.ts";

const stamps: Record<Exclude<EventStatus, "on">, SocialSheet["stamp"]> = {
  canceled: { word: "CANCELED", fill: "#ff7a98" },
  postponed: { word: "POSTPONED", fill: "#ffab52" },
};

/** What an event's preview says: its title, date and venue, and that it's off. */
export function eventSheet({ title, startsAt, timeZone, venue, status }: PublishedEvent): SocialSheet {
  return {
    title,
    goldLine: status === "postponed" ? "New date to be announced" : dateLine(startsAt, timeZone),
    plainLine: [venue.name, venue.city].join(" · "),
    stamp: status === "on" ? null : stamps[status],
    isGray: status === "canceled",
  };
}

/** "SAT, NOV 28 · 10:00 PM" in the event's time zone. */
function dateLine(startsAt: Date, timeZone: string): string {
  const parts = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  const [day, month, time] = new Intl.DateTimeFormat("en-US", { ...parts, timeZone }).format(startsAt).split(", ");
  return `${day}, ${month} · ${time}`;
}

/** What a product's preview says: its title, price and tagline, and that it's sold out. */
export function productSheet({ title, tagline, fromCents, hasPrices, currency, status }: ProductSummary): SocialSheet {
  return {
    title,
    goldLine: `${hasPrices ? "From " : ""}${formatMoney(fromCents, currency)}`,
    plainLine: tagline,
    stamp: status === "sold_out" ? { word: "SOLD OUT", fill: "#ff7a98" } : null,
    isGray: false,
  };
}
