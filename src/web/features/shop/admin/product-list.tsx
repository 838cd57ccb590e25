import { Plus } from "lucide-react";
import type { ProductRow } from "#contract/shop/products.ts";
import { counted, formatCount } from "#web/admin-kit/figures.tsx";
import { DownloadLink } from "#web/admin-kit/download-link.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { apiPath } from "#web/lib/paths.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { kinds, leftText, publications, StockBadge } from "./labels.tsx";

/** "Black / M (2 left)", or "2 left" of an only variant. */
const lowText = ({ name, left }: ProductRow["lowVariants"][number]) =>
  name === "" ? leftText(Math.max(0, left)) : `${name} (${leftText(Math.max(0, left))})`;

const shown = { active: "Active", draft: "Drafts", low: "Low stock", archived: "Archived" } as const;
const shownNames = Object.keys(shown) as (keyof typeof shown)[];

const products = staffList("GET /api/admin/products", {
  label: "Products",
  file: "GET /api/admin/product-list.csv",
  isPlain: true,
  sort: "position",
  search: "Product, color or SKU",
  filters: {
    show: {
      label: "Status",
      any: "Not archived",
      choices: shown,
    },
    kind: { label: "Kind", choices: kinds },
  },
  opens: "id",
  empty: { title: "No results", text: "No products match your search and filters." },
  columns: {
    title: {
      header: "Product",
      phone: "title",
      sort: "asc",
      cell: ({ picture, title, variantCount, kind, lowVariants }) => (
        <span className="flex flex-wrap items-center gap-3">
          {picture ? (
            <Poster poster={picture} sizes="3rem" decorative className="aspect-4/5 w-9 shrink-0 rounded-sm" />
          ) : (
            <span aria-hidden="true" className="aspect-4/5 w-9 shrink-0 rounded-sm border border-dashed border-edge" />
          )}
          <span className="grid min-w-0 flex-1 basis-24">
            <span className="font-semibold">{title}</span>
            <span className="text-xs font-normal text-muted">
              {kinds[kind]} · {counted(variantCount, "variant")}
            </span>
            {lowVariants.length > 0 && (
              <span className="text-xs font-normal text-mango">Low: {lowVariants.map(lowText).join(", ")}</span>
            )}
          </span>
        </span>
      ),
    },
    publication: {
      header: "Status",
      phone: "aside",
      cell: ({ publication }) => <StatusBadge {...publications[publication]} />,
    },
    fromCents: {
      header: "Price",
      figures: true,
      cell: ({ fromCents, currency }) => formatMoney(fromCents, currency),
    },
    available: {
      header: "Stock",
      sort: "asc",
      figures: true,
      phone: "part",
      cell: ({ available, isLow }) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          <StockBadge left={available} isLow={isLow} />
          {available !== 0 && leftText(available)}
        </span>
      ),
    },
    sold: {
      header: "Sold",
      sort: "desc",
      figures: true,
      phone: "part",
      cell: ({ soldCount }) => (
        <>
          {formatCount(soldCount)}
          <span className="columns:hidden"> sold</span>
        </>
      ),
    },
    revenueCents: {
      header: "Revenue",
      figures: true,
      phone: "part",
      cell: ({ revenueCents, currency }) => (
        <>
          {formatMoney(revenueCents, currency)}
          <span className="columns:hidden"> revenue</span>
        </>
      ),
    },
  },
});

/** All products, with search, filters and sort order in the address. */
export function ProductList({ onNew }: { onNew: () => void }) {
  const list = useStaffList(products);
  const none = {
    title: "No products yet",
    text: "A name and a price are enough to start. Nobody sees it until you publish it.",
    action: (
      <Button size="sm" onClick={onNew}>
        <Plus className="size-4.5" /> New product
      </Button>
    ),
  };
  return (
    <StaffList
      list={list}
      empty={list.isFiltered ? undefined : none}
      files={
        <DownloadLink
          isPlain
          to={apiPath("GET /api/admin/products.csv", { query: { show: list.address.choice("show", shownNames) } })}
          className={buttonStyle("outline", "sm", "min-h-11! md:min-h-10!")}
        >
          CSV to edit
        </DownloadLink>
      }
    />
  );
}
