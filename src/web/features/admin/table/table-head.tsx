import { clsx } from "clsx";
import type { Column, RowData } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "react-router";
import type { features, TableModel } from "./columns.ts";
import { RowCheck } from "./row-check.tsx";
import type { ListAddress } from "./use-list-address.ts";

export type TableHeadProps<Row extends RowData> = {
  table: TableModel<Row>;
  address: ListAddress;
  /** Staff can select rows. */
  selects: boolean;
};

const ariaSort = { asc: "ascending", desc: "descending", none: "none" } as const;

/** The columns' headers. A sortable one is a link, because the URL holds the sort order. */
export function TableHead<Row extends RowData>({ table, address, selects }: TableHeadProps<Row>) {
  const columns = table.getVisibleLeafColumns();
  return (
    <thead
      className={clsx(
        "cards:sr-only cards:focus-within:not-sr-only",
        // Above roomy cards, the headers for sorting and selecting stay visible.
        (selects || columns.some((column) => column.getCanSort())) && "roomy:not-sr-only roomy:block",
      )}
    >
      <tr className="border-b border-edge roomy:flex roomy:flex-wrap roomy:items-center">
        {selects && (
          <th scope="col" className="w-10 py-2 pl-4 text-left">
            {table.getRowModel().rows.length > 0 ? (
              <RowCheck
                label="Select all on this page"
                checked={table.getIsAllRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            ) : (
              <span className="sr-only">Selected</span>
            )}
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} address={address} />
        ))}
      </tr>
    </thead>
  );
}

type HeadCellProps<Row extends RowData> = { column: Column<typeof features, Row>; address: ListAddress };

function HeadCell<Row extends RowData>({ column, address }: HeadCellProps<Row>) {
  const { header, meta = {} } = column.columnDef;
  const sorted = column.getIsSorted();
  const canSort = column.getCanSort();
  const Arrow = (sorted || column.getFirstSortDir()) === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={canSort ? ariaSort[sorted || "none"] : undefined}
      className={clsx(
        "px-3 py-2 text-left text-2xs font-semibold tracking-[0.08em] whitespace-nowrap text-muted uppercase first:pl-4 last:pr-4",
        meta.figures && "text-right",
        !canSort && "roomy:sr-only",
        meta.className,
      )}
    >
      {canSort ? (
        <Link
          to={address.addressWith({ sort: `${column.getNextSortingOrder() === "desc" ? "-" : ""}${column.id}` })}
          replace
          preventScrollReset
          className={clsx(
            "group inline-flex items-center gap-1 py-1 hover:text-ink",
            meta.figures && "flex-row-reverse",
            sorted && "text-ink",
          )}
        >
          {String(header)}
          <Arrow
            aria-hidden="true"
            className={clsx(
              "size-3.5",
              sorted ? "text-gilt" : "opacity-0 group-hover:opacity-60 group-focus:opacity-60",
            )}
          />
        </Link>
      ) : (
        <span className={clsx(meta.hideHeader && "sr-only")}>{String(header)}</span>
      )}
    </th>
  );
}
