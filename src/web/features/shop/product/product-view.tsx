import { useSuspenseQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "#web/lib/router.ts";
import type { ProductDetail, Variant } from "#contract/shop/shop.ts";
import { paths } from "#web/lib/paths.ts";
import { track } from "#web/lib/track.ts";
import { Page } from "#web/ui/page.tsx";
import { ProductRow } from "../product-row.tsx";
import { availabilityMs, productQuery } from "../queries.ts";
import { BuyBox, buyId } from "./buy-box.tsx";
import { ProductGallery } from "./product-gallery.tsx";
import { ProductJsonLd } from "./product-json-ld.tsx";
import { ProductStory } from "./product-story.tsx";
import { useSecondsUntil } from "./use-opening.ts";
import { clsx } from "clsx";
import { useIsInView } from "#web/lib/use-strip.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Price } from "#web/ui/price.tsx";
import { firstPicks, type Picks, variantOf, withPick } from "./choice.ts";

/** How often the page asks whether a drop is open once its time has come. */
const openingMs = 1500;

/** A product's page. */
export function ProductView({ slug }: { slug: string }) {
  const { data: product, refetch } = useSuspenseQuery({
    ...productQuery(slug),
    staleTime: availabilityMs,
    refetchInterval: availabilityMs,
  });
  const { picks, pick, variant } = useChoice(product);
  const { status, salesStartAt } = variant ?? product;
  const secondsLeft = useSecondsUntil(status === "scheduled" ? salesStartAt : null);
  const { id, title } = product;

  useEffect(() => track.productView(id, title), [id, title]);
  const isDue = secondsLeft === 0;
  useEffect(() => {
    if (!isDue) return undefined;
    // Only the server opens a drop. Not everyone asks in the same moment.
    const first = setTimeout(() => void refetch(), Math.random() * 500);
    const timer = setInterval(() => void refetch(), openingMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isDue, refetch]);

  return (
    <Page meta={productMeta(product)}>
      <ProductJsonLd product={product} />
      <article className="measure pt-4 md:pt-8">
        <Breadcrumbs product={product} />
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,27rem)] lg:gap-16">
          <div className="min-w-0 lg:top-24 lg:self-start [@media(width>=64rem)_and_(height>=50rem)]:sticky">
            <ProductGallery
              title={title}
              pictures={product.pictures}
              chosen={variant?.picture ?? pictureOf(product, picks)}
            />
          </div>
          <div className="grid min-w-0 content-start gap-8">
            <header>
              <h1 className="display text-display-lg font-black wrap-break-word">{title}</h1>
              {product.tagline !== "" && <p className="mt-3 text-lg text-muted">{product.tagline}</p>}
            </header>
            <BuyBox product={product} picks={picks} variant={variant} onPick={pick} secondsLeft={secondsLeft} />
            <ProductStory product={product} />
          </div>
        </div>
      </article>
      {(status === "on_sale" || !variant) && <ProductBar product={product} variant={variant} />}
      <ProductRow id="related" title="Goes with it" products={product.related} />
    </Page>
  );
}

/** The picture of the first variant that has what is chosen so far, such as its color. */
const pictureOf = ({ variants }: ProductDetail, picks: (string | undefined)[]) =>
  variants.find(({ options }) => picks.every((value, at) => value === undefined || value === options[at]))?.picture ??
  0;

function Breadcrumbs({ product: { collections } }: { product: ProductDetail }) {
  const [collection] = collections;
  const link = "inline-flex min-h-11 items-center hover:text-ink hover:underline underline-offset-4";
  return (
    <nav aria-label="Breadcrumbs" className="mb-3 text-sm font-semibold text-muted">
      <ol className="flex flex-wrap items-center gap-1.5">
        <li>
          <Link to={paths.shop()} className={link}>
            Shop
          </Link>
        </li>
        {collection && (
          <li className="flex items-center gap-1.5">
            <ChevronRight aria-hidden="true" className="size-4" />
            <Link to={paths.shop({ collection: collection.slug })} className={link}>
              {collection.name}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  );
}

const productMeta = (product: ProductDetail) => ({
  title: product.title,
  description: product.tagline || product.description.slice(0, 160) || product.title,
  canonical: paths.product(product),
  image: paths.feeds.socialProduct({ ...product, picture: product.pictures[0]! }),
  imageAlt: `${product.title}. ${product.pictures[0]!.alt}`,
});

/** On a phone, the way to the button that buys, while that is out of view. */
function ProductBar({ product, variant }: { product: ProductDetail; variant: Variant | undefined }) {
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

/**
 * What is chosen of a product. The chosen variant is in the URL, so that a shared link shows it; a link to another variant
 * of the same product changes the choice.
 */
function useChoice(product: ProductDetail) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const inAddress = search.get("variant");
  const [picks, setPicks] = useState<Picks>(() => firstPicks(product, inAddress));
  const written = useRef(inAddress);

  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setPicks(firstPicks(product, inAddress));
  }, [inAddress, product]);

  function pick(at: number, value: string) {
    const next = withPick(product, picks, at, value);
    setPicks(next);
    const sku = variantOf(product, next)?.sku ?? null;
    if (sku === written.current) return;
    written.current = sku;
    void navigate(paths.product(product, sku ?? undefined), { replace: true, preventScrollReset: true });
  }

  return { picks, pick, variant: variantOf(product, picks) };
}
