import { clsx } from "clsx";
import { Link } from "#web/lib/router.ts";
import type { ProductSummary } from "#contract/shop/shop.ts";
import { useBrandZone } from "#web/lib/site.ts";
import { paths } from "#web/lib/paths.ts";
import { track } from "#web/lib/track.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { Price } from "#web/ui/price.tsx";
import { ColorDots } from "./color-dots.tsx";
import { productBadge } from "./status.ts";

type Priced = Pick<ProductSummary, "fromCents" | "hasPrices" | "compareAtCents" | "currency">;

/** A price, with what it was before beside it. */
export function ProductPrice({ product, className }: { product: Priced; className?: string }) {
  const { fromCents, hasPrices, compareAtCents, currency } = product;
  return (
    <p className={clsx("flex flex-wrap items-baseline gap-x-2", className)}>
      <Price cents={fromCents} currency={currency} from={hasPrices} />
      {compareAtCents !== null && (
        <s className="font-normal text-muted">
          <span className="sr-only">Was </span>
          <Price cents={compareAtCents} currency={currency} />
        </s>
      )}
    </p>
  );
}

const pictureStyle = "aspect-4/5 transition-transform duration-500 ease-tailored group-hover:scale-[1.03]";

type ProductCardProps = { product: ProductSummary; sizes: string; lead?: boolean };

/** A product as a picture that turns when it is pointed at, with its name, price and colors. All of it is one link. */
export function ProductCard({ product, sizes, lead = false }: ProductCardProps) {
  const { id, title, tagline, picture, altPicture, colors } = product;
  const badge = productBadge(product, useBrandZone());
  return (
    <article className="group relative grid content-start gap-3">
      <div className="relative overflow-hidden rounded-sm bg-raised">
        <Poster poster={picture} sizes={sizes} lead={lead} decorative className={pictureStyle} />
        {altPicture && (
          // Not where nothing can hover: a lazy picture that isn't displayed isn't loaded either.
          <span className="absolute inset-0 hidden opacity-0 transition-opacity duration-300 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:block">
            <Poster poster={altPicture} sizes={sizes} decorative className={pictureStyle} />
          </span>
        )}
        {badge && (
          <Badge tone={badge.tone} className="absolute top-3 left-3 max-w-[calc(100%-1.5rem)] whitespace-normal!">
            {badge.label}
          </Badge>
        )}
      </div>
      <div className="grid gap-1">
        <h3 className="display text-display-sm wrap-break-word">
          <Link
            to={paths.product(product)}
            onClick={() => track.productDetailClick(id, title)}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-gold group-hover:decoration-3 group-hover:underline-offset-4"
          >
            {title}
          </Link>
        </h3>
        {tagline !== "" && <p className="text-sm text-muted">{tagline}</p>}
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
          <ProductPrice product={product} className="font-semibold" />
          <ColorDots colors={colors} />
        </div>
      </div>
    </article>
  );
}
