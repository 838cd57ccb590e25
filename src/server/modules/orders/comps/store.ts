import { sql, type RawBuilder } from "kysely";
import type { CompListQuery, CompSort, CompStatus } from "#contract/comps.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { doorTables } from "#server/modules/door/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { orderOf, type ListOrder, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { fewCounted, mostCounted, wordPatterns } from "#server/platform/db/paging.ts";
import { allValues, firstRow } from "#server/platform/db/rows.ts";

/** A comp as its list shows it. */
export interface CompRow {
  id: string;
  number: string;
  guestName: string;
  guestEmail: string;
  eventId: number;
  slug: string;
  title: string;
  startsAt: Date;
  timeZone: string;
  ticketTypeName: string;
  quantity: number;
  ticketCount: number;
  admittedCount: number;
  reason: string;
  issuedBy: string;
  issuedAt: Date;
  revokedAt: Date | null;
  revokedBy: string | null;
  revokeReason: string | null;
}

/** Stores who issued a comp and why. */
export async function insertComp(tx: Tx, orderId: string, issuerId: number, reason: string): Promise<void> {
  await sql`insert into comps (order_id, issuer_id, reason) values (${orderId}, ${issuerId}, ${reason})`.execute(tx);
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

/** The tables that a comp search needs, out of all that the list shows. */
function needed({ q, eventId }: CompQuery, order: ListOrder | undefined): RawBuilder<unknown> {
  const sort = order?.name.replace(/^-/, "");
  const words = wordPatterns(q).length > 0;
  const parts = [sql`comps c`];
  if (words || sort === "guest") parts.push(sql`join orders o on o.id = c.order_id`);
  if (words) parts.push(sql`join ${accountsTables.users} u on u.id = c.issuer_id`);
  if (eventId !== undefined || sort === "event") parts.push(sql`join order_lines l on l.order_id = c.order_id`);
  if (sort === "event") parts.push(sql`join ${eventsTables.events} e on e.id = l.event_id`);
  return sql.join(parts, sql` `);
}

const tickets = sql`
  cross join lateral (
    select count(*)::integer as tickets, count(a.id)::integer as admitted
    from ${ticketsTables.tickets} t left join ${doorTables.admissions} a on a.ticket_id = t.id and a.voided_at is null
    where t.order_id = c.order_id) k`;

/** True when the comp has a ticket that nobody has used yet. */
const hasUnused = sql`exists (
  select from ${ticketsTables.tickets} t where t.order_id = c.order_id
    and not exists (select from ${doorTables.admissions} a where a.ticket_id = t.id and a.voided_at is null))`;

const statuses: Record<CompStatus, RawBuilder<unknown>> = {
  given: sql`(c.revoked_at is null and ${hasUnused})`,
  used: sql`(c.revoked_at is null and not ${hasUnused})`,
  revoked: sql`c.revoked_at is not null`,
};

const byId: SortKey = { by: sql`c.order_id`, type: "uuid" };
const keys: Record<string, SortKey[]> = {
  issuedAt: [{ by: sql`c.created_at`, type: "timestamptz" }, byId],
  guest: [{ by: sql`lower(o.buyer_name)`, type: "text" }, byId],
  event: [{ by: sql`e.starts_at`, type: "timestamptz" }, byId],
};

type CompQuery = Omit<CompListQuery, "sort"> & { sort?: CompSort; id?: string };

/** No index covers comp text and status. */
const isIndexed = ({ q, status }: CompQuery) => q === undefined && (status ?? "revoked") === "revoked";

/** Comps as staff search them, or the one with an id. */
export const comps: ListSource<CompQuery, CompRow> = {
  columns: sql`
    o.id, o.number, o.buyer_name as "guestName", o.buyer_email as "guestEmail",
      e.id as "eventId", e.slug, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone",
      l.name as "ticketTypeName", l.quantity, k.tickets as "ticketCount", k.admitted as "admittedCount", c.reason,
      u.display_name as "issuedBy", c.created_at as "issuedAt", c.revoked_at as "revokedAt",
      r.display_name as "revokedBy", c.revoke_reason as "revokeReason"`,
  from: needed,
  page: {
    alias: "c",
    joins: sql`
      join orders o on o.id = c.order_id join ${accountsTables.users} u on u.id = c.issuer_id
      join order_lines l on l.order_id = o.id join ${eventsTables.events} e on e.id = l.event_id
      left join ${accountsTables.users} r on r.id = c.revoker_id ${tickets}`,
  },
  key: byId,
  order: ({ sort = "-issuedAt" }) => orderOf(sort, keys),
  filters: {
    q: (q) => sql`lower(concat_ws(' ', o.buyer_name, o.buyer_email, o.number, c.reason, u.display_name))
      like all(${wordPatterns(q)}::text[])`,
    id: (id) => sql`c.order_id = ${id}::uuid`,
    eventId: (id) => sql`l.event_id = ${id}`,
    status: (status) => statuses[status],
  },
  most: (query) => (isIndexed(query) ? mostCounted : fewCounted),
  gathers: (query) => !isIndexed(query),
};

/** Of some orders, the ids of those that are comps. */
export async function findCompIds(db: Queryable, orderIds: string[]): Promise<Set<string>> {
  return new Set(
    await allValues(db)<string>`
    select order_id as id from comps where order_id = any(${orderIds}::uuid[])`,
  );
}
