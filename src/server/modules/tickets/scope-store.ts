import { integer } from "#server/platform/db/columns.ts";
import { onlyValue } from "#server/platform/db/rows.ts";
import type { ScopeCheck } from "#server/platform/http/scope.ts";

/** Whether all of some tickets are for the events of a scope. */
export const checkTickets: ScopeCheck = async (db, ids, { eventIds }) =>
  (await onlyValue(db, integer)`
    select count(*) from tickets where id = any(${ids}::bigint[]) and event_id = any(${eventIds}::bigint[])`) ===
  new Set(ids).size;
