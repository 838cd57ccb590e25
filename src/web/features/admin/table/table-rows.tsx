import { clsx } from "clsx";
import type { RowData } from "@tanstack/react-table";
import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import type { PhoneSlot, TableModel } from "./columns.ts";
import { RowCheck } from "./row-check.tsx";

export type TableRowsProps<Row extends RowData> = {
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
