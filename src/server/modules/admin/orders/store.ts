import { sql } from "kysely";
import type {
  AdminDispute,
  AdminMail,
  AdminOrderDetail,
  AdminPayment,
  AdminRefund,
  AdminTicket,
} from "#contract/admin/order.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { emailTables } from "#server/modules/email/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, RowOf } from "#server/platform/db/database.ts";
import { allRows, onlyRow } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import type { OrderEntry } from "./history.ts";
import { netOf, refundedOf } from "./list-store.ts";

/** A ticket of an order, with its event and its check-in. */
type TicketRow = RowOf<Omit<AdminTicket, "differenceCents">, "admittedAt">;

/** The tickets of an order, in the order they were issued. */
export function findTickets(db: Queryable, orderId: string): Promise<TicketRow[]> {
  return allRows(db)`
    select t.id, t.order_line_id as "lineId", t.holder_name as "holderName", t.ticket_type_id as "ticketTypeId",
      y.name as "typeName", json_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at,
        'timeZone', e.time_zone, 'isOver', e.ends_at <= clock_now()) as event, t.status, a.admitted_at as "admittedAt", a.gate,
      t.frozen_since is not null as "isFrozen", y.is_stream_pass as "isStreamPass", t.version, l.tickets_per_unit as "ticketsPerUnit"
    from ${ticketsTables.tickets} t join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
    join ${eventsTables.events} e on e.id = t.event_id
    join ${ticketsTables.ticket_lines} l on l.order_line_id = t.order_line_id
    left join ${ticketsTables.admissions} a on a.ticket_id = t.id and a.voided_at is null
    where t.order_id = ${orderId}::uuid order by t.id`;
}

/** The payment attempts of an order, latest first. */
export const findPayments = (db: Queryable, orderId: string): Promise<Stored<AdminPayment>[]> =>
  allRows(db)`
    select id, provider, provider_ref as "providerRef", status, amount_cents as "amountCents", currency,
      created_at as "createdAt", captured_at as "capturedAt"
    from ${paymentsTables.payments} payments where subject_id = ${orderId}::uuid order by created_at desc, id desc
    limit 50`;

/** What a paid order gave back and what is kept of it. Cents. */
export const findMoney = (
  db: Queryable,
  orderId: string,
): Promise<Pick<AdminOrderDetail, "returnedCents" | "netCents">> =>
  onlyRow(db)`
    select ${refundedOf(sql`o`)} as "returnedCents", ${netOf(sql`o`)} as "netCents"
    from ${ordersTables.orders} o where o.id = ${orderId}::uuid`;

/**
 * The refunds of an order, latest first: those of its tickets, and those of payments that couldn't be used for it. A
 * refund that failed at the provider and that staff paid by other means is done.
 */
export const findRefunds = (db: Queryable, orderId: string): Promise<Stored<AdminRefund>[]> =>
  allRows(db)`
    select id, amount_cents as "amountCents", status, reason, kind, created_at as "createdAt",
      done_at as "doneAt"
    from ${ordersTables.order_refunds} order_refunds where order_id = ${orderId}::uuid and amount_cents > 0
    union all
    select r.id, r.amount_cents, r.status, r.reason, null, r.created_at, r.done_at
    from ${paymentsTables.refunds} r join ${paymentsTables.payments} p on p.id = r.payment_id
    where p.subject_id = ${orderId}::uuid and r.order_refund_id is null
    order by "createdAt" desc, id desc`;

/** The disputes of an order's payments, latest first. */
export const findDisputes = (db: Queryable, orderId: string): Promise<Stored<AdminDispute>[]> =>
  allRows(db)`
    select d.id, d.provider_ref as "providerRef", d.amount_cents as "amountCents", d.status, d.reason,
      d.opened_at as "openedAt", d.closed_at as "closedAt", d.evidence_due_at as "evidenceDueAt"
    from ${paymentsTables.disputes} d join ${paymentsTables.payments} p on p.id = d.payment_id
    where p.subject_id = ${orderId}::uuid order by d.opened_at desc, d.id desc`;

/** The emails about an order, latest first, without those to staff. */
export const findMails = (db: Queryable, orderId: string): Promise<Stored<AdminMail>[]> =>
  allRows(db)`
    select id, kind, subject, status, created_at as "createdAt", to_address as address from ${emailTables.emails} emails
    where topic ->> 'orderId' = ${orderId} and kind not in ('staff_dispute', 'staff_money') order by id desc limit 50`;

/** Whether an order is a comp, and whose link it came from. */
export function findOrigin(
  db: Queryable,
  orderId: string,
): Promise<Pick<AdminOrderDetail, "comp" | "promoter" | "source" | "campaign">> {
  return onlyRow(db)`
    select case when c.order_id is not null then json_build_object('reason', c.reason,
        'by', coalesce(u.display_name, ''), 'isRevoked', c.revoked_at is not null) end as comp,
      case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as promoter,
      n.source, n.campaign
    from ${ordersTables.orders} o left join ${compsTables.comps} c on c.order_id = o.id
    left join ${accountsTables.users} u on u.id = c.issuer_id
    left join ${ordersTables.order_attributions} n on n.order_id = o.id
    left join ${promotionsTables.promotion_redemptions} x on x.order_id = o.id
    left join ${promotionsTables.promoters} p on p.id = x.promoter_id
    where o.id = ${orderId}::uuid`;
}

/** When an order's tickets were checked in. */
export const findEntries = (db: Queryable, orderId: string): Promise<OrderEntry[]> =>
  allRows(db)`
    select a.id, a.ticket_id as "ticketId", t.holder_name as "holderName", a.admitted_at as at, a.gate,
      a.voided_at is not null as "isVoided"
    from ${ticketsTables.tickets} t join ${ticketsTables.admissions} a on a.ticket_id = t.id
    where t.order_id = ${orderId}::uuid`;
