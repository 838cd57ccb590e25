import type { MoneyException } from "#contract/money-exceptions.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type ExceptionFilter = {
  state?: string | undefined;
  kind?: string | undefined;
  page?: number | undefined;
};

/** Money that does not add up, read anew every half minute. */
export const exceptionsQuery = (filter: ExceptionFilter = {}) =>
  deskQuery<ListReply<MoneyException> & { lookedAt: string | null }>(
    withQuery("/api/admin/money/exceptions", filter),
    30_000,
  );
