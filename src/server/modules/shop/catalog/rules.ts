import type { ProductSummary, VariantStatus } from "#contract/shop.ts";

/** Up to this many units are told as "2 left". */
export const fewLeft = 5;

/** What of a variant decides how its product is offered. Units on sale now; cents of one currency. */
export interface Offer {
  priceCents: number;
  compareAtCents: number | null;
  status: VariantStatus;
  available: number;
  salesStartAt: string | null;
  preorderShipsOn: string | null;
}

type Offered = Pick<
  ProductSummary,
  "fromCents" | "hasPrices" | "compareAtCents" | "status" | "left" | "salesStartAt" | "isPreorder"
>;

/** The best status first: a product has the best one of its variants. */
const statuses: VariantStatus[] = ["on_sale", "in_carts", "scheduled", "sold_out", "ended"];

/** How many are left, if they are so few that it is worth saying. */
export const toldLeft = (status: VariantStatus, available: number): number | null =>
  status === "on_sale" && available > 0 && available <= fewLeft ? available : null;

/** How a product is offered by its variants: the price and the rest are those of what can be bought, if anything can. */
export function summarize(variants: Offer[]): Offered {
  const status = statuses.find((each) => variants.some((variant) => variant.status === each)) ?? "ended";
  const best = variants.filter((variant) => variant.status === status);
  const shown = status === "on_sale" ? best : variants;
  const fromCents = Math.min(...shown.map(({ priceCents }) => priceCents));
  const cheapest = shown.filter(({ priceCents }) => priceCents === fromCents);
  const available = best.reduce((sum, variant) => sum + variant.available, 0);
  const starts = best.flatMap(({ salesStartAt }) => salesStartAt ?? []).toSorted();
  return {
    fromCents: variants.length === 0 ? 0 : fromCents,
    hasPrices: shown.some(({ priceCents }) => priceCents !== fromCents),
    compareAtCents: cheapest.find(({ compareAtCents }) => compareAtCents !== null)?.compareAtCents ?? null,
    status,
    left: toldLeft(status, available),
    salesStartAt: status === "scheduled" ? (starts[0] ?? null) : null,
    isPreorder: best.length > 0 && best.every(({ preorderShipsOn }) => preorderShipsOn !== null),
  };
}

const letterSizes = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "2XL", "XXXL", "3XL", "4XL", "5XL"];

/** Sorts sizes as people read them: letters from small to large, then numbers, then other words. */
export function bySize(a: string, b: string): number {
  const [first, second] = [sizeRank(a), sizeRank(b)];
  return first - second || a.localeCompare(b, "en", { numeric: true });
}

function sizeRank(size: string): number {
  const letter = letterSizes.indexOf(size.toUpperCase());
  if (letter >= 0) return letter;
  return /^\d/.test(size) ? 100 : 200;
}
