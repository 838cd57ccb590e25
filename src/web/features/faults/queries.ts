import type { Fault } from "#contract/faults.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type FaultFilter = {
  state?: string | undefined;
  source?: string | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
};

export const faultsQuery = (filter: FaultFilter = {}) =>
  deskQuery<ListReply<Fault>>(withQuery("/api/admin/errors", filter), 60_000);
