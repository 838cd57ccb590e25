import { sql, type RawBuilder } from "kysely";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import { hasRows, onlyValue } from "#server/platform/db/rows.ts";
import type { ScopeCheck } from "#server/platform/http/scope.ts";
import { compScopeOf, type CompScope } from "./scope.ts";

/** The condition that comp `c` is in a scope. */
export const isCompOf = ({ eventIds, hostIds }: CompScope): RawBuilder<unknown> => sql`
  (c.host_id = any(${hostIds}::bigint[]) or exists (select from ${ticketsTables.ticket_lines} k
    where k.order_id = c.order_id and k.event_id = any(${eventIds}::bigint[])))`;

/** The condition that a row of `alias`, with an event and maybe a host, is in a scope. */
export const isOfEventOrHost = (event: RawBuilder<unknown>, host: RawBuilder<unknown>, scope: CompScope) =>
  sql`(${event} = any(${scope.eventIds}::bigint[]) or ${host} = any(${scope.hostIds}::bigint[]))`;

/** Whether all of some comps, or batches of them, are in a scope. */
export const checkComps: ScopeCheck = async (db, ids, scope) => {
  const within = compScopeOf(scope)!;
  const found = await onlyValue(db, integer)`
    select (select count(*) from comps c where c.order_id = any(${ids}::uuid[]) and ${isCompOf(within)})
      + (select count(*) from comp_batches b where b.id = any(${ids}::uuid[])
        and ${isOfEventOrHost(sql`b.event_id`, sql`b.host_id`, within)})`;
  return found === new Set(ids).size;
};

/** Whether comps that someone asks for are of a scope: by the event of their ticket type, or the host whose budget they take. */
export const checkCompWishes: ScopeCheck = async (db, wishes, { eventIds, hostIds }) => {
  for (const wish of wishes as { ticketTypeId: number; hostId?: number }[]) {
    const isWithin = await hasRows(db)`
      select from ${eventsTables.ticket_types} y where y.id = ${wish.ticketTypeId} and (
        y.event_id = any(${eventIds}::bigint[])
        or exists (select from comp_hosts h where h.id = ${wish.hostId ?? null}::bigint and h.event_id = y.event_id
          and h.id = any(${hostIds}::bigint[])))`;
    if (!isWithin) return false;
  }
  return true;
};
