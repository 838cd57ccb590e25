import { Link } from "#web/lib/router.ts";
import type { ProductSummary, ShopList } from "#contract/shop/shop.ts";
import { paths } from "#web/lib/paths.ts";
import { track } from "#web/lib/track.ts";
import { Poster } from "#web/ui/poster.tsx";
import { useBrandZone } from "#web/lib/site.ts";
import { dropTime } from "../status.ts";

type ShopHeroProps = {
  /** The chosen collection; undefined for the whole shop. */
  collection: ShopList["collections"][number] | undefined;
  /** The next drop, if the shop has one. */
  drop: ProductSummary | undefined;
};

/** The shop's headline, or that of a collection; beside it what drops next. */
export function ShopHero({ collection, drop }: ShopHeroProps) {
  return (
    <header className="relative isolate overflow-hidden border-b border-line bg-panel">
      <div aria-hidden="true" className="scales absolute inset-0 -z-10" />
      <div className="measure grid gap-6 py-7 md:grid-cols-[minmax(0,1fr)_auto] md:items-end md:gap-12 md:pt-16 md:pb-14">
        <div>
          <p className="eyebrow mb-3 text-gilt md:mb-4">{collection ? "Collection" : "The shop"}</p>
          <h1 className="display max-w-[11ch] text-display-xl font-black wrap-break-word">
            {collection ? collection.name : "Dressed for the road"}
          </h1>
          <p className="mt-4 max-w-[44ch] text-muted md:mt-5 md:text-lg">
            {collection
              ? collection.description
              : "What we wear from J'ouvert to last call. Made in small runs, from Brooklyn to Miami."}
          </p>
        </div>
        {drop?.salesStartAt && <NextDrop product={drop} startsAt={drop.salesStartAt} />}
      </div>
    </header>
  );
}

/** The product that drops next, as a card beside the headline. */
function NextDrop({ product, startsAt }: { product: ProductSummary; startsAt: string }) {
  return (
    <aside
      aria-label="Next drop"
      className="group relative grid grid-cols-[5rem_minmax(0,1fr)] overflow-hidden rounded-lg border border-line bg-page shadow-lift md:w-[26rem] md:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <Poster poster={product.picture} sizes="10rem" lead decorative className="aspect-4/5" />
      <div className="grid content-center gap-1.5 border-l-2 border-dashed border-line px-4 py-2 md:p-6">
        <p className="eyebrow text-gilt">Next drop</p>
        <p className="display text-display-sm wrap-break-word md:text-display-md">
          <Link
            to={paths.product(product)}
            onClick={() => track.productDetailClick(product.id, product.title)}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-gold group-hover:decoration-3 group-hover:underline-offset-4"
          >
            {product.title}
          </Link>
        </p>
        <p className="font-semibold">
          <time dateTime={startsAt}>{dropTime(startsAt, useBrandZone())}</time>
        </p>
      </div>
    </aside>
  );
}
