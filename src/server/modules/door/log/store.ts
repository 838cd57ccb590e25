import { sql } from "kysely";
import type { ScanLogEntry, ScanLogQuery } from "#contract/door/scan-log.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { fitsDoorSearch } from "#server/modules/orders/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { orderOf } from "#server/platform/db/keyset.ts";
import type { Stored } from "#server/platform/shown.ts";

const entries = sql`(
  select device_id || ' ' || scan_id as id, received_at as at, verdict as result, reason, gate, staff_id, event_id, ticket_id
  from scans
  union all
  select 'undone ' || id, voided_at, 'undone', null, voided_gate, voided_by, event_id, ticket_id
  from ${ticketsTables.admissions} a where voided_at is not null) l`;

/** What staff ask of the log, and the events of their scope; without those, all. */
export type ScanQuery = ScanLogQuery & { eventIds?: number[] };

/** An entry, and the event of its ticket. */
export type ScanRow = Stored<ScanLogEntry> & { ticketEventId: number | null };

/** Scans and undone check-ins, the latest first. */
export const scanRows: ListSource<ScanQuery, ScanRow> = {
  columns: sql`
    l.id, l.at, l.result, l.reason, l.gate, u.display_name as "staffName", e.time_zone as "timeZone",
    case when t.id is null then null else json_build_object('id', t.id, 'holderName', t.holder_name,
      'typeName', y.name, 'order', json_build_object('id', o.id, 'number', o.number)) end as ticket,
    t.event_id as "ticketEventId", case when l.result = 'wrong_event' then r.title end as "rightEventTitle",
    f.admitted_at as "firstAdmittedAt", f.gate as "firstGate"`,
  from: entries,
  page: {
    alias: "l",
    joins: sql`
      join ${eventsTables.events} e on e.id = l.event_id left join ${accountsTables.users} u on u.id = l.staff_id
      left join ${ticketsTables.tickets} t on t.id = l.ticket_id
      left join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
      left join ${eventsTables.events} r on r.id = t.event_id
      left join ${ordersTables.orders} o on o.id = t.order_id
      left join lateral (
        select a.admitted_at, a.gate from ${ticketsTables.admissions} a
        where l.result = 'already_admitted' and a.ticket_id = l.ticket_id and a.admitted_at <= l.at
          and (a.voided_at is null or a.voided_at > l.at)
        order by a.admitted_at desc limit 1) f on true`,
  },
  order: orderOf("-at", {
    at: [
      { by: sql`l.at`, type: "timestamptz" },
      { by: sql`l.id`, type: "text" },
    ],
  }),
  filters: {
    event: (event, { ticket }) => (ticket === undefined ? sql`l.event_id = ${event}` : sql`true`),
    ticket: (ticket) => sql`l.ticket_id = ${ticket}`,
    eventIds: (ids) => sql`l.event_id = any(${ids}::bigint[])`,
    show: (show) => (show === "all" ? sql`true` : sql`l.result not in ('admitted', 'undone')`),
    // A search finds nothing by what an entry doesn't show.
    q: (q, { eventIds }) => sql`l.ticket_id in (
      select t.id from ${ticketsTables.tickets} t join ${ordersTables.orders} o on o.id = t.order_id
      where ${fitsDoorSearch(sql`t.holder_name || ' ' || o.buyer_name`, q)}
        and ${eventIds === undefined ? sql`true` : sql`t.event_id = any(${eventIds}::bigint[])`})`,
  },
};
