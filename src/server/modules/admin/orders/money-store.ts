import { sql, type RawBuilder } from "kysely";
import { paymentsTables } from "#server/modules/payments/tables.ts";

/**
 * What a paid order `o` gave back, in cents: its refunds, sent or still owed, those made at the payment provider that staff
 * haven't matched to tickets yet, and lost disputes. Not payments that it couldn't use. 0 for an order that wasn't paid.
 */
export const refundedOf = (o: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (case when ${o}.paid_at is null then 0 else ${o}.refunded_cents
    + coalesce((select sum(r.amount_cents)::integer from ${paymentsTables.payments} p
        join ${paymentsTables.refunds} r on r.payment_id = p.id
        where p.subject_id = ${o}.id and r.reason = 'provider' and r.order_refund_id is null and r.status <> 'failed'), 0)
    + coalesce((select sum(d.amount_cents)::integer from ${paymentsTables.payments} p
        join ${paymentsTables.disputes} d on d.payment_id = p.id
        where p.subject_id = ${o}.id and d.status = 'lost'), 0) end)`;

/** What is kept of an order `o`, in cents: its total less `refundedOf`. 0 for an order that wasn't paid. */
export const netOf = (o: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (case when ${o}.paid_at is null then 0 else ${o}.total_cents - ${refundedOf(o)} end)`;
