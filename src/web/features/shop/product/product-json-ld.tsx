import type { ProductDetail, Variant } from "#contract/shop/shop.ts";
import { paths } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { breadcrumbs, JsonLd } from "#web/ui/json-ld.tsx";

/** What search engines read of a product: what it is, what it costs, and whether it can be bought. */
export function ProductJsonLd({ product }: { product: ProductDetail }) {
  const { baseUrl } = useSite();
  const steps: [string, string][] = [
    ["Home", paths.home()],
    ["Shop", paths.shop()],
    [product.title, paths.product(product)],
  ];
  return <JsonLd data={[productJsonLd(product, baseUrl), breadcrumbs(steps, baseUrl)]} />;
}

function availabilityOf({ status, left, preorderShipsOn }: Variant): string {
  const word = {
    on_sale: preorderShipsOn ? "PreOrder" : left === null ? "InStock" : "LimitedAvailability",
    in_carts: "Reserved",
    // Nobody can order it yet, not even in advance.
    scheduled: "OutOfStock",
    sold_out: "SoldOut",
    ended: "Discontinued",
  }[status];
  return `https://schema.org/${word}`;
}

/** schema.org/Product with an offer for each variant. JSON leaves out what is undefined. */
function productJsonLd(product: ProductDetail, baseUrl: string) {
  const absolute = (path: string) => new URL(path, baseUrl).href;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.title,
    description: product.description || product.tagline,
    url: absolute(paths.product(product)),
    image: product.pictures.filter(isPicture).map(({ key }) => absolute(paths.posters.fallback(key))),
    brand: { "@type": "Brand", name: "Savage Gentlemen" },
    offers: product.variants.map((variant) => ({
      "@type": "Offer",
      name: variant.options.join(" / ") || undefined,
      sku: variant.sku,
      url: absolute(paths.product(product, variant.sku)),
      price: (variant.priceCents / 100).toFixed(2),
      priceCurrency: variant.currency,
      availability: availabilityOf(variant),
      availabilityStarts:
        (variant.status === "scheduled" ? variant.salesStartAt : variant.preorderShipsOn) ?? undefined,
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@type": "Organization", name: "Savage Gentlemen", url: baseUrl },
    })),
  };
}

/** The default background has no files. */
const isPicture = ({ key }: { key: string }) => key !== "house";
