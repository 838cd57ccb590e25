import { clsx } from "clsx";
import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import type { Column, PhonePlace } from "./columns.ts";

export type TableRowsProps<Row> = {
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** The address that a row opens; the whole row is then pressed as one. */
  rowTo?: (row: Row) => string;
};

const places: Record<PhonePlace, string> = {
  title: "max-md:order-1 max-md:min-w-0 max-md:flex-1 max-md:basis-[60%] max-md:font-semibold",
  aside: "max-md:order-2",
  line: "max-md:order-3 max-md:basis-full max-md:text-sm max-md:text-muted",
  part: "max-md:order-4 max-md:text-sm max-md:text-muted",
  foot: "max-md:order-5 max-md:basis-full max-md:empty:hidden max-md:pt-1",
  hidden: "max-md:hidden",
};

/** Rows of a table; on a phone each is a card. Up and Down go from one row's link to the next, Home and End to the ends. */
export function TableRows<Row>({ columns, rows, keyOf, rowTo }: TableRowsProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the rows' links
    <tbody onKeyDown={moveFocus}>
      {rows.map((row) => (
        <tr
          key={keyOf(row)}
          className={clsx(
            "relative border-b border-line align-top last:border-b-0 max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3.5",
            rowTo && "transition-colors hover:bg-ink/4 has-[a[data-row]:focus-visible]:bg-ink/6",
          )}
        >
          {columns.map((column, index) => (
            <td
              key={column.id}
              className={clsx(
                "md:px-3 md:py-2.5 md:first:pl-4 md:last:pr-4",
                column.figures && "tabular-nums md:text-right md:whitespace-nowrap",
                places[column.phone ?? "line"],
                // A badge is taller than a line of text.
                column.phone === "aside" && "md:pt-2",
                column.className,
              )}
            >
              {index === 0 && rowTo ? (
                <Link
                  data-row
                  to={rowTo(row)}
                  className="wrap-anywhere after:absolute after:inset-0 focus-visible:outline-offset-0"
                >
                  {column.cell(row)}
                </Link>
              ) : (
                column.cell(row)
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a[data-row]")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (at === -1 || to === undefined) return;
  event.preventDefault();
  links[Math.min(links.length - 1, Math.max(0, to))]?.focus();
}
