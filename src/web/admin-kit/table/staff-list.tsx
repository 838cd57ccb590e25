import { useQuery } from "@tanstack/react-query";
import { type ColumnVisibilityState, type RowData, useTable } from "@tanstack/react-table";
import { clsx } from "clsx";
import { type ReactNode, useMemo } from "react";
import type { NameOf, ReplyOf, RowOf } from "#contract/calls.ts";
import { apiPath, type PrefixArgs } from "#web/lib/paths.ts";
import { withQuery } from "#web/lib/paths.ts";
import { PartBoundary } from "#web/ui/part-boundary.tsx";
import { ReadFailure } from "../read-failure.tsx";
import {
  type CsvName,
  ExportLinks,
  fileBase,
  Filter,
  type FilterChoice,
  type ListFilter,
  TableToolbar,
  valueOf,
} from "./table-toolbar.tsx";
import { type ListReply, queryAt } from "./list-query.ts";
import { BulkBar, type Nothing, NothingHere, TablePager, WaitingRows } from "./table-parts.tsx";
import { type Column, type ColumnMeta, features, TableHead, TableRows } from "./table-rows.tsx";
import { useListAddress } from "./use-list-address.ts";

export type ListColumn<Row extends RowData> = ColumnMeta & {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The column can be sorted, first in this direction. */
  sort?: "asc" | "desc" | undefined;
};

/** A worklist shows open items or, on request, resolved ones. */
export const openOrResolved = { label: "Status", any: null, choices: { open: "Open", resolved: "Resolved" } };

/** A staff list as data. The URL holds its search, filters, sort order and page. */
export type List<Row extends RowData, Reply extends ListReply<Row> = ListReply<Row>> = {
  /** Names the table: "Emails". */
  label: string;
  path: string;
  /** Only a type: what its endpoint answers. */
  reply?: Reply;
  /** Refetches this often, for lists that change by themselves. */
  everyMs?: number;
  /** By id, which is also the name of a column's sort order. */
  columns: Record<string, ListColumn<Row>>;
  /** The first sort order, such as "-createdAt"; without it, the list has only one. */
  sort?: string;
  /** The search box's placeholder; without it, the list has no search. */
  search?: string;
  /** By name in the URL. */
  filters?: Record<string, ListFilter>;
  /** Why there are no rows; as plain text only if nothing is filtered out. */
  empty: string | Nothing;
  /** What the rows are called, if it isn't the label. */
  noun?: string;
  /** Its files, if they aren't at the list's own path. */
  file?: CsvName;
  /** Its files name nobody, so that they need no confirmation. */
  isPlain?: boolean;
  /** The parameter that opens a row. */
  opens?: string;
  /** The name of the page parameter, if one screen has two lists. */
  pageName?: string;
  /** The table has many columns and needs more width than most. With less width, rows become cards. */
  isWide?: boolean;
  /** What tells rows apart, unless they have an id. */
  keyOf?: (row: Row) => string | number;
};

/** The endpoints of lists. */
type ListName = {
  [Name in NameOf<"GET">]: ReplyOf<Name> extends ListReply<unknown> ? Name : never;
}[NameOf<"GET">];

type ListOf<Name extends ListName> = List<RowOf<Name>, ReplyOf<Name> & ListReply<RowOf<Name>>>;

/** Declares a staff list. Its endpoint says what its rows are. */
export const staffList = <Name extends ListName>(
  name: Name,
  list: Omit<ListOf<Name>, "path" | "reply">,
  ...input: PrefixArgs<Name>
): ListOf<Name> => ({ ...list, path: apiPath(name, ...input) });

type Query = Record<string, string | number | undefined>;

/**
 * Reads a list's rows.
 *
 * @param of what the list is of, such as its event: the rows of another event are another list
 * @param more filters that the page itself reads from the URL
 */
export function useStaffList<Row extends RowData, Data extends ListReply<Row> = ListReply<Row>>(
  list: List<Row, Data>,
  of: Query = {},
  more: Query = {},
) {
  const { columns, filters = {}, opens = "id" } = list;
  const address = useListAddress(list.pageName);
  const parameter = (name: string) => address.search.get(name) ?? undefined;
  const values: Record<string, string | undefined> = {};
  const filter: Query = { ...of, ...more, q: list.search && address.q };
  for (const [name, each] of Object.entries(filters)) {
    filter[each.as ?? name] = values[name] = valueOf(each, parameter(name));
  }
  const setCount = Object.keys(filters).filter((name) => values[name] !== valueOf(filters[name]!)).length;
  const isFiltered = Boolean(filter["q"]) || setCount > 0;
  const requestedSort = parameter("sort");
  const isSort = [list.sort, ...Object.keys(columns).filter((id) => columns[id]!.sort)].some(
    (name) => name?.replace("-", "") === requestedSort?.replace(/^-/, ""),
  );
  const sort = list.sort && isSort ? requestedSort : list.sort;
  if (sort) filter["sort"] = sort;
  const path = withQuery(list.path, { ...filter, ...address.at });
  const identity = withQuery(list.path, of);
  return {
    list,
    /** What makes this list another one than the list that the same component showed before. */
    identity,
    address,
    query: useQuery(queryAt<Data>(path, list.everyMs, identity)),
    /** What the request asks for, except the page. */
    filter,
    /** The value of each filter. */
    values,
    /** How many filters are set. */
    setCount,
    isFiltered,
    sort,
    /** The row that is open beside the list. */
    opened: parameter(opens),
    close: () => address.change({ [opens]: undefined, ...address.at }, { replace: true }),
  };
}

/** A list with its rows and what the URL says about it. */
type OpenList<Row extends RowData> = ReturnType<typeof useStaffList<Row>>;

/** The selected rows of the current page. A row that leaves the page is no longer selected. */
export type Chosen<Row> = { rows: Row[]; clear: () => void };

type StaffListProps<Row extends RowData> = {
  list: OpenList<Row>;
  /** The choices of filters that the page loads itself, by name. */
  choices?: Record<string, FilterChoice[] | undefined>;
  /** More filters, and how many of them are set. */
  filters?: ReactNode;
  filtersSet?: number;
  /** Downloads besides the list's own, and what else stands on the right. */
  files?: ReactNode;
  actions?: ReactNode;
  /** The URL that a row opens, if the list doesn't say what opens. */
  rowTo?: (row: Row) => string;
  empty?: Nothing | undefined;
  /** Columns to hide, by id. */
  visibility?: ColumnVisibilityState;
  /** Lets staff select rows, and the actions on all of them at once. */
  bulk?: { nameOf: (row: Row) => string; renderActions: (chosen: Chosen<Row>) => ReactNode };
};

const none: never[] = [];
const all: ColumnVisibilityState = {};

/** A staff list: search, filters and export above, the rows, and the pages below. The server sorts and filters. */
export const StaffList = <Row extends RowData>(props: StaffListProps<Row>) => (
  <PartBoundary key={props.list.identity}>
    <OneList {...props} />
  </PartBoundary>
);

function OneList<Row extends RowData>({ list: open, visibility = all, bulk, ...shown }: StaffListProps<Row>) {
  const { list, address, query, sort } = open;
  const { label, keyOf = idOf, opens, isWide = false } = list;
  const { data, isError } = query;
  const columns = useMemo(() => Object.entries(list.columns).map(toColumn), [list.columns]);
  const sorting = useMemo(() => (sort ? [{ id: sort.replace("-", ""), desc: sort.startsWith("-") }] : none), [sort]);
  const table = useTable({
    features,
    columns,
    data: data?.items ?? none,
    getRowId: (row) => String(keyOf(row)),
    manualSorting: true,
    enableSorting: sort !== undefined,
    enableSortingRemoval: false,
    sortDescFirst: false,
    enableRowRangeSelection: false,
    state: { sorting, columnVisibility: visibility },
  });
  const rows = table.getSelectedRowModel().rows.map(({ original }) => original);
  const clear = () => table.resetRowSelection(true);
  const toRow = opens ? (row: Row) => address.addressWith({ [opens]: keyOf(row), ...address.at }) : undefined;
  return (
    // Wide rows never widen the page: they become cards, or scroll in their own frame.
    <section
      aria-label={label}
      className={clsx(
        "overflow-clip rounded-md border border-line bg-panel",
        // The container names that the variants `cards`, `roomy` and `columns` use.
        isWide ? "[container:rows-wide/inline-size]" : "[container:rows/inline-size]",
      )}
    >
      <ListToolbar open={open} {...shown} />
      {isError && (
        <div className="p-4">
          <ReadFailure label={label} query={query} />
        </div>
      )}
      {(data || !isError) && (
        <>
          <div
            className={clsx("relative overflow-x-auto transition-opacity", query.isPlaceholderData && "opacity-50")}
            aria-busy={query.isFetching}
          >
            <table className="w-full text-sm cards:block cards:text-base">
              <caption className="sr-only">{label}</caption>
              <TableHead table={table} address={address} selects={bulk !== undefined} />
              {data ? (
                <TableRows table={table} rowTo={shown.rowTo ?? toRow} nameOf={bulk?.nameOf} />
              ) : (
                <WaitingRows columns={table.getVisibleLeafColumns().length} hasLead={bulk !== undefined} />
              )}
            </table>
          </div>
          {data?.items.length === 0 && <NothingHere {...(shown.empty ?? nothingOf(open))} />}
          {bulk && (
            <BulkBar count={rows.length} onClear={clear}>
              {bulk.renderActions({ rows, clear })}
            </BulkBar>
          )}
          {data && data.total > 0 && <TablePager label={label} list={data} address={address} />}
        </>
      )}
    </section>
  );
}

function nothingOf<Row extends RowData>({ list, isFiltered }: OpenList<Row>): Nothing {
  const { empty, noun = list.label.toLowerCase() } = list;
  if (typeof empty !== "string") return empty;
  return { title: `No ${noun}`, text: isFiltered ? `No ${noun} match your search.` : empty };
}

type ListToolbarProps<Row extends RowData> = Pick<
  StaffListProps<Row>,
  "choices" | "filters" | "filtersSet" | "files" | "actions"
> & {
  open: OpenList<Row>;
};

function ListToolbar<Row extends RowData>({ open, choices, filters, filtersSet = 0, ...more }: ListToolbarProps<Row>) {
  const { list, address, filter, values, setCount } = open;
  return (
    <TableToolbar
      address={address}
      placeholder={list.search}
      filterCount={setCount + filtersSet}
      actions={more.actions}
      files={
        <>
          <ExportLinks at={list.file ? fileBase(list.file) : list.path} query={filter} isPlain={list.isPlain} />
          {more.files}
        </>
      }
      filters={
        (list.filters ?? filters) && (
          <>
            {Object.entries(list.filters ?? {}).map(([name, each]) => (
              <Filter
                key={name}
                filter={each}
                value={values[name]}
                choices={choices?.[name]}
                onChange={(value) => address.change({ [name]: value === valueOf(each) ? undefined : value })}
              />
            ))}
            {filters}
          </>
        )
      }
    />
  );
}

const idOf = (row: RowData) => (row as { id: string | number }).id;

const toColumn = <Row extends RowData>([id, column]: [string, ListColumn<Row>]): Column<Row> => {
  const { header, cell, sort, ...meta } = column;
  return {
    id,
    header,
    meta,
    cell: ({ row }) => cell(row.original),
    // The server sorts; the accessor only says that it can.
    ...(sort ? { accessorFn: () => id, sortDescFirst: sort === "desc" } : {}),
  };
};
