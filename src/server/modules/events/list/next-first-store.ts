import { sql, type RawBuilder } from "kysely";
import {
  inOrder,
  isAfter,
  sliceOfEither,
  type ListOrder,
  type Slice,
  type SortKey,
} from "#server/platform/db/keyset.ts";
import { mostCounted, staffPageSize } from "#server/platform/db/paging.ts";
import { inTime } from "../columns.ts";

const keys: SortKey[] = [
  { by: sql`e.starts_at`, type: "timestamptz" },
  { by: sql`e.id`, type: "bigint" },
];
const toCome: ListOrder = { name: "to-come", keys, descending: false };
const goneBy: ListOrder = { name: "gone-by", keys, descending: true };

/** A page of events in the order staff want: upcoming ones, the next first, then past ones, the latest first. */
export interface NextFirst {
  slice: Slice;
  /** Ids of the page's events, one more than shown: the body of a subquery to join with them as `e`. */
  page: RawBuilder<unknown>;
  /** Their sort order, once they are joined. */
  order: RawBuilder<unknown>;
}

/**
 * Both halves of the list from the cursor on, each by its index and no longer than the page reaches.
 *
 * @param filter condition on `events e`
 * @throws AppError `invalid_input` for an invalid cursor
 */
export function nextFirst(
  asked: { page?: number | undefined; cursor?: string | undefined },
  filter: RawBuilder<unknown>,
  pageSize = staffPageSize,
): NextFirst {
  const slice = sliceOfEither(asked, [toCome, goneBy], pageSize);
  const reach = { ...slice, offset: 0, pageSize: slice.offset + pageSize };
  const first = { ...reach, order: toCome };
  const then = { ...reach, order: goneBy, after: slice.order === goneBy ? slice.after : undefined };
  const isFirst = slice.order === toCome ? isAfter(first) : sql`false`;
  const order = sql`
    gone, case when not gone then e.starts_at end, case when not gone then e.id end, e.starts_at desc, e.id desc`;
  const fits = slice.offset >= mostCounted ? sql`false` : filter;
  const page = sql`
    select e.id, gone from (
      (select e.id, e.starts_at, false as gone from events e where ${inTime("upcoming")} and ${fits} and ${isFirst} ${inOrder(first)})
      union all
      (select e.id, e.starts_at, true as gone from events e where ${inTime("past")} and ${fits} and ${isAfter(then)} ${inOrder(then)})
    ) e order by ${order} limit ${sql.lit(pageSize + 1)} offset ${slice.offset}`;
  return { slice, page, order };
}

/** The slice for the next cursor: in the half of its last event. */
export function endingIn(slice: Slice, rows: { isOver: boolean }[]): Slice {
  const last = rows[Math.min(rows.length, slice.pageSize) - 1];
  return { ...slice, order: last?.isOver === true ? goneBy : toCome };
}
