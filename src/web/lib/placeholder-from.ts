/**
 * While a query loads, shows what was read last, but never of another list or thing.
 *
 * @param list what the query is about, however it is filtered, sorted and paged
 */
export const placeholderFrom = (list: string) => ({
  meta: { list },
  placeholderData: <Reply>(previous: Reply | undefined, query?: { meta?: Record<string, unknown> | undefined }) =>
    query?.meta?.["list"] === list ? previous : undefined,
});
