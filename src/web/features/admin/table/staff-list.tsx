import { useQuery } from "@tanstack/react-query";
import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { withQuery } from "#web/lib/paths.ts";
import type { Column, ColumnMeta } from "./columns.ts";
import { type FilterChoice, FilterSelect } from "./filter-select.tsx";
import { adminQuery, type ListReply } from "./list-query.ts";
import { StaffTable, type StaffTableProps } from "./staff-table.tsx";
import { ExportLink, TableToolbar } from "./table-toolbar.tsx";
import { useListAddress } from "./use-list-address.ts";

export type ListColumn<Row extends RowData> = ColumnMeta & {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The column can be sorted, first in this direction. */
  sort?: "asc" | "desc" | undefined;
};

export type ListFilter = {
  /** What the filter is about: "Status". */
  label: string;
  /** The text of the first, empty option, if it isn't "Any status"; null if the filter starts at its first choice. */
  any?: string | null;
  /** The label of each value. A page can also pass choices that it loads itself to StaffList. */
  choices?: Record<string, string | { label: string }>;
  /** What the URL may hold if the values aren't known in advance. */
  pattern?: RegExp;
  /** The name in the request, if it differs from the name in the URL. */
  as?: string;
  /** Only shown if there is something to choose. */
  hidesEmpty?: boolean;
};

/** A worklist shows open items or, on request, resolved ones. */
export const openOrResolved = { label: "Status", any: null, choices: { open: "Open", resolved: "Resolved" } };

/** A staff list as data. The URL holds its search, filters, sort order and page. */
export type List<Row extends RowData> = {
  /** Names the table: "Emails". */
  label: string;
  path: string;
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
  empty: string | StaffTableProps<Row>["empty"];
  /** All rows can be downloaded as CSV. */
  csv?: boolean;
  /** The parameter that opens a row. */
  opens?: string;
  /** The name of the page parameter, if one screen has two lists. */
  pageName?: string;
  isWide?: boolean;
  /** What tells rows apart, unless they have an id. */
  keyOf?: StaffTableProps<Row>["keyOf"];
};

type Query = Record<string, string | number | undefined>;

/** Reads a list's rows. @param of what the request always contains, such as the list's event */
export function useStaffList<Row extends RowData, Data extends ListReply<Row> = ListReply<Row>>(
  list: List<Row>,
  of: Query = {},
) {
  const { columns, filters = {}, opens = "id" } = list;
  const address = useListAddress(list.pageName);
  const parameter = (name: string) => address.search.get(name) ?? undefined;
  const values: Record<string, string | undefined> = {};
  const filter: Query = { ...of, q: list.search && address.q };
  for (const [name, each] of Object.entries(filters)) {
    filter[each.as ?? name] = values[name] = valueOf(each, parameter(name));
  }
  const isFiltered =
    Boolean(filter["q"]) || Object.keys(filters).some((name) => values[name] !== valueOf(filters[name]!));
  const wanted = parameter("sort");
  const isSort = [list.sort, ...Object.keys(columns).filter((id) => columns[id]!.sort)].some(
    (name) => name?.replace("-", "") === wanted?.replace(/^-/, ""),
  );
  const sort = list.sort && isSort ? wanted : list.sort;
  if (sort) filter["sort"] = sort;
  const path = withQuery(list.path, { ...filter, ...address.at });
  return {
    list,
    address,
    query: useQuery(adminQuery<Data>(path, list.everyMs)),
    /** What the request asks for, except the page. */
    filter,
    /** The value of each filter. */
    values,
    isFiltered,
    sort,
    /** The row that is open beside the list. */
    opened: parameter(opens),
    close: () => address.change({ [opens]: undefined, ...address.at }, { replace: true }),
  };
}

/** A list with its rows and what the URL says about it. */
export type OpenList<Row extends RowData> = ReturnType<typeof useStaffList<Row>>;

/** A filter's value. A mistyped URL shows everything. */
function valueOf({ any, choices = {}, pattern }: ListFilter, text = ""): string | undefined {
  if (pattern) return pattern.exec(text)?.[0];
  const known = Object.keys(choices);
  return known.find((value) => value === text) ?? (any === null ? known[0] : undefined);
}

export type StaffListProps<Row extends RowData> = Pick<StaffTableProps<Row>, "bulk" | "visibility"> & {
  list: OpenList<Row>;
  /** The choices of filters that the page loads itself, by name. */
  choices?: Record<string, FilterChoice[] | undefined>;
  /** More filters, and what stands on the right. */
  filters?: ReactNode;
  actions?: ReactNode;
  rowTo?: (row: Row) => string;
  empty?: StaffTableProps<Row>["empty"] | undefined;
};

/** A staff list: search, filters and export above, the rows, and the pages below. */
export function StaffList<Row extends RowData>({
  list: open,
  choices,
  filters,
  actions,
  ...shown
}: StaffListProps<Row>) {
  const { list, address, query, filter, values, isFiltered, sort } = open;
  const { label, path, keyOf = idOf, isWide = false, search, csv, opens } = list;
  const columns = useMemo(() => Object.entries(list.columns).map(toColumn), [list.columns]);
  const noun = label.toLowerCase();
  const empty =
    typeof list.empty === "string"
      ? { title: `No ${noun}`, text: isFiltered ? `No ${noun} match your search.` : list.empty }
      : list.empty;
  return (
    <StaffTable
      label={label}
      columns={columns}
      query={query}
      address={address}
      sort={sort}
      keyOf={keyOf}
      isWide={isWide}
      {...(opens ? { rowTo: (row: Row) => address.addressWith({ [opens]: keyOf(row), ...address.at }) } : {})}
      {...shown}
      empty={shown.empty ?? empty}
      toolbar={
        (search ?? list.filters) && (
          <TableToolbar
            address={address}
            placeholder={search}
            actions={csv ? <ExportLink to={withQuery(`${path}.csv`, filter)} /> : actions}
            filters={
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
            }
          />
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

type FilterProps = {
  filter: ListFilter;
  value: string | undefined;
  choices: FilterChoice[] | undefined;
  onChange: (value: string | undefined) => void;
};

function Filter({ filter, value, choices, onChange }: FilterProps) {
  const { label, any = `Any ${label.toLowerCase()}`, hidesEmpty = false } = filter;
  const known = Object.entries(filter.choices ?? {}).map(([name, text]) => ({
    value: name,
    label: typeof text === "string" ? text : text.label,
  }));
  const offered: FilterChoice[] = choices ?? known;
  if (hidesEmpty && offered.length === 0 && value === undefined) return null;
  // A copied URL may name a value that isn't offered. We show it so that it can be cleared.
  const isMissing = hidesEmpty && value !== undefined && !offered.some((choice) => String(choice.value) === value);
  return (
    <FilterSelect
      label={label}
      {...(any === null ? {} : { any })}
      value={value}
      choices={isMissing ? [...offered, { value, label: value }] : offered}
      onChange={onChange}
    />
  );
}
