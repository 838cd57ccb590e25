import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "#web/lib/router.ts";
import type { ShopList } from "#contract/shop/shop.ts";
import { paths, type ShopFilter } from "#web/lib/paths.ts";
import { AddressSearch } from "#web/ui/address-search.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FilterButton } from "#web/ui/filter-button.tsx";
import { useClosingDetails } from "#web/ui/use-closing-details.ts";
import { countFilters } from "./shop-filter.ts";
import { useScrollFade } from "#web/ui/use-scroll-fade.ts";

/** The shop's collections as a row of large links; on a phone the row is swiped. */
export function Collections({ filter, list }: { filter: ShopFilter; list: ShopList }) {
  const row = useRef<HTMLUListElement>(null);
  useScrollFade(row);
  const { collection } = filter;
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && link) row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - 40;
  }, [collection]);
  if (list.collections.length === 0) return null;

  const linkOf = (slug: string | undefined, name: string, count?: number) => (
    <li key={slug ?? ""}>
      <Link
        to={paths.shop({ ...filter, collection: slug, page: undefined })}
        preventScrollReset
        aria-current={collection === slug ? "page" : undefined}
        className={clsx(
          "display flex min-h-14 items-center gap-1.5 border-b-3 text-xl whitespace-nowrap transition-colors md:text-2xl",
          collection === slug ? "border-gold text-ink" : "border-transparent text-muted hover:text-ink",
        )}
      >
        {name}
        {count !== undefined && (
          <span className="text-sm font-medium text-muted">
            {count}
            <span className="sr-only"> {count === 1 ? "product" : "products"}</span>
          </span>
        )}
      </Link>
    </li>
  );
  return (
    <nav aria-label="Collections" className="border-b border-line">
      <ul ref={row} className="relative measure flex gap-6 overflow-x-auto [scrollbar-width:none] md:gap-9">
        {linkOf(undefined, "Everything")}
        {list.collections.map(({ slug, name, count }) => linkOf(slug, name, count))}
      </ul>
    </nav>
  );
}

const sorts: { sort: ShopFilter["sort"]; label: string }[] = [
  { sort: undefined, label: "Featured" },
  { sort: "newest", label: "Newest" },
  { sort: "price", label: "Price: low to high" },
  { sort: "-price", label: "Price: high to low" },
];

/** The search and, on a phone, the button that opens the filters. */
export function Toolbar({ filter, onOpenFilters }: { filter: ShopFilter; onOpenFilters: () => void }) {
  const { q, page: _page, ...otherParams } = filter;
  return (
    <div className="flex flex-wrap items-center gap-2 md:gap-4">
      <div className="flex min-w-[min(9rem,100%)] flex-1 lg:max-w-md">
        <AddressSearch
          label="Search the shop"
          placeholder="Tee, cap, color …"
          action={paths.shop()}
          q={q ?? ""}
          otherParams={otherParams}
          addressOf={(words) => paths.shop({ ...filter, q: words, page: undefined })}
        />
      </div>
      <FilterButton count={countFilters(filter)} className="lg:hidden" onOpen={onOpenFilters} />
    </div>
  );
}

/** The sort orders as links behind one button. A native element, so it opens without scripts too. */
export function SortMenu({ filter }: { filter: ShopFilter }) {
  const details = useClosingDetails();
  const current = sorts.find(({ sort }) => sort === filter.sort)!;
  return (
    <details ref={details} className="group relative">
      <summary className={buttonStyle("quiet", "md", "list-none! px-3! [&::-webkit-details-marker]:hidden")}>
        <span className="sr-only">Sort: </span>
        {current.label} <ChevronDown className="size-4 group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full right-0 z-20 mt-1 grid w-60 max-w-[calc(100vw-2.5rem)] rounded-md border border-line bg-raised p-1.5 shadow-lift">
        {sorts.map(({ sort, label }) => (
          <li key={label}>
            <Link
              to={paths.shop({ ...filter, sort, page: undefined })}
              preventScrollReset
              aria-current={sort === filter.sort ? "true" : undefined}
              onClick={() => {
                if (details.current) details.current.open = false;
              }}
              className="flex min-h-11 items-center rounded-sm px-3 hover:bg-ink/8 aria-[current]:font-semibold aria-[current]:text-gilt"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
