import type { ProductSummary, Variant } from "#contract/shop/shop.ts";
import { siteTimeZone } from "#web/lib/days.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";

/** "Sat, Dec 5, 7:00 PM", in the organizer's time zone. */
export const dropTime = (startsAt: string) =>
  `${formatDay(startsAt, siteTimeZone)}, ${formatTime(startsAt, siteTimeZone)}`;

type Offered = Pick<ProductSummary, "status" | "left" | "salesStartAt" | "isPreorder">;

/** What a buyer needs to know at a glance. A product that is simply in stock needs no badge: the price shows it. */
export function productBadge({ status, left, salesStartAt, isPreorder }: Offered): BadgeLabel | undefined {
  if (status === "sold_out") return { label: "Sold out", tone: "gone" };
  if (status === "ended") return { label: "No longer sold", tone: "gone" };
  if (status === "in_carts") return { label: "All in carts", tone: "soon" };
  if (status === "scheduled")
    return { label: salesStartAt ? `Drops ${dropTime(salesStartAt)}` : "Coming soon", tone: "on-poster" };
  if (left !== null) return { label: `${left} left`, tone: "soon" };
  return isPreorder ? { label: "Pre-order", tone: "gold" } : undefined;
}

/** True if a variant can't be bought now and has no time at which it will be. */
export const isGone = ({ status }: Pick<Variant, "status">) => status !== "on_sale" && status !== "scheduled";
