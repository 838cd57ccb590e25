import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { failureText } from "../failure-text.ts";
import type { Column } from "./columns.ts";
import type { ListReply } from "./list-query.ts";
import { TableHead } from "./table-head.tsx";
import { TablePager } from "./table-pager.tsx";
import { TableRows } from "./table-rows.tsx";
import type { ListAddress } from "./use-list-address.ts";

export type StaffTableProps<Row> = {
  /** Names the table: "Mails". */
  label: string;
  columns: Column<Row>[];
  query: UseQueryResult<ListReply<Row>>;
  address: ListAddress;
  sort: string;
  keyOf: (row: Row) => string | number;
  rowTo?: (row: Row) => string;
  /** Said where no row fits; the list itself may have some. */
  empty: { title: string; text: string; action?: ReactNode };
  /** The row above: search, filters, export. */
  toolbar?: ReactNode;
};

/** The one table of all staff pages: ordered, filtered and paged by the server, all of it in the address. */
export function StaffTable<Row>({ label, columns, query, address, sort, toolbar, ...rest }: StaffTableProps<Row>) {
  const { data, isError, isPlaceholderData, error } = query;
  return (
    <section aria-label={label} className="overflow-clip rounded-md border border-line bg-panel">
      {toolbar}
      {isError && !data ? (
        <div className="p-4">
          <Notice tone="bad" title={`${label} could not be read`}>
            <p>{failureText(error)}</p>
            <Button variant="outline" size="sm" className="mt-3" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </Notice>
        </div>
      ) : (
        <>
          <div
            className={clsx("overflow-x-auto transition-opacity", isPlaceholderData && "opacity-50")}
            aria-busy={query.isFetching}
          >
            <table className="w-full text-sm max-md:block max-md:text-base">
              <caption className="sr-only">{label}</caption>
              <TableHead columns={columns} sort={sort} address={address} />
              {data ? (
                <TableRows
                  columns={columns}
                  rows={data.items}
                  keyOf={rest.keyOf}
                  {...(rest.rowTo ? { rowTo: rest.rowTo } : {})}
                />
              ) : (
                <WaitingRows columns={columns.length} />
              )}
            </table>
          </div>
          {data?.items.length === 0 && <NothingHere {...rest.empty} />}
          {data && data.total > 0 && <TablePager list={data} address={address} />}
        </>
      )}
    </section>
  );
}

function WaitingRows({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <tr key={row} className="border-b border-line last:border-b-0 max-md:block max-md:px-4 max-md:py-3.5">
          {Array.from({ length: columns }, (_, column) => (
            <td key={column} className={clsx("md:px-3 md:py-3.5 md:first:pl-4", column > 1 && "max-md:hidden")}>
              <Skeleton className={clsx("h-4 max-md:mt-1", column === 0 ? "w-40" : "w-20")} />
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
