import type { EventSaleState } from "#contract/events.ts";
import { Badge, type BadgeWords } from "#web/ui/badge.tsx";

const said: Partial<Record<EventSaleState, BadgeWords>> = {
  nearly_gone: { label: "Nearly gone", tone: "soon" },
  scheduled: { label: "On sale soon", tone: "plain" },
  sold_out: { label: "Sold out", tone: "gone" },
  free: { label: "Free", tone: "good" },
};

/** How the night stands for a buyer. Plainly on sale needs no badge: the price says it. */
export function SaleBadge({ state, onPoster = false }: { state: EventSaleState; onPoster?: boolean }) {
  const badge = said[state];
  if (!badge) return null;
  return <Badge tone={onPoster && badge.tone === "plain" ? "on-poster" : badge.tone}>{badge.label}</Badge>;
}
