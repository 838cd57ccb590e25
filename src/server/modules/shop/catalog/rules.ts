import type { ProductSummary, VariantStatus } from "#contract/shop/shop.ts";

/** Up to this many units are told as "2 left". */
const fewLeft = 5;

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
const oneSize = /^(one[\s-]?size|o\/?s)\b/i;

/**
 * Sorts sizes as people read them: letters from small to large, then numbers, then other words as they came, then what
 * fits everyone. A combined size, such as S/M, follows its first part.
 */
export function bySize(a: string, b: string): number {
  const [first, second] = [sizeRank(a), sizeRank(b)];
  if (first !== second) return first - second;
  return first === otherRank ? 0 : a.localeCompare(b, "en", { numeric: true });
}

const numberRank = 100;
const otherRank = 100_000;

function sizeRank(size: string): number {
  if (oneSize.test(size)) return otherRank + 1;
  const [part = ""] = size.trim().split(/\s*[/–-]\s*/, 1);
  const letter = letterSizes.indexOf(part.toUpperCase());
  if (letter >= 0) return letter + (part === size.trim() ? 0 : 0.5);
  const number = Number.parseFloat(part);
  return Number.isNaN(number) ? otherRank : numberRank + Math.min(number, 10_000);
}
