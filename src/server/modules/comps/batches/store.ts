import { sql, type RawBuilder } from "kysely";
import type { CompBatch, CompBatchStatus, ListGuest } from "#contract/comps/batches.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { isOfEventOrHost } from "../scope-store.ts";
import type { CompScope } from "../scope.ts";

/** A batch as its work needs it. */
export interface BatchRow {
  id: string;
  source: CompBatch["source"];
  status: CompBatchStatus;
  eventId: number;
  ticketTypeId: number;
  hostId: number | null;
  issuerId: number;
  reason: string;
  revokerId: number | null;
  revokeReason: string | null;
  /** Units reserved when it was made. */
  units: number;
  /** Of a link. */
  endsAt: Date | null;
  maxPerPerson: number | null;
}

const columns = sql`
  id, source, status, event_id as "eventId", ticket_type_id as "ticketTypeId", host_id as "hostId",
  issuer_id as "issuerId", reason, revoker_id as "revokerId", revoke_reason as "revokeReason",
  units, ends_at as "endsAt", max_per_person as "maxPerPerson"`;

type NewBatch = Omit<BatchRow, "status" | "revokerId" | "revokeReason">;

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await run(tx)`
    insert into comp_batches (id, source, event_id, ticket_type_id, host_id, issuer_id, reason, units, ends_at,
      max_per_person)
    values (${batch.id}, ${batch.source}, ${batch.eventId}, ${batch.ticketTypeId}, ${batch.hostId}, ${batch.issuerId},
      ${batch.reason}, ${batch.units}, ${batch.endsAt}, ${batch.maxPerPerson})`;
}

/** Stores the guests of a list, who wait for their tickets, in its order. */
export async function insertGuests(tx: Tx, batchId: string, guests: ListGuest[]): Promise<void> {
  await run(tx)`
    insert into comp_guests (batch_id, position, name, email, units)
    select ${batchId}::uuid, g.position, g.name, nullif(g.email, ''), g.units
    from unnest(${guests.map((_, index) => index + 1)}::integer[], ${guests.map(({ name }) => name)}::text[],
                ${guests.map(({ email }) => email)}::text[], ${guests.map(({ quantity }) => quantity)}::integer[])
      as g(position, name, email, units)`;
}

/** A batch without a lock; undefined for an unknown id. */
export function findBatch(db: Queryable, id: string): Promise<BatchRow | undefined> {
  return firstRow(db)`select ${columns} from comp_batches where id = ${id}::uuid`;
}

/** Locks a batch, after its stock. */
export function lockBatch(tx: Tx, id: string): Promise<BatchRow | undefined> {
  return firstRow(tx)`select ${columns} from comp_batches where id = ${id}::uuid for update`;
}

/** The oldest batches with work: lists to issue, links whose time or event is over, and all that are to be revoked. */
export function findDue(db: Queryable, limit: number): Promise<BatchRow[]> {
  return allRows(db)`
    select ${columns} from comp_batches b
    where status = 'revoking' or (status = 'running' and (source = 'list' or ends_at <= clock_now() or exists (
      select from ${eventsTables.events} e
      where e.id = b.event_id and (e.status = 'canceled' or e.ends_at <= clock_now()))))
    order by created_at, id limit ${limit}`;
}

/** A guest who waits for tickets. */
interface WaitingGuest {
  position: number;
  name: string;
  email: string;
  quantity: number;
}

/** The next guests who wait; their batch is locked. */
export function listWaiting(tx: Tx, batchId: string, limit: number): Promise<WaitingGuest[]> {
  return allRows(tx)`
    select position, name, coalesce(email, '') as email, units as quantity from comp_guests
    where batch_id = ${batchId}::uuid and status = 'waiting' order by position limit ${limit}`;
}

/** Records which orders have the guests' tickets. Their names and emails are in these orders from now on. */
export async function markIssued(
  tx: Tx,
  batchId: string,
  issued: { position: number; orderId: string }[],
): Promise<void> {
  await run(tx)`
    update comp_guests g set status = 'issued', order_id = i.order_id, name = null, email = null
    from unnest(${issued.map(({ position }) => position)}::integer[],
                ${issued.map(({ orderId }) => orderId)}::uuid[]) as i(position, order_id)
    where g.batch_id = ${batchId}::uuid and g.position = i.position and g.status = 'waiting'`;
}

/** Cancels everyone who still waits and deletes their names. */
export async function cancelWaiting(tx: Tx, batchId: string): Promise<void> {
  await run(tx)`
    update comp_guests set status = 'canceled', name = null, email = null
    where batch_id = ${batchId}::uuid and status = 'waiting'`;
}

/** Where a person waits for comps. */
export function findWaitingOf(
  db: Queryable,
  email: string,
): Promise<{ batchId: string; name: string; email: string; quantity: number }[]> {
  return allRows(db)`
    select batch_id as "batchId", name, email, units as quantity from comp_guests
    where email = ${email} and status = 'waiting' order by batch_id, position`;
}

/** Cancels a person who waits in a batch and deletes their name. @returns the units that they would have got */
export async function cancelWaitingOf(tx: Tx, batchId: string, email: string): Promise<number> {
  const rows = await allRows(tx)<{ units: number }>`
    update comp_guests set status = 'canceled', name = null, email = null
    where batch_id = ${batchId}::uuid and email = ${email} and status = 'waiting' returning units`;
  return rows.reduce((sum, { units }) => sum + units, 0);
}

/** Ends a running batch. */
export async function endBatch(
  tx: Tx,
  id: string,
  status: "done" | "stopped",
  problem: string | null = null,
): Promise<void> {
  await run(tx)`
    update comp_batches set status = ${status}, problem = ${problem}, ended_at = clock_now()
    where id = ${id}::uuid and status = 'running'`;
}

/** Starts revoking a batch. */
export async function markRevoking(tx: Tx, id: string, revokerId: number, reason: string): Promise<void> {
  await run(tx)`
    update comp_batches set status = 'revoking', revoker_id = ${revokerId}, revoke_reason = ${reason}
    where id = ${id}::uuid and status in ('done', 'stopped', 'revoked')`;
}

/** Orders of a batch that aren't revoked yet. */
export function findIssued(
  db: Queryable,
  batchId: string,
  limit: number,
): Promise<{ position: number; orderId: string }[]> {
  return allRows(db)`
    select position, order_id as "orderId" from comp_guests
    where batch_id = ${batchId}::uuid and status = 'issued' order by position limit ${limit}`;
}

/** Records that a guest's tickets were revoked, or kept because the guest is checked in. */
export async function markGuest(
  db: Queryable,
  batchId: string,
  position: number,
  status: "revoked" | "kept",
): Promise<void> {
  await run(db)`
    update comp_guests set status = ${status}
    where batch_id = ${batchId}::uuid and position = ${position} and status = 'issued'`;
}

/** Finishes revoking when nothing is left to revoke. */
export async function finishRevoking(db: Queryable, id: string): Promise<void> {
  await run(db)`
    update comp_batches b set status = 'revoked' where b.id = ${id}::uuid and b.status = 'revoking'
      and not exists (select from comp_guests where batch_id = b.id and status = 'issued')`;
}

/** Emails that already have valid comps for an event, of those given. */
export async function findCompedEmails(db: Queryable, eventId: number, emails: string[]): Promise<Set<string>> {
  const rows = await allRows(db)<{ email: string }>`
    select distinct o.buyer_email as email from ${ordersTables.orders} o join comps c on c.order_id = o.id
    join ${ticketsTables.ticket_lines} l on l.order_id = o.id
    where o.buyer_email = any(${emails}::text[]) and c.revoked_at is null and l.event_id = ${eventId}`;
  return new Set(rows.map(({ email }) => email));
}

const admitted = sql`(
  select count(*)::integer from comps c join ${ticketsTables.tickets} t on t.order_id = c.order_id and t.status = 'valid'
  join ${ticketsTables.admissions} a on a.ticket_id = t.id and a.voided_at is null where c.batch_id = b.id)`;

const counts = sql`
  select count(*)::integer as "guestCount",
    (count(*) filter (where g.status = 'waiting'))::integer as "waitingCount",
    (count(*) filter (where g.order_id is not null))::integer as "issuedCount",
    (count(*) filter (where g.status = 'canceled'))::integer as "canceledCount",
    (count(*) filter (where c.revoked_at is not null))::integer as "revokedCount",
    (count(*) filter (where g.status = 'kept'))::integer as "keptCount",
    (count(*) filter (where g.order_id is not null and c.revoked_at is null and o.buyer_email = ''))::integer
      as "printCount",
    coalesce(sum(g.units) filter (where g.order_id is not null), 0)::integer as "issuedQuantity"
  from comp_guests g left join comps c on c.order_id = g.order_id left join ${ordersTables.orders} o on o.id = g.order_id
  where g.batch_id = b.id`;

/** A batch with its progress. A link's URL is signed, not stored. */
export type StoredBatch = Stored<Omit<CompBatch, "link">> & Pick<BatchRow, "endsAt" | "maxPerPerson">;

/** Batches with their progress, newest first. */
export function findBatches(db: Queryable, where: RawBuilder<unknown>, limit = 50): Promise<StoredBatch[]> {
  return allRows(db)`
    select b.id, b.source,
      json_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone) as event,
      y.name as "ticketTypeName", y.tickets_per_unit as "ticketsPerUnit",
      case when n.id is not null then json_build_object('id', n.id, 'name', n.name) end as host, b.reason,
      u.display_name as "issuedBy", b.created_at as "createdAt", b.ended_at as "endedAt", b.status, b.problem,
      b.units as quantity, b.ends_at as "endsAt", b.max_per_person as "maxPerPerson", ${admitted} as "admittedCount", k.*
    from comp_batches b join ${eventsTables.events} e on e.id = b.event_id
    join ${eventsTables.ticket_types} y on y.id = b.ticket_type_id
    join ${accountsTables.users} u on u.id = b.issuer_id left join comp_hosts n on n.id = b.host_id
    cross join lateral (${counts}) k
    where ${where} order by b.created_at desc, b.id desc limit ${limit}`;
}

/** Batches of an event, or of all, in a scope. */
export const ofEvent = (eventId: number | undefined, scope: CompScope | undefined) => {
  const isInScope = scope === undefined ? sql`true` : isOfEventOrHost(sql`b.event_id`, sql`b.host_id`, scope);
  return eventId === undefined ? isInScope : sql`b.event_id = ${eventId} and ${isInScope}`;
};

/** One batch. */
export const withId = (id: string) => sql`b.id = ${id}::uuid`;
