import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "react-router";
import { type Column, nextSort, sortState } from "./columns.ts";
import type { ListAddress } from "./use-list-address.ts";

export type TableHeadProps<Row> = { columns: Column<Row>[]; sort: string; address: ListAddress };

/** The columns' heads. One that orders the list is a link: the order has an address. */
export function TableHead<Row>({ columns, sort, address }: TableHeadProps<Row>) {
  return (
    <thead className="max-md:sr-only">
      <tr className="border-b border-edge">
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={column.sort ? (sortState(column.id, sort) ?? "none") : undefined}
            className={clsx(
              "px-3 py-2 text-left text-2xs font-semibold tracking-[0.08em] whitespace-nowrap text-muted uppercase first:pl-4 last:pr-4",
              column.figures && "text-right",
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
