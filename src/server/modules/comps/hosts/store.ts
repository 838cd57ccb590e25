import { sql } from "kysely";
import type { CompHost } from "#contract/comps/hosts.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, firstValue, hasRows } from "#server/platform/db/rows.ts";
import { isOfEventOrHost } from "../scope-store.ts";
import type { CompScope } from "../scope.ts";

/** A host as stored. */
export interface HostRow {
  id: number;
  eventId: number;
  name: string;
  stockId: number;
}

/** A host; undefined for an unknown id. */
export function findHost(db: Queryable, id: number): Promise<HostRow | undefined> {
  return firstRow(db)`
    select id, event_id as "eventId", name, stock_id as "stockId" from comp_hosts where id = ${id}`;
}

/** Stores a host with the stock that counts its budget; undefined if the event has one by that name. */
export function insertHost(tx: Tx, host: Omit<HostRow, "id">): Promise<number | undefined> {
  return firstValue(tx)`
    insert into comp_hosts (event_id, name, stock_id) values (${host.eventId}, ${host.name}, ${host.stockId})
    on conflict (event_id, lower(name)) do nothing returning id`;
}

/** Whether another host of the event has this name. */
export function isNameTaken(tx: Tx, { eventId, id }: HostRow, name: string): Promise<boolean> {
  return hasRows(tx)`
    select from comp_hosts where event_id = ${eventId} and lower(name) = lower(${name}) and id <> ${id}`;
}

export async function renameHost(tx: Tx, id: number, name: string): Promise<void> {
  await sql`update comp_hosts set name = ${name} where id = ${id}`.execute(tx);
}

/** Hosts of an event by name, or one, with what they gave and who of their guests is checked in. */
export function findHosts(
  db: Queryable,
  { eventId, id, scope }: { eventId?: number; id?: number; scope?: CompScope | undefined },
): Promise<CompHost[]> {
  const isInScope = scope === undefined ? sql`true` : isOfEventOrHost(sql`n.event_id`, sql`n.id`, scope);
  return allRows(db)`
    select n.id, n.event_id as "eventId", n.name, s.capacity as budget, s.held + s.sold as "usedCount",
      k.tickets as "ticketCount", k.admitted as "admittedCount"
    from comp_hosts n join ${inventoryTables.stock} s on s.id = n.stock_id
    cross join lateral (
      select count(*)::integer as tickets, count(a.id)::integer as admitted
      from comps c join ${ticketsTables.tickets} t on t.order_id = c.order_id and t.status = 'valid'
      left join ${ticketsTables.admissions} a on a.ticket_id = t.id and a.voided_at is null
      where c.host_id = n.id) k
    where ${eventId === undefined ? sql`n.id = ${id}` : sql`n.event_id = ${eventId}`} and ${isInScope} order by plain_letters(n.name), n.id`;
}
