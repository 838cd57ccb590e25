import { X } from "lucide-react";
import { Link } from "#web/lib/router.ts";
import { paths, type ShopFilter } from "#web/lib/paths.ts";
import { rangeName, toggled, valuesOf, withoutFilters } from "./shop-filter.ts";

/** The filters that are on; a press on one takes it out. */
export function ActiveFilters({ filter }: { filter: ShopFilter }) {
  const without = (change: ShopFilter) => paths.shop({ ...filter, page: undefined, ...change });
  const { q, size, color, minCents, maxCents, inStock } = filter;
  const on = [
    ...(q ? [{ label: `“${q}”`, to: without({ q: undefined }) }] : []),
    ...valuesOf(size).map((value) => ({ label: value, to: without({ size: toggled(size, value) }) })),
    ...valuesOf(color).map((value) => ({ label: value, to: without({ color: toggled(color, value) }) })),
    ...(minCents === undefined && maxCents === undefined
      ? []
      : [{ label: rangeName({ minCents, maxCents }), to: without({ minCents: undefined, maxCents: undefined }) }]),
    ...(inStock ? [{ label: "In stock", to: without({ inStock: undefined }) }] : []),
  ];
  if (on.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="mb-6 flex flex-wrap items-center gap-2">
      {on.map(({ label, to }) => (
        <li key={label}>
          <Link
            to={to}
            preventScrollReset
            className="inline-flex min-h-11 items-center gap-1.5 rounded-sm border border-gold px-3 text-sm font-semibold hover:bg-ink/5"
          >
            <span className="sr-only">Remove filter: </span>
            {label}
            <X className="size-4 text-gilt" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={paths.shop(withoutFilters(filter))}
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-gilt underline underline-offset-4 hover:text-ink"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}
