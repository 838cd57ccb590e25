import type { ProductInput, StockReason } from "#contract/shop/products.ts";
import { type BadgeLabel, Badge } from "#web/ui/badge.tsx";

/** The label and color of each publication. */
export const publications: Record<ProductInput["publication"], BadgeLabel> = {
  draft: { label: "Draft", tone: "soon" },
  active: { label: "Active", tone: "good" },
  archived: { label: "Archived", tone: "plain" },
};

export const kinds: Record<ProductInput["kind"], string> = { physical: "Physical", digital: "Download" };

export const taxCategories: Record<ProductInput["taxCategory"], string> = {
  clothing: "Clothing",
  general: "General goods",
  media: "Music and other media",
  digital: "Digital goods",
};

/** Why stock changed, and whether that adds units, removes some or counts all. */
export const stockReasons: Record<StockReason, { label: string; way: "adds" | "removes" | "counts" }> = {
  received: { label: "Received", way: "adds" },
  counted: { label: "Counted", way: "counts" },
  damaged: { label: "Damaged", way: "removes" },
  given_away: { label: "Given away", way: "removes" },
  returned: { label: "Returned", way: "adds" },
  opening: { label: "Opening stock", way: "counts" },
};

/** "5 left", or that it doesn't run out. */
export const leftText = (left: number | null) => (left === null ? "Unlimited" : `${left.toLocaleString("en-US")} left`);

/** Says that little or nothing of a product or a variant is left. */
export function StockBadge({ left, isLow }: { left: number | null; isLow: boolean }) {
  if (left === 0) return <Badge tone="gone">Sold out</Badge>;
  return isLow && <Badge tone="soon">Low</Badge>;
}
