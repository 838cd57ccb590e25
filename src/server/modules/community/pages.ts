import { sliceOf, toPage, type Keyed, type ListOrder, type Slice } from "#server/platform/db/keyset.ts";

/** A page of a list that is never counted: its rows, and where the list continues. */
export async function readPage<Row>(
  order: ListOrder,
  { cursor, size }: { cursor: string | undefined; size: number },
  find: (slice: Slice) => Promise<Keyed<Row>[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const slice = sliceOf({ cursor }, order, size);
  const { rows, nextCursor } = toPage(await find(slice), slice, { total: 0, isMore: false });
  return { rows, nextCursor };
}
