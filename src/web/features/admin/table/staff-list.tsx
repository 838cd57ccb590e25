import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { withQuery } from "#web/lib/paths.ts";
import type { Column, ColumnMeta } from "./columns.ts";
import { type FilterChoice, FilterSelect } from "./filter-select.tsx";
import { adminQuery, type ListReply } from "./list-query.ts";
import { StaffTable, type StaffTableProps } from "./staff-table.tsx";
import { ExportLink, TableToolbar } from "./table-toolbar.tsx";
import { type ListAddress, useListAddress } from "./use-list-address.ts";

export type ListColumn<Row extends RowData> = ColumnMeta & {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The column can be sorted, first in this direction. Its id is the name of the sort order. */
  sort?: "asc" | "desc" | undefined;
};

export type ListFilter<Data = unknown> = {
  /** What the filter is about: "Status". */
  label: string;
  /** The text of the first, empty option: "Any status". A filter without one starts at its first choice. */
  any?: string;
  /** The label of each value. A page can also pass choices that it loads itself to StaffList. */
  choices?: Record<string, string | { label: string }> | ((data: Data | undefined, value?: string) => FilterChoice[]);
  /** What the URL may hold if the values aren't known in advance. */
  pattern?: RegExp;
  /** The name in the request, if it differs from the name in the URL. */
  as?: string;
  /** Only shown if there is something to choose. */
  hidesEmpty?: boolean;
};

/** A worklist shows open items or, on request, resolved ones. */
export const openOrResolved: ListFilter = { label: "Status", choices: { open: "Open", resolved: "Resolved" } };

/** A staff list as data. The URL holds its search, filters, sort order and page. */
export type List<Row extends RowData, Data extends ListReply<Row> = ListReply<Row>> = Pick<
  StaffTableProps<Row>,
  "keyOf" | "isWide"
> & {
  /** Names the table: "Emails". */
  label: string;
  path: string;
  /** Refetches this often, for lists that change by themselves. */
  everyMs?: number;
  columns: ListColumn<Row>[];
  /** The first sort order, such as "-createdAt"; without it, the list has only one. */
  sort?: string;
  /** The search box's placeholder; without it, the list has no search. */
  search?: string;
  /** By name in the URL. */
  filters?: Record<string, ListFilter<Data>>;
  /** Why there are no rows; as plain text only if nothing is filtered out. */
  empty: string | StaffTableProps<Row>["empty"];
  /** All rows can be downloaded as CSV. */
  csv?: boolean;
  /** The parameter that opens a row. */
  opens?: string;
  /** The name of the page parameter, if one screen has two lists. */
  pageName?: string;
};

/** A list with its rows and what the URL says about it. */
export type OpenList<Row extends RowData, Data extends ListReply<Row> = ListReply<Row>> = {
  list: List<Row, Data>;
  address: ListAddress;
  query: UseQueryResult<Data>;
  /** What the request asks for, except the page. */
  filter: Record<string, string | number | undefined>;
  /** The value of each filter. */
  values: Record<string, string | undefined>;
  isFiltered: boolean;
  sort: string | undefined;
  /** The row that is open beside the list. */
  opened: string | undefined;
  close: () => void;
};

/** Reads a list's rows. @param of what the request always contains, such as the list's event */
export function useStaffList<Row extends RowData, Data extends ListReply<Row>>(
  list: List<Row, Data>,
  of: OpenList<Row>["filter"] = {},
): OpenList<Row, Data> {
  const address = useListAddress(list.pageName);
  const filters = Object.entries(list.filters ?? {});
  const values = Object.fromEntries(filters.map(([name, each]) => [name, valueOf(each, address.search.get(name))]));
  const q = list.search && address.q;
  const sort = list.sort && sortOf(list, address.search.get("sort") ?? list.sort);
  const sent = Object.fromEntries(filters.map(([name, { as = name }]) => [as, values[name]]));
  const filter = { ...of, q, ...sent, ...(sort ? { sort } : {}) };
  const opens = list.opens ?? "id";
  return {
    list,
    address,
    query: useQuery(adminQuery<Data>(withQuery(list.path, { ...filter, ...address.at }), list.everyMs)),
    filter,
    values,
    isFiltered: Boolean(q) || filters.some(([name, each]) => values[name] !== valueOf(each, null)),
    sort,
    opened: address.search.get(opens) ?? undefined,
    close: () => address.change({ [opens]: undefined, ...address.at }, { replace: true }),
  };
}

/** A filter's value. A mistyped URL shows everything. */
function valueOf({ any, choices = {}, pattern }: ListFilter<never>, text: string | null): string | undefined {
  if (pattern) return pattern.exec(text ?? "")?.[0];
  const known = Object.keys(choices);
  return known.find((value) => value === text) ?? (any === undefined ? known[0] : undefined);
}

function sortOf<Row extends RowData>(
  { sort = "", columns }: Pick<List<Row>, "sort" | "columns">,
  wanted: string,
): string {
  const names = [sort.replace("-", ""), ...columns.flatMap(({ id, sort: first }) => (first ? [id] : []))];
  return names.includes(wanted.replace(/^-/, "")) ? wanted : sort;
}

export type StaffListProps<Row extends RowData, Data extends ListReply<Row>> = Pick<
  StaffTableProps<Row>,
  "bulk" | "visibility"
> & {
  list: OpenList<Row, Data>;
  /** The choices of filters that the page loads itself, by name. */
  choices?: Record<string, FilterChoice[] | undefined>;
  /** More filters, and what stands on the right. */
  filters?: ReactNode;
  actions?: ReactNode;
  rowTo?: (row: Row) => string;
  empty?: StaffTableProps<Row>["empty"] | undefined;
};

/** A staff list: search, filters and export above, the rows, and the pages below. */
export function StaffList<Row extends RowData, Data extends ListReply<Row>>({
  list: open,
  choices = {},
  filters: moreFilters,
  actions,
  ...shown
}: StaffListProps<Row, Data>) {
  const { list, address, query, filter, values, isFiltered, sort } = open;
  const { label, path, keyOf, isWide = false, search, filters = {}, csv, opens } = list;
  const columns = useMemo(() => list.columns.map(toColumn), [list.columns]);
  const noun = label.toLowerCase();
  const empty =
    typeof list.empty === "string"
      ? { title: `No ${noun}`, text: isFiltered ? `No ${noun} match your search.` : list.empty }
      : list.empty;
  const rowTo = (row: Row) => address.addressWith({ [opens!]: keyOf(row), ...address.at });
  const hasToolbar = search !== undefined || Object.keys(filters).length > 0;
  return (
    <StaffTable
      label={label}
      columns={columns}
      query={query}
      address={address}
      sort={sort}
      keyOf={keyOf}
      isWide={isWide}
      {...(opens ? { rowTo } : {})}
      {...shown}
      empty={shown.empty ?? empty}
      toolbar={
        hasToolbar && (
          <TableToolbar
            address={address}
            placeholder={search}
            actions={csv ? <ExportLink to={withQuery(`${path}.csv`, filter)} /> : actions}
            filters={
              <>
                {Object.entries(filters).map(([name, each]) => (
                  <Filter
                    key={name}
                    filter={each}
                    value={values[name]}
                    choices={choices[name] ?? choicesOf(each, query.data, values[name])}
                    onChange={(value) => address.change({ [name]: value === valueOf(each, null) ? undefined : value })}
                  />
                ))}
                {moreFilters}
              </>
            }
          />
        )
      }
    />
  );
}

const toColumn = <Row extends RowData>({ id, header, cell, sort, ...meta }: ListColumn<Row>): Column<Row> => ({
  id,
  header,
  meta,
  cell: ({ row }) => cell(row.original),
  // The server sorts; the accessor only says that it can.
  ...(sort ? { accessorFn: () => id, sortDescFirst: sort === "desc" } : {}),
});

function choicesOf<Data>({ choices = {} }: ListFilter<Data>, data: Data | undefined, value: string | undefined) {
  if (typeof choices === "function") return choices(data, value);
  return Object.entries(choices).map(([name, label]) => ({
    value: name,
    label: typeof label === "string" ? label : label.label,
  }));
}

type FilterProps = {
  filter: ListFilter<never>;
  value: string | undefined;
  choices: FilterChoice[];
  onChange: (value: string | undefined) => void;
};

function Filter({ filter: { label, any, hidesEmpty = false }, value, choices, onChange }: FilterProps) {
  if (hidesEmpty && choices.length === 0 && value === undefined) return null;
  // A copied URL may name a value that isn't offered. We show it so that it can be cleared.
  const isMissing = hidesEmpty && value !== undefined && !choices.some((choice) => String(choice.value) === value);
  return (
    <FilterSelect
      label={label}
      {...(any === undefined ? {} : { any })}
      value={value}
      choices={isMissing ? [...choices, { value, label: value }] : choices}
      onChange={onChange}
    />
  );
}
