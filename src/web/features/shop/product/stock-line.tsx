import { clsx } from "clsx";
import type { ProductDetail, Variant } from "#contract/shop/shop.ts";
import { formatCalendarDay } from "#web/lib/dates.ts";

type Said = { text: string; tone: "good" | "soon" | "gone" };

const tones = { good: "text-sea", soon: "text-mango", gone: "text-hibiscus" };

function saidOf(product: ProductDetail, variant: Variant | undefined): Said | undefined {
  const { status, left } = variant ?? product;
  if (status === "scheduled") return undefined;
  if (status === "sold_out") return { text: "Sold out", tone: "gone" };
  if (status === "ended") return { text: "No longer sold", tone: "gone" };
  if (status === "in_carts") return { text: "All in carts. What isn't bought comes back here.", tone: "soon" };
  if (left !== null) return { text: `${left} left`, tone: "soon" };
  if (variant?.preorderShipsOn)
    return { text: `Pre-order: ships from ${formatCalendarDay(variant.preorderShipsOn)}`, tone: "good" };
  if (!variant && product.isPreorder) return { text: "Pre-order", tone: "good" };
  return { text: product.kind === "digital" ? "Download it right after you pay" : "In stock", tone: "good" };
}

/** What is true of the chosen variant's stock, in one line; of all of them while none is chosen. */
export function StockLine({ product, variant }: { product: ProductDetail; variant: Variant | undefined }) {
  const said = saidOf(product, variant);
  return (
    <p role="status" className={clsx("font-semibold", said && tones[said.tone])}>
      {said?.text}
      {said && variant && variant.left !== null && variant.preorderShipsOn && (
        <span className="block font-normal text-muted">
          Pre-order: ships from {formatCalendarDay(variant.preorderShipsOn)}
        </span>
      )}
    </p>
  );
}
