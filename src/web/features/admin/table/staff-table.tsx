import type { UseQueryResult } from "@tanstack/react-query";
import { useTable, type ColumnVisibilityState, type RowData } from "@tanstack/react-table";
import { clsx } from "clsx";
import { type ReactNode, useMemo } from "react";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ReadFailure } from "../read-failure.tsx";
import { features, type Column } from "./columns.ts";
import type { ListReply } from "./list-query.ts";
import { TableHead } from "./table-head.tsx";
import { TableRows } from "./table-rows.tsx";
import type { ListAddress } from "./use-list-address.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { buttonStyle } from "#web/ui/button-style.ts";
import { formatCount } from "../figures.tsx";

export type StaffTableProps<Row extends RowData> = {
  /** Names the table: "Emails". */
  label: string;
  /** The same array in each render: a cell whose column is new loses its state. */
  columns: Column<Row>[];
  /** Columns to hide, by id. */
  visibility?: ColumnVisibilityState;
  query: UseQueryResult<ListReply<Row>>;
  address: ListAddress;
  /** The current sort order, such as "-createdAt"; without it, the list has only one. */
  sort?: string | undefined;
  keyOf: (row: Row) => string | number;
  rowTo?: (row: Row) => string;
  /** Shown if no row matches; the unfiltered list may have rows. */
  empty: { title: string; text: string; action?: ReactNode };
  /** The table has many columns and needs more width than most. With less width, rows become cards. */
  isWide?: boolean;
  /** The row above the table: search, filters, export. */
  toolbar?: ReactNode;
  /** Lets staff select rows, and the actions on all of them at once. */
  bulk?: { nameOf: (row: Row) => string; renderActions: (chosen: Chosen<Row>) => ReactNode } | undefined;
};

/** The selected rows of the current page. A row that leaves the page is no longer selected. */
export type Chosen<Row> = { rows: Row[]; clear: () => void };

const none: never[] = [];
const all: ColumnVisibilityState = {};

/** The table of all admin pages. The server sorts, filters and pages it; the URL holds all of that. */
export function StaffTable<Row extends RowData>({ label, query, address, sort, bulk, ...rest }: StaffTableProps<Row>) {
  const { data, isError, isPlaceholderData } = query;
  const sorting = useMemo(() => (sort ? [{ id: sort.replace("-", ""), desc: sort.startsWith("-") }] : none), [sort]);
  const table = useTable({
    features,
    columns: rest.columns,
    data: data?.items ?? none,
    getRowId: (row) => String(rest.keyOf(row)),
    manualSorting: true,
    enableSorting: sort !== undefined,
    enableSortingRemoval: false,
    sortDescFirst: false,
    enableRowRangeSelection: false,
    state: { sorting, columnVisibility: rest.visibility ?? all },
  });
  const chosen = table.getSelectedRowModel().rows.map(({ original }) => original);
  const clear = () => table.resetRowSelection(true);
  return (
    // Wide rows never widen the page: they become cards, or scroll in their own frame.
    <section
      aria-label={label}
      className={clsx(
        "overflow-clip rounded-md border border-line bg-panel",
        // The container names that the variants `cards`, `roomy` and `columns` use.
        rest.isWide ? "[container:rows-wide/inline-size]" : "[container:rows/inline-size]",
      )}
    >
      {rest.toolbar}
      {isError && (
        <div className="p-4">
          <ReadFailure label={label} query={query} />
        </div>
      )}
      {isError && !data ? null : (
        <>
          <div
            className={clsx("relative overflow-x-auto transition-opacity", isPlaceholderData && "opacity-50")}
            aria-busy={query.isFetching}
          >
            <table className="w-full text-sm cards:block cards:text-base">
              <caption className="sr-only">{label}</caption>
              <TableHead table={table} address={address} selects={bulk !== undefined} />
              {data ? (
                <TableRows table={table} rowTo={rest.rowTo} nameOf={bulk?.nameOf} />
              ) : (
                <WaitingRows columns={table.getVisibleLeafColumns().length} hasLead={bulk !== undefined} />
              )}
            </table>
          </div>
          {data?.items.length === 0 && <NothingHere {...rest.empty} />}
          {bulk && (
            <BulkBar count={chosen.length} onClear={clear}>
              {bulk.renderActions({ rows: chosen, clear })}
            </BulkBar>
          )}
          {data && data.total > 0 && <TablePager label={label} list={data} address={address} />}
        </>
      )}
    </section>
  );
}

/** Actions for the selected rows. The bar stays in view while the page scrolls, and its dialogs outlast the selection. */
function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="Selected rows"
      hidden={count === 0}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-gold bg-raised px-4 py-2.5 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))]"
    >
      <p aria-live="polite" className="mr-auto text-sm font-semibold">
        {`${count} selected`}
      </p>
      {children}
      <Button variant="quiet" size="sm" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

function WaitingRows({ columns, hasLead }: { columns: number; hasLead: boolean }) {
  return (
    <tbody aria-hidden="true" className="cards:block">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <tr key={row} className="border-b border-line last:border-b-0 cards:block cards:px-4 cards:py-3.5">
          {hasLead && (
            <td className="pl-4 cards:hidden">
              <Skeleton className="size-5" />
            </td>
          )}
          {Array.from({ length: columns }, (_, column) => (
            <td
              key={column}
              className={clsx("columns:px-3 columns:py-3.5 columns:first:pl-4", column > 1 && "cards:hidden")}
            >
              <Skeleton className={clsx("h-4 cards:mt-1", column === 0 ? "w-40" : "w-20")} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function NothingHere({ title, text, action }: StaffTableProps<never>["empty"]) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <p className="display text-display-sm">{title}</p>
      <p className="max-w-prose text-sm text-muted">{text}</p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

type TablePagerProps = {
  /** Names the list, because a page may have several. */
  label: string;
  list: Omit<ListReply<unknown>, "items">;
  address: ListAddress;
};

/** Which rows are on screen, the total, and links to the previous and next page. */
function TablePager({ label, list: { total, page, pageSize, isMore = false, nextCursor }, address }: TablePagerProps) {
  const first = (page - 1) * pageSize + 1;
  const isDeep = isMore && first > total;
  const last = isMore ? page * pageSize : Math.min(total, page * pageSize);
  const before = page === 2 || (page - 1) * pageSize > total ? undefined : page - 1;
  const next =
    nextCursor === undefined ? (last < total ? { page: page + 1 } : undefined) : nextCursor && { cursor: nextCursor };
  return (
    <nav
      aria-label={`Pages of ${label}`}
      className="flex items-center justify-between gap-4 border-t border-line px-4 py-2"
    >
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {first > total && !isDeep
          ? "No rows on this page"
          : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}${isMore ? "+" : ""}`}
      </p>
      <div className="flex gap-1">
        <Step
          to={page > 1 ? address.addressWith({ page: before }) : undefined}
          label={page > 2 && before === undefined ? "First page" : "Previous page"}
          rel="prev"
        >
          <ChevronLeft className="size-5" />
        </Step>
        <Step to={next ? address.addressWith(next) : undefined} label="Next page" rel="next">
          <ChevronRight className="size-5" />
        </Step>
      </div>
    </nav>
  );
}

function Step({
  to,
  label,
  rel,
  children,
}: {
  to: string | undefined;
  label: string;
  rel: string;
  children: ReactNode;
}) {
  const style = buttonStyle("quiet", "icon");
  if (to === undefined) {
    return (
      <button type="button" disabled aria-label={label} className={style}>
        {children}
      </button>
    );
  }
  return (
    <Link to={to} rel={rel} aria-label={label} className={style}>
      {children}
    </Link>
  );
}
