import { Badge } from "#web/ui/badge.tsx";

/** Says that little or nothing of a product or a variant is left. */
export function StockBadge({ left, isLow }: { left: number | null; isLow: boolean }) {
  if (left === 0) return <Badge tone="gone">Sold out</Badge>;
  return isLow && <Badge tone="soon">Low</Badge>;
}
