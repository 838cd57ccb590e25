import {
  columnVisibilityFeature,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type Column as TableColumn,
  type ColumnDef,
  type ReactTable,
  type RowData,
} from "@tanstack/react-table";
import { clsx } from "clsx";
import { ArrowDown, ArrowUp, Check } from "lucide-react";
import type { ChangeEvent, KeyboardEvent } from "react";
import { Link } from "#web/lib/router.ts";
import type { ListAddress } from "./use-list-address.ts";

/**
 * Where a cell goes when a row is a card: first line, upper right corner, own line, a line shared with the other parts,
 * below them, or hidden. A card on a tablet has room for all: lines become parts there, and a cell that a phone hides
 * shows with its column's header.
 */
type PhoneSlot = "title" | "aside" | "line" | "part" | "foot" | "hidden";

export type ColumnMeta = {
  /** The cells explain themselves: only screen readers get the header. */
  hideHeader?: boolean;
  /** Numbers: right-aligned with equal-width digits. */
  figures?: boolean;
  phone?: PhoneSlot;
  className?: string;
};

/** What the staff tables use of TanStack Table. The server sorts, filters and pages. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

/** A column of a staff table. One with an accessor can be sorted: its id is the name of its sort order. */
export type Column<Row extends RowData> = ColumnDef<typeof features, Row> & { header: string };

type TableModel<Row extends RowData> = ReactTable<typeof features, Row>;

type RowCheckProps = { label: string; checked: boolean; onChange: (e: ChangeEvent) => void };

/** Selects one row, or all on the page. It sits above the link that covers the rest of the row. */
function RowCheck({ label, checked, onChange }: RowCheckProps) {
  return (
    <label className="relative z-10 -m-2.5 grid size-10 cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={checked}
        onChange={onChange}
        className="peer size-5 appearance-none rounded-sm border border-edge bg-raised checked:border-gold checked:bg-gold hover:border-ink"
      />
      <Check
        strokeWidth={3}
        className="pointer-events-none absolute size-3.5 text-on-gold opacity-0 peer-checked:opacity-100"
      />
    </label>
  );
}

type TableHeadProps<Row extends RowData> = {
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

type HeadCellProps<Row extends RowData> = { column: TableColumn<typeof features, Row>; address: ListAddress };

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

type TableRowsProps<Row extends RowData> = {
  table: TableModel<Row>;
  /** The URL that a row opens; the whole row is then one link. */
  rowTo: ((row: Row) => string) | undefined;
  /** Staff can select rows, which have these names. */
  nameOf: ((row: Row) => string) | undefined;
};

const slots: Record<PhoneSlot, string> = {
  title:
    "cards:order-1 cards:min-w-0 cards:flex-1 cards:basis-[55%] cards:font-semibold roomy:basis-[calc(100%-13rem)]",
  aside: "cards:order-2 roomy:basis-44 roomy:text-right",
  line: "cards:order-3 cards:min-w-0 cards:basis-full cards:text-sm cards:text-muted roomy:basis-auto",
  part: "cards:order-4 cards:min-w-0 cards:text-sm cards:text-muted",
  foot: "cards:order-6 cards:basis-full cards:empty:hidden cards:pt-1 roomy:ml-auto roomy:basis-auto roomy:self-center roomy:pt-0",
  hidden:
    "cards:hidden roomy:order-5 roomy:block roomy:text-sm roomy:text-muted roomy:before:content-[attr(data-head)_'_']",
};

/** The rows of a table; each becomes a card if space is short. Up, Down, Home and End move between the rows' links. */
export function TableRows<Row extends RowData>({ table, rowTo, nameOf }: TableRowsProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the rows' links
    <tbody onKeyDown={moveFocus} className="cards:block">
      {table.getRowModel().rows.map((row) => (
        <tr
          key={row.id}
          className={clsx(
            "relative border-b border-line align-top last:border-b-0 cards:flex cards:flex-wrap cards:gap-x-3 cards:gap-y-1 roomy:gap-x-5 cards:px-4 cards:py-3.5",
            // Text below the row's name aligns with the name.
            nameOf && "roomy:pl-12",
            rowTo && "transition-colors hover:bg-ink/4 has-[a[data-row]:focus-visible]:bg-ink/6",
            // The row's own link covers the whole row; the other links lie above it.
            rowTo && "[&_:is(a,button):not([data-row])]:relative [&_:is(a,button):not([data-row])]:z-1",
          )}
        >
          {nameOf && (
            <td className="py-3.5 pl-4 cards:order-first cards:p-0 roomy:absolute roomy:left-4">
              <RowCheck
                label={`Select ${nameOf(row.original)}`}
                checked={row.getIsSelected()}
                onChange={row.getToggleSelectedHandler()}
              />
            </td>
          )}
          {row.getVisibleCells().map((cell, index) => {
            const { header, meta = {} } = cell.column.columnDef;
            return (
              <td
                key={cell.id}
                data-head={meta.phone === "hidden" ? header : undefined}
                className={clsx(
                  "wrap-break-word columns:px-3 columns:py-2.5 columns:first:pl-4 columns:last:pr-4",
                  meta.figures && "tabular-nums columns:text-right columns:whitespace-nowrap",
                  slots[meta.phone ?? "line"],
                  // A badge is taller than a line of text.
                  meta.phone === "aside" && "columns:pt-2",
                  meta.className,
                )}
              >
                {index === 0 && rowTo ? (
                  <Link
                    data-row
                    to={rowTo(row.original)}
                    className="wrap-anywhere after:absolute after:inset-0 focus-visible:outline-offset-0"
                  >
                    <table.FlexRender cell={cell} />
                  </Link>
                ) : (
                  <table.FlexRender cell={cell} />
                )}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

function moveFocus(e: KeyboardEvent<HTMLTableSectionElement>) {
  const links = [...e.currentTarget.querySelectorAll<HTMLElement>("a[data-row]")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[e.key];
  if (at === -1 || to === undefined) return;
  e.preventDefault();
  links[Math.min(links.length - 1, Math.max(0, to))]?.focus();
}
