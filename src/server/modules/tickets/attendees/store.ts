import { sql, type RawBuilder } from "kysely";
import type { AttendeeQuery, AttendeeSort } from "#contract/box-office.ts";
import type { TicketStatus } from "#contract/tickets.ts";
import { wordPatterns, type PageOf } from "#server/platform/db/paging.ts";
import type { Queryable } from "#server/platform/db/database.ts";

/** A ticket with its holder, its order and its night. */
export interface AttendeeRow {
  ticketId: number;
  holderName: string;
  email: string;
  ticketTypeId: number;
  typeName: string;
  status: TicketStatus;
  admittedAt: Date | null;
  gate: string | null;
  isComp: boolean;
  orderId: string;
  orderNumber: string;
  eventId: number;
  eventTitle: string;
  startsAt: Date;
  timeZone: string;
  issuedAt: Date;
}

export type AttendeeFilter = Omit<AttendeeQuery, "page">;

const joins = sql`
  tickets t join ticket_types y on y.id = t.ticket_type_id join events e on e.id = t.event_id
  join orders o on o.id = t.order_id left join admissions a on a.ticket_id = t.id and a.voided_at is null`;

const states = {
  in: sql`a.id is not null`,
  expected: sql`a.id is null and t.status = 'valid'`,
  void: sql`t.status <> 'valid'`,
};

const orders: Record<AttendeeSort, RawBuilder<unknown>> = {
  name: sql`lower(t.holder_name), t.id`,
  "-name": sql`lower(t.holder_name) desc, t.id desc`,
  type: sql`y.position, y.id, lower(t.holder_name), t.id`,
  "-type": sql`y.position desc, y.id desc, lower(t.holder_name), t.id`,
  admittedAt: sql`a.admitted_at nulls last, t.id`,
  "-admittedAt": sql`a.admitted_at desc nulls last, t.id desc`,
  issuedAt: sql`t.id`,
  "-issuedAt": sql`t.id desc`,
};

function whichFit(filter: AttendeeFilter): RawBuilder<unknown> {
  const parts = [
    sql`lower(concat_ws(' ', t.holder_name, o.buyer_email, o.number)) like all(${wordPatterns(filter.q)}::text[])`,
  ];
  if (filter.eventId !== undefined) parts.push(sql`t.event_id = ${filter.eventId}`);
  if (filter.personId !== undefined) {
    parts.push(sql`(t.owner_id = ${filter.personId}
      or o.buyer_email = (select email from users where id = ${filter.personId}))`);
  }
  if (filter.ticketTypeId !== undefined) parts.push(sql`t.ticket_type_id = ${filter.ticketTypeId}`);
  if (filter.state !== undefined) parts.push(states[filter.state]);
  return sql.join(parts, sql` and `);
}

/** Tickets that fit, in the order that is asked for. */
export async function findAttendees(db: Queryable, filter: AttendeeFilter, page: PageOf): Promise<AttendeeRow[]> {
  const { rows } = await sql<AttendeeRow>`
    select t.id as "ticketId", t.holder_name as "holderName", o.buyer_email as email,
      t.ticket_type_id as "ticketTypeId", y.name as "typeName", t.status, a.admitted_at as "admittedAt", a.gate,
      exists (select from comps where order_id = o.id) as "isComp", o.id as "orderId", o.number as "orderNumber",
      e.id as "eventId", e.title as "eventTitle", e.starts_at as "startsAt", e.time_zone as "timeZone",
      t.created_at as "issuedAt"
    from ${joins} where ${whichFit(filter)} order by ${orders[filter.sort]}
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** How many tickets fit. */
export async function countAttendees(db: Queryable, filter: AttendeeFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${joins} where ${whichFit(filter)}`.execute(db);
  return rows[0]!.total;
}
