import { sql, type RawBuilder } from "kysely";
import { csvPageSize, type CsvCell, type SheetFile } from "../csv.ts";
import { plannedByValues, type Queryable } from "./database.ts";
import {
  gather,
  inOrder,
  isAfter,
  partsOf,
  sliceOf,
  sortKeyOf,
  toPage,
  type Keyed,
  type ListOrder,
  type PageOfRows,
  type PageQuery,
  type Slice,
  type SortKey,
} from "./keyset.ts";
import { countedAs, countUpTo, maxCounted, staffPageSize } from "./paging.ts";
import { allRows } from "./rows.ts";
import { narrowByWords, orderNumberOf, wordsQuery, type Narrowed, type WordedTexts } from "./word-search.ts";

type Sql = RawBuilder<unknown>;

/** What a list is asked: which page, what to search for, and the values of its own filters. */
export interface ListQuery extends PageQuery {
  q?: string | undefined;
}

/** Where a list's rows come from, as its module declares it. */
export interface ListSource<Query, Row> {
  /** What each row selects. */
  columns: RawBuilder<Row>;
  /** The tables that the filters and the order need. A count has no order. */
  from: Sql | ((query: Query, order: ListOrder | undefined) => Sql);
  /**
   * Tables to join only with the rows of a page, which are found first. Both `from` and `joins` know them as `alias`.
   * Wide rows are found by their IDs and what they're sorted by, and read from their table when the page is known.
   */
  page?: { alias: string; joins: Sql; wide?: { table: Sql; columns: Sql } };
  /** What identifies a row; needed by `search` and `gathers`. */
  key?: SortKey;
  /** @throws AppError `invalid_input` for an order that the list doesn't have for this query */
  order: ListOrder | ((query: Query) => ListOrder);
  /** What is true for all rows. */
  where?: Sql | ((query: Query) => Sql);
  /** The condition of each field of the query that is set. */
  filters?: { [Field in keyof Query]?: (value: NonNullable<Query[Field]>, query: Query) => Sql };
  /** Finds the typed words by the index on `search_words`; other lists have a filter for `q`. */
  search?: {
    texts: WordedTexts;
    /** The condition for a complete order number, which needs no words. */
    byNumber?: (number: string) => Sql;
    /** How rows fit the condition on words, if not by themselves. */
    fits?: (words: Sql, query: Query) => Sql;
    /** True if the filter for `q` searches instead. */
    unless?: (query: Query) => boolean;
  };
  /** Where the total stops counting, if not at ten thousand. */
  max?: (query: Query) => number;
  /** True if no index covers these filters: the search for the total then also finds the page's rows. */
  gathers?: (query: Query) => boolean;
  pageSize?: number;
}

/** One page of a list as endpoints return it. */
type ListPage<Item> = Omit<PageOfRows<never>, "rows"> & { items: Item[] };

/** A list that staff search, sort, page through and download. */
export interface List<Query, Item> {
  /**
   * One page, and how many rows there are.
   *
   * @throws AppError `invalid_input` for an invalid cursor or an order that the list doesn't have
   */
  list(db: Queryable, query: Query, pageSize?: number): Promise<ListPage<Item>>;
  /** All rows that match, as a spreadsheet file. */
  file(db: Queryable, query: Query): SheetFile;
}

/** The fields of an item that a spreadsheet can show as they are. */
type CellField<Item> = { [Field in keyof Item]: Item[Field] extends CsvCell ? Field : never }[keyof Item];

/** A column of a list's spreadsheet file: a field of each item, or what is made of it. */
type Cell<Item, Query> = CellField<Item> | ((item: Item, query: Query) => CsvCell);

/** The columns of a list's spreadsheet file, by their headers. */
export type Cells<Item, Query = void> = Record<string, Cell<Item, Query>>;

const rowOf = <Item, Query>(item: Item, cells: Cells<Item, Query>, query: Query): CsvCell[] =>
  Object.values(cells).map((cell) => (typeof cell === "function" ? cell(item, query) : (item[cell] as CsvCell)));

/** A spreadsheet file of a list that is short enough to be read whole. */
export function fileOfAll<Item>(items: Item[], cells: Cells<Item>): SheetFile {
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    yield items.map((item) => rowOf(item, cells, undefined));
  }
  return { header: Object.keys(cells), pages: pages() };
}

/** A spreadsheet file of a list that is read page by page, for lists that complete their pages after reading them. */
export function fileOfPages<Item>(
  read: (cursor: string | undefined) => Promise<Pick<ListPage<Item>, "items" | "nextCursor">>,
  cells: Cells<Item>,
): SheetFile {
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, nextCursor }: Pick<ListPage<Item>, "items" | "nextCursor"> = await read(cursor);
      yield items.map((item) => rowOf(item, cells, undefined));
      cursor = nextCursor;
    }
  }
  return { header: Object.keys(cells), pages: pages() };
}

/**
 * Declares a list: keyset pages over the rows of `source`, each shown as `toItem` says.
 *
 * @param cells the columns of its spreadsheet file, by their headers
 */
export function defineList<Query extends ListQuery, Row, Item>(
  source: ListSource<Query, Row>,
  toItem: (row: Row, query: Query) => Item,
  cells: Cells<Item, Query>,
): List<Query, Item> {
  async function read(db: Queryable, query: Query, pageSize: number, counts: boolean): Promise<ListPage<Item>> {
    const order = typeof source.order === "function" ? source.order(query) : source.order;
    const { fit, counted, slice } = await narrow(db, source, query, sliceOf(query, order, pageSize), counts);
    const rows = await allRows(db)<Keyed<Row>>`${plannedByValues} ${select(source, query, fit, slice)}`;
    const { rows: shown, ...page } = toPage<Row>(rows, slice, counted);
    return { items: shown.map((row) => toItem(row, query)), ...page };
  }
  async function* pages(db: Queryable, query: Query): AsyncGenerator<CsvCell[][]> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, nextCursor } = await read(db, { ...query, page: undefined, cursor }, csvPageSize, false);
      yield items.map((item) => rowOf(item, cells, query));
      cursor = nextCursor;
    }
  }
  return {
    list: (db, query, pageSize = source.pageSize ?? staffPageSize) => read(db, query, pageSize, true),
    file: (db, query) => ({ header: Object.keys(cells), pages: pages(db, query) }),
  };
}

const fromOf = <Query, Row>({ from }: ListSource<Query, Row>, query: Query, order?: ListOrder): Sql =>
  typeof from === "function" ? from(query, order) : from;

/** The condition that finds a page's rows, and how many rows there are. A file counts none. */
async function narrow<Query extends ListQuery, Row>(
  db: Queryable,
  source: ListSource<Query, Row>,
  query: Query,
  slice: Slice,
  counts: boolean,
): Promise<Narrowed> {
  const search = source.search?.unless?.(query) ? undefined : source.search;
  const number = search?.byNumber && orderNumberOf(query.q);
  const from = fromOf(source, query);
  const where = (words: Sql) =>
    whereOf(
      source,
      query,
      search && (number === undefined ? (search.fits?.(words, query) ?? words) : search.byNumber!(number)),
    );
  if (search !== undefined && number === undefined && wordsQuery(query.q) !== undefined) {
    return narrowByWords(db, { from, key: source.key!, texts: search.texts, where }, query.q, slice);
  }
  const fit = where(sql`true`);
  const max = source.max?.(query) ?? maxCounted;
  if (source.gathers?.(query)) {
    const { found, gathered } = await gather(db, { from, key: source.key!, where: fit }, max);
    return { fit: gathered ?? fit, counted: countedAs(found, max), slice };
  }
  return { fit, counted: counts ? await countUpTo(db, from, fit, max) : countedAs(0, 0), slice };
}

/** @param searched the condition on the searched words, unless the filter for `q` has it */
function whereOf<Query, Row>({ where, filters = {} }: ListSource<Query, Row>, query: Query, searched: Sql | undefined) {
  const parts = [(typeof where === "function" ? where(query) : where) ?? sql`true`, searched ?? sql`true`];
  for (const field of Object.keys(filters) as (keyof Query)[]) {
    if (field === "q" && searched !== undefined) continue;
    const value = query[field];
    if (value !== undefined && value !== null) parts.push(filters[field]!(value, query));
  }
  return sql.join(parts, sql` and `);
}

function select<Query, Row>(source: ListSource<Query, Row>, query: Query, fit: Sql, slice: Slice): Sql {
  const { columns, page } = source;
  const from = fromOf(source, query, slice.order);
  const listed = sql`select ${columns}, ${sortKeyOf(slice)} as "sortKey" from`;
  if (page === undefined) return sql`${listed} ${from} where ${fit} and ${isAfter(slice)} ${inOrder(slice)}`;
  const alias = sql.ref(page.alias);
  const { wide } = page;
  const found = (partSlice: Slice, part: Sql, where: Sql) =>
    sql`select ${wide?.columns ?? sql`${alias}.*`}${part} from ${from} where ${where} and ${fit} and ${isAfter(partSlice)} ${inOrder(partSlice)}`;
  const rows = slice.order.next === undefined ? found(slice, sql``, sql`true`) : foundInParts(slice, alias, found);
  const read = wide ? sql`(${rows}) found join ${wide.table} ${alias} using (id)` : sql`(${rows}) ${alias}`;
  return sql`${listed} ${read} ${page.joins} ${inOrder({ ...slice, offset: 0 })}`;
}

/** Both parts of a list from the cursor on, each by its own index and no longer than the page reaches. */
function foundInParts(slice: Slice, alias: Sql, found: (partSlice: Slice, part: Sql, where: Sql) => Sql): Sql {
  const parts = partsOf(slice.order).map(({ next: _, where = sql`true`, ...order }, part) => {
    const after = part === slice.part ? slice.after : undefined;
    const partSlice = { ...slice, order, after, offset: 0, pageSize: slice.offset + slice.pageSize };
    return sql`(${found(partSlice, sql`, ${sql.lit(part)} as part`, part < slice.part ? sql`false` : where)})`;
  });
  return sql`select * from (${sql.join(parts, sql` union all `)}) ${alias} ${inOrder(slice)}`;
}
