import { clsx } from "clsx";
import type { ProductDetail, Variant } from "#contract/shop/shop.ts";
import { useIsInView } from "#web/lib/use-is-in-view.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Price } from "#web/ui/price.tsx";
import { buyId } from "./buy-box.tsx";

/** On a phone, the way to the button that buys, while that is out of view. */
export function ProductBar({ product, variant }: { product: ProductDetail; variant: Variant | undefined }) {
  const buttonShows = useIsInView(buyId);
  return (
    <div
      data-bar="thumb"
      className={clsx(
        "sticky bottom-[calc(3.75rem+1px+env(safe-area-inset-bottom))] z-30 border-t border-line bg-panel/96 backdrop-blur-md lg:hidden",
        buttonShows && "invisible",
      )}
    >
      <div className="measure flex items-center justify-between gap-4 py-2.5">
        <p className="grid min-w-0 leading-tight">
          <span className="truncate text-sm text-muted">{variant ? variant.options.join(" / ") : product.title}</span>
          <Price
            cents={variant?.priceCents ?? product.fromCents}
            currency={product.currency}
            from={!variant && product.hasPrices}
            className="font-display text-2xl font-extrabold"
          />
        </p>
        <a href={`#${buyId}`} className={buttonStyle("gold", "md", "min-h-12! px-6!")}>
          {variant ? "Buy" : "Choose"}
        </a>
      </div>
    </div>
  );
}
