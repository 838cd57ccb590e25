import type { ProductSummary, Variant } from "#contract/shop/shop.ts";
import { formatDay, formatTime, zoneName } from "#web/lib/dates.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";

/** "Sat, Dec 5, 7:00 PM EST", in the brand's time zone. */
export const dropTime = (startsAt: string, zone: string) =>
  `${formatDay(startsAt, zone)}, ${formatTime(startsAt, zone)} ${zoneName(startsAt, zone)}`;

type Offered = Pick<ProductSummary, "status" | "left" | "salesStartAt" | "isPreorder">;

/** What a buyer needs to know at a glance. A product that is simply in stock needs no badge: the price shows it. */
export function productBadge(
  { status, left, salesStartAt, isPreorder }: Offered,
  brandZone: string,
): BadgeLabel | undefined {
  if (status === "sold_out") return { label: "Sold out", tone: "gone" };
  if (status === "ended") return { label: "No longer sold", tone: "gone" };
  if (status === "in_carts") return { label: "All in carts", tone: "soon" };
  if (status === "scheduled")
    return { label: salesStartAt ? `Drops ${dropTime(salesStartAt, brandZone)}` : "Coming soon", tone: "on-poster" };
  if (left !== null) return { label: `${left} left`, tone: "soon" };
  return isPreorder ? { label: "Pre-order", tone: "gold" } : undefined;
}

/** True if a variant can't be bought now and has no time at which it will be. */
export const isGone = ({ status }: Pick<Variant, "status">) => status !== "on_sale" && status !== "scheduled";
