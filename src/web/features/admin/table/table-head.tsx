import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Column, nextSort, sortState } from "./columns.ts";
import type { ListAddress } from "./use-list-address.ts";

export type TableHeadProps<Row> = { columns: Column<Row>[]; sort: string; address: ListAddress; lead?: ReactNode };

/** The columns' headers. A sortable one is a link, because the URL holds the sort order. */
export function TableHead<Row>({ columns, sort, address, lead }: TableHeadProps<Row>) {
  return (
    <thead
      className={clsx(
        "cards:sr-only cards:focus-within:not-sr-only",
        // Above roomy cards, the headers for sorting and selecting stay visible.
        (lead || columns.some(({ sort: way }) => way)) && "roomy:not-sr-only roomy:block",
      )}
    >
      <tr className="border-b border-edge roomy:flex roomy:flex-wrap roomy:items-center">
        {lead && (
          <th scope="col" className="w-10 py-2 pl-4 text-left">
            {lead}
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={column.sort ? (sortState(column.id, sort) ?? "none") : undefined}
            className={clsx(
              "px-3 py-2 text-left text-2xs font-semibold tracking-[0.08em] whitespace-nowrap text-muted uppercase first:pl-4 last:pr-4",
              column.figures && "text-right",
              !column.sort && "roomy:sr-only",
              column.className,
            )}
          >
            {column.sort ? (
              <SortLink column={column} sort={sort} address={address} />
            ) : (
              <span className={clsx(column.hideHeader && "sr-only")}>{column.header}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function SortLink<Row>({ column, sort, address }: { column: Column<Row>; sort: string; address: ListAddress }) {
  const state = sortState(column.id, sort);
  const Arrow = (state ?? (column.sort === "down" ? "descending" : "ascending")) === "ascending" ? ArrowUp : ArrowDown;
  return (
    <Link
      to={address.addressWith({ sort: nextSort(column, sort) })}
      replace
      preventScrollReset
      className={clsx(
        "group inline-flex items-center gap-1 py-1 hover:text-ink",
        column.figures && "flex-row-reverse",
        state && "text-ink",
      )}
    >
      {column.header}
      <Arrow
        aria-hidden="true"
        className={clsx("size-3.5", state ? "text-gilt" : "opacity-0 group-hover:opacity-60 group-focus:opacity-60")}
      />
    </Link>
  );
}
