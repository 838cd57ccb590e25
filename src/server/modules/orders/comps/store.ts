import { sql, type RawBuilder } from "kysely";
import type { CompListQuery, CompSort, CompState } from "#contract/comps.ts";
import { wordPatterns, type PageOf } from "#server/platform/db/paging.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

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

/** Notes who gave an order away and why. */
export async function insertComp(tx: Tx, orderId: string, issuerId: number, reason: string): Promise<void> {
  await sql`insert into comps (order_id, issuer_id, reason) values (${orderId}, ${issuerId}, ${reason})`.execute(tx);
}

/** Locks a comp, so that it is taken back once; undefined for an order that is none. */
export async function lockComp(tx: Tx, orderId: string): Promise<{ revokedAt: Date | null } | undefined> {
  const { rows } = await sql<{ revokedAt: Date | null }>`
    select revoked_at as "revokedAt" from comps where order_id = ${orderId}::uuid for update`.execute(tx);
  return rows[0];
}

/** Notes who took a comp back and why. */
export async function markRevoked(tx: Tx, orderId: string, revokerId: number, reason: string): Promise<void> {
  await sql`
    update comps set revoked_at = clock_now(), revoker_id = ${revokerId}, revoke_reason = ${reason}
    where order_id = ${orderId}::uuid`.execute(tx);
}

const from = sql`
  comps c join orders o on o.id = c.order_id join order_lines l on l.order_id = o.id join events e on e.id = l.event_id
  join users u on u.id = c.issuer_id left join users r on r.id = c.revoker_id
  cross join lateral (
    select count(*)::integer as tickets, count(a.id)::integer as admitted
    from tickets t left join admissions a on a.ticket_id = t.id and a.voided_at is null
    where t.order_id = o.id) k`;

const states: Record<CompState, RawBuilder<unknown>> = {
  given: sql`c.revoked_at is null and k.admitted < k.tickets`,
  used: sql`c.revoked_at is null and k.admitted = k.tickets`,
  revoked: sql`c.revoked_at is not null`,
};

const orders: Record<CompSort, RawBuilder<unknown>> = {
  issuedAt: sql`c.created_at, o.id`,
  "-issuedAt": sql`c.created_at desc, o.id desc`,
  guest: sql`lower(o.buyer_name), o.id`,
  "-guest": sql`lower(o.buyer_name) desc, o.id desc`,
  night: sql`e.starts_at, o.id`,
  "-night": sql`e.starts_at desc, o.id desc`,
};

/** One page of comps, and how many there are. */
export async function findComps(
  db: Queryable,
  query: Pick<CompListQuery, "q" | "eventId" | "state" | "sort"> & { id?: string },
  page: PageOf,
): Promise<{ rows: CompRow[]; total: number }> {
  const parts = [
    sql`lower(concat_ws(' ', o.buyer_name, o.buyer_email, o.number, c.reason, u.display_name))
      like all(${wordPatterns(query.q)}::text[])`,
  ];
  if (query.id !== undefined) parts.push(sql`o.id = ${query.id}::uuid`);
  if (query.eventId !== undefined) parts.push(sql`l.event_id = ${query.eventId}`);
  if (query.state !== undefined) parts.push(states[query.state]);
  const filter = sql.join(parts, sql` and `);
  const { rows } = await sql<CompRow>`
    select o.id, o.number, o.buyer_name as "guestName", o.buyer_email as "guestEmail", e.id as "eventId", e.slug, e.title,
      e.starts_at as "startsAt", e.time_zone as "timeZone", l.name as "ticketTypeName", l.quantity,
      k.tickets as "ticketCount", k.admitted as "admittedCount", c.reason, u.display_name as "issuedBy",
      c.created_at as "issuedAt", c.revoked_at as "revokedAt", r.display_name as "revokedBy",
      c.revoke_reason as "revokeReason"
    from ${from} where ${filter} order by ${orders[query.sort]} limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from ${from} where ${filter}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

/** Those of some orders that were given away. */
export async function findCompIds(db: Queryable, orderIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from comps where order_id = any(${orderIds}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}
