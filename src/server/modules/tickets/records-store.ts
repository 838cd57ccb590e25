import { sql } from "kysely";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { instant, integer, orNull, text, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";
import { allRows, allValues, onlyValue } from "#server/platform/db/rows.ts";
import { momentAt, momentsBefore, type TimelineSource } from "#server/platform/timeline.ts";

/**
 * Tickets that belong only to this person: their own, and those that a guest bought with the address they confirmed.
 * Tickets that another member bought for their address stay with that member.
 */
const belongTo = ({ id, email }: RecordOwner) => sql`
  t.id in (
    select k.id from tickets k where k.owner_id = ${id}
    union select k.id from tickets k join ${ordersTables.orders} b on b.id = k.order_id
    join ${accountsTables.users} g on g.id = k.owner_id
    where b.buyer_email = ${email}::text and g.role = 'guest')`;

/** A ticket as it appears in its owner's data download: without its code. */
const ticketRecord = {
  id: integer,
  orderNumber: text,
  eventId: integer,
  typeName: text,
  holderName: text,
  status: text,
  createdAt: instant,
  admittedAt: orNull(instant),
};

export function findTicketRecords(db: Queryable, owner: RecordOwner): Promise<RowFrom<typeof ticketRecord>[]> {
  return allRows(db, ticketRecord)`
    select t.id, o.number as "orderNumber", t.event_id as "eventId", y.name as "typeName", t.holder_name as "holderName",
      t.status, t.created_at as "createdAt", a.admitted_at as "admittedAt"
    from tickets t join ${ordersTables.orders} o on o.id = t.order_id
    join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
    left join admissions a on a.ticket_id = t.id and a.voided_at is null
    where ${belongTo(owner)} order by t.id`;
}

const ticketsAhead = { eventId: integer, count: integer };

/** Valid tickets of a person that aren't checked in, for events that aren't over: how many per event. */
export function countTicketsAhead(db: Queryable, owner: RecordOwner): Promise<RowFrom<typeof ticketsAhead>[]> {
  return allRows(db, ticketsAhead)`
    select t.event_id as "eventId", count(*)::int as count
    from tickets t join ${eventsTables.events} e on e.id = t.event_id
    where ${belongTo(owner)} and t.status = 'valid' and e.ends_at > clock_now()
      and not exists (select from admissions a where a.ticket_id = t.id and a.voided_at is null)
    group by t.event_id, e.starts_at order by e.starts_at`;
}

/**
 * Removes the holder's name from a person's tickets. Tickets to upcoming events become void; a scan at the same time
 * either finishes first, and its ticket then stays as it is, or finds the ticket void.
 */
export async function anonymiseTickets(tx: Tx, owner: RecordOwner, name: string): Promise<void> {
  await sql`
    with own as (
      select t.id from tickets t where ${belongTo(owner)} order by t.id for update)
    update tickets t set holder_name = ${name},
      version = case when ahead.id is null then t.version else t.version + 1 end,
      status = case when ahead.id is null then t.status else 'canceled' end
    from own left join (
      select t.id from tickets t join ${eventsTables.events} e on e.id = t.event_id
      where t.status = 'valid' and e.ends_at > clock_now()
        and not exists (select from admissions a where a.ticket_id = t.id and a.voided_at is null)
    ) ahead on ahead.id = own.id
    where t.id = own.id`.execute(tx);
}

/** How many tickets an account has of its own, including void ones. */
export function countTicketsOf(db: Queryable, userId: number): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from tickets where owner_id = ${userId}`;
}

/** Moves all tickets of one account to another; holders, codes and versions stay. */
export async function moveTickets(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`
    with own as (select id from tickets where owner_id = ${fromId} order by id for no key update)
    update tickets t set owner_id = ${toId} from own where t.id = own.id`.execute(tx);
}

export function findTicketOwner(db: Queryable, ticketId: number): Promise<number[]> {
  return allValues(db, integer)`select owner_id as id from tickets where id = ${ticketId}`;
}

/** A person's void tickets: which ones, and since when. */
export const ticketsTimeline: TimelineSource = {
  kind: "ticket",
  async find(db, owner, before, limit) {
    const moments = sql`
      select t.id::text as id, ${momentAt(sql`t.void_since`)} as at, 'Ticket ' || t.id || ' voided' as title,
        y.name || ' · ' || e.title || ' · ' || t.status as detail,
        '/ticket-management?event=' || e.id as path
      from tickets t join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
      join ${eventsTables.events} e on e.id = t.event_id
      where ${belongTo(owner)} and t.void_since is not null`;
    return (await momentsBefore(moments, before, limit).execute(db)).rows;
  },
};
