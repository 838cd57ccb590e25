import { useSuspenseQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { useComing } from "#web/lib/router.ts";
import type { ProductSummary } from "#contract/shop/shop.ts";
import { paths, type ShopFilter } from "#web/lib/paths.ts";
import { EmptyState } from "#web/ui/full-message.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { PageLinks } from "#web/ui/pager.tsx";
import { ProductCard } from "../product-card.tsx";
import { availabilityMs, shopQuery } from "../queries.ts";
import { ActiveFilters } from "./active-filters.tsx";
import { isNarrowed, withoutFilters } from "./shop-filter.ts";
import { ShopFilters } from "./shop-filters.tsx";
import { ShopHero } from "./shop-hero.tsx";
import { Collections, SortMenu, Toolbar } from "./shop-toolbar.tsx";

const FilterSheet = lazyDialog("The filters", async () => (await import("./filter-sheet.tsx")).FilterSheet);

const cardSizes = "(min-width: 84rem) 20rem, (min-width: 64rem) 25vw, (min-width: 48rem) 30vw, 46vw";

/** The shop: its headline, collections, filters, and the products that fit them, one page at a time. */
export function ShopListView({ filter }: { filter: ShopFilter }) {
  const { data: list } = useSuspenseQuery({ ...shopQuery(filter), staleTime: availabilityMs });
  const isTurning = useComing()?.pathname === paths.shop();
  const [isFiltering, setFiltering] = useState(false);
  const { total } = list;
  const chosen = list.collections.find(({ slug }) => slug === filter.collection);
  const drop = isNarrowed(filter) || filter.page ? undefined : nextDrop(list.items);

  return (
    <>
      <ShopHero collection={chosen} drop={drop} />
      <Collections filter={filter} list={list} />
      <div className="measure pt-5 md:pt-8">
        <Toolbar filter={filter} onOpenFilters={() => setFiltering(true)} />
        <div className="grid gap-x-12 pt-3 md:pt-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
          {/* On a phone the filters are behind one button; without scripts they stay. */}
          <aside aria-label="Filters" className="content-start gap-8 max-lg:hidden lg:grid noscript:mb-8 noscript:grid">
            <ShopFilters filter={filter} choices={list} />
          </aside>
          <div
            aria-busy={isTurning}
            className={clsx("min-w-0 transition-opacity duration-150", isTurning && "opacity-50")}
          >
            <div className="mb-3 flex flex-wrap items-center justify-between gap-4 lg:-mt-3">
              <p role="status" className="eyebrow text-muted">
                {total} {total === 1 ? "product" : "products"}
              </p>
              <SortMenu filter={filter} />
            </div>
            <ActiveFilters filter={filter} />
            {list.items.length > 0 ? (
              <Products items={list.items} hasLead={!drop} />
            ) : (
              <NothingFits filter={filter} total={total} />
            )}
            <PageLinks {...list} addressOf={(page) => paths.shop({ ...filter, page })} />
          </div>
        </div>
      </div>
      {isFiltering && <FilterSheet filter={filter} choices={list} total={total} onClose={() => setFiltering(false)} />}
    </>
  );
}

function Products({ items, hasLead }: { items: ProductSummary[]; hasLead: boolean }) {
  return (
    <section aria-labelledby="products">
      <h2 id="products" className="sr-only">
        Products
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 md:gap-y-14">
        {items.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} lead={hasLead && index === 0} sizes={cardSizes} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The product with the next start of sales. */
const nextDrop = (items: ProductSummary[]) =>
  items
    .filter(({ status, salesStartAt }) => status === "scheduled" && salesStartAt)
    .toSorted((a, b) => Date.parse(a.salesStartAt!) - Date.parse(b.salesStartAt!))[0];

function NothingFits({ filter, total }: { filter: ShopFilter; total: number }) {
  if (total > 0) {
    const first = paths.shop({ ...filter, page: undefined });
    return (
      <EmptyState title="There's nothing on this page" action={<LinkButton to={first}>Back to page 1</LinkButton>} />
    );
  }
  const { collection } = filter;
  const isOnlyCollection = isNarrowed({ collection }) && !isNarrowed({ ...filter, collection: undefined });
  return (
    <EmptyState
      icon={<SearchX />}
      title={isOnlyCollection ? "This collection is empty" : "Nothing fits"}
      text={
        isOnlyCollection
          ? "Everything else is one tap away."
          : "No products match all of these filters. Remove one or start over."
      }
      action={
        <>
          {!isOnlyCollection && <LinkButton to={paths.shop(withoutFilters(filter))}>Clear filters</LinkButton>}
          {collection && (
            <LinkButton variant={isOnlyCollection ? "gold" : "outline"} to={paths.shop()}>
              See everything
            </LinkButton>
          )}
        </>
      }
    />
  );
}
