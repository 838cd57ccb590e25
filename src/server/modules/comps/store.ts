import { sql, type RawBuilder } from "kysely";
import type { Comp, CompListQuery, CompSort, CompStatus } from "#contract/comps/comps.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { orderOf, type ListOrder, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { fewCounted, maxCounted, wordPatterns } from "#server/platform/db/paging.ts";
import { allValues, firstRow, hasRows } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { isCompOf } from "./scope-store.ts";
import type { CompScope } from "./scope.ts";

/** Who issues comps and why. */
export interface CompIssue {
  issuerId: number;
  reason: string;
  hostId: number | null;
  batchId: string | null;
}

/** Stores who issued comps and why. */
export async function insertComps(
  tx: Tx,
  orderIds: string[],
  { issuerId, reason, hostId, batchId }: CompIssue,
): Promise<void> {
  await sql`
    insert into comps (order_id, issuer_id, reason, host_id, batch_id)
    select id, ${issuerId}, ${reason}, ${hostId}, ${batchId}::uuid from unnest(${orderIds}::uuid[]) as id`.execute(tx);
}

/** Locks a comp, so that it is revoked once; undefined for an order that isn't a comp. */
export function lockComp(tx: Tx, orderId: string): Promise<{ revokedAt: Date | null } | undefined> {
  return firstRow(tx)`
    select revoked_at as "revokedAt" from comps where order_id = ${orderId}::uuid for update`;
}

/** Stores who revoked a comp and why. */
export async function markRevoked(tx: Tx, orderId: string, revokerId: number, reason: string): Promise<void> {
  await sql`
    update comps set revoked_at = clock_now(), revoker_id = ${revokerId}, revoke_reason = ${reason}
    where order_id = ${orderId}::uuid`.execute(tx);
}

/** Marks comps as revoked whose orders these refunds by staff left with nothing. */
export async function revokeRefunded(tx: Tx, orderRefundIds: string[]): Promise<void> {
  await sql`
    update comps set revoked_at = clock_now(), revoker_id = r.decided_by, revoke_reason = r.reason
    from ${ordersTables.order_refunds} r join ${ordersTables.orders} o on o.id = r.order_id
    where r.id = any(${orderRefundIds}::uuid[]) and r.order_id = comps.order_id and r.decided_by is not null
      and o.status = 'refunded'`.execute(tx);
}

/** The tables that a comp search needs, out of all that the list shows. */
function needed({ q, eventId }: CompQuery, order: ListOrder | undefined): RawBuilder<unknown> {
  const sort = order?.name.replace(/^-/, "");
  const words = wordPatterns(q).length > 0;
  const parts = [sql`comps c`];
  if (words || sort === "guest") parts.push(sql`join ${ordersTables.orders} o on o.id = c.order_id`);
  if (words)
    parts.push(sql`join ${accountsTables.users} u on u.id = c.issuer_id left join comp_hosts n on n.id = c.host_id`);
  if (eventId !== undefined || sort === "event")
    parts.push(sql`join ${ticketsTables.ticket_lines} s on s.order_id = c.order_id`);
  if (sort === "event") parts.push(sql`join ${eventsTables.events} e on e.id = s.event_id`);
  return sql.join(parts, sql` `);
}

const tickets = sql`
  cross join lateral (
    select count(*)::integer as tickets, count(a.id)::integer as admitted
    from ${ticketsTables.tickets} t left join ${ticketsTables.admissions} a on a.ticket_id = t.id and a.voided_at is null
    where t.order_id = c.order_id) k`;

/** True when the comp has a ticket that nobody has used yet. */
const hasUnused = sql`exists (
  select from ${ticketsTables.tickets} t where t.order_id = c.order_id
    and not exists (select from ${ticketsTables.admissions} a where a.ticket_id = t.id and a.voided_at is null))`;

const statuses: Record<CompStatus, RawBuilder<unknown>> = {
  given: sql`(c.revoked_at is null and ${hasUnused})`,
  used: sql`(c.revoked_at is null and not ${hasUnused})`,
  revoked: sql`c.revoked_at is not null`,
};

const byId: SortKey = { by: sql`c.order_id`, type: "uuid" };
const keys: Record<string, SortKey[]> = {
  issuedAt: [{ by: sql`c.created_at`, type: "timestamptz" }, byId],
  guest: [{ by: sql`plain_letters(o.buyer_name)`, type: "text" }, byId],
  event: [{ by: sql`e.starts_at`, type: "timestamptz" }, byId],
};

type CompQuery = Omit<CompListQuery, "sort"> & { sort?: CompSort; id?: string; scope?: CompScope | undefined };

/** No index covers comp text and status. */
const isIndexed = ({ q, status }: CompQuery) => q === undefined && (status ?? "revoked") === "revoked";

/** Comps as staff search them, or the one with an id. */
export const comps: ListSource<CompQuery, Stored<Comp>> = {
  columns: sql`
    o.id, o.number, json_build_object('name', o.buyer_name, 'email', o.buyer_email) as guest,
      json_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone) as event,
      l.name as "ticketTypeName", l.quantity, k.tickets as "ticketCount", k.admitted as "admittedCount", c.reason,
      n.name as "hostName", c.batch_id as "batchId", u.display_name as "issuedBy", c.created_at as "issuedAt",
      case when c.revoked_at is not null then 'revoked' when k.admitted = k.tickets then 'used' else 'given' end as status,
      case when c.revoked_at is not null then json_build_object('at', c.revoked_at, 'by', coalesce(r.display_name, ''),
        'reason', coalesce(c.revoke_reason, '')) end as revoked`,
  from: needed,
  page: {
    alias: "c",
    joins: sql`
      join ${ordersTables.orders} o on o.id = c.order_id join ${accountsTables.users} u on u.id = c.issuer_id
      join ${ordersTables.order_lines} l on l.order_id = o.id join ${ticketsTables.ticket_lines} s on s.order_line_id = l.id
      join ${eventsTables.events} e on e.id = s.event_id
      left join ${accountsTables.users} r on r.id = c.revoker_id left join comp_hosts n on n.id = c.host_id ${tickets}`,
  },
  key: byId,
  order: ({ sort = "-issuedAt" }) => orderOf(sort, keys),
  filters: {
    q: (q) => sql`plain_letters(concat_ws(' ', o.buyer_name, o.buyer_email, o.number, c.reason, n.name, u.display_name))
      like all(${wordPatterns(q)}::text[])`,
    id: (id) => sql`c.order_id = ${id}::uuid`,
    eventId: (id) => sql`s.event_id = ${id}`,
    hostId: (id) => sql`c.host_id = ${id}`,
    scope: isCompOf,
    batchId: (id) => sql`c.batch_id = ${id}::uuid`,
    status: (status) => statuses[status],
  },
  max: (query) => (isIndexed(query) ? maxCounted : fewCounted),
  gathers: (query) => !isIndexed(query),
};

/** Whether an order is a comp. */
export function isCompOrder(db: Queryable, orderId: string): Promise<boolean> {
  return hasRows(db)`select from comps where order_id = ${orderId}::uuid`;
}

/** Whether staff entered the guest of a comp; false for what a visitor claimed by a link, and for any other order. */
export function isIssuedByStaff(db: Queryable, orderId: string): Promise<boolean> {
  return hasRows(db)`
    select from comps c where c.order_id = ${orderId}::uuid
      and not exists (select from comp_batches b where b.id = c.batch_id and b.source = 'link')`;
}

/** Comps to print, oldest first: the one with this id, or those without an email in the batch with this id. */
export function findPrintableComps(db: Queryable, id: string): Promise<string[]> {
  return allValues(db)`
    select c.order_id from comps c join ${ordersTables.orders} o on o.id = c.order_id
    where c.revoked_at is null and (c.order_id = ${id}::uuid or (c.batch_id = ${id}::uuid and o.buyer_email = ''))
    order by c.created_at, c.order_id`;
}
