import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { webhookOrder } from "./store.ts";
import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls discrepancies and webhook events: by the order's number, or the provider's reference. */
export const targetNames: Record<string, TargetNamer> = {
  discrepancy: (db, ids) => allRows(db)`
    select d.id, coalesce(o.number, d.ref, d.subject) as name from ${paymentsTables.discrepancies} d
    left join ${paymentsTables.payments} p on p.id = d.payment_id
    left join ${ordersTables.orders} o on o.id = coalesce(d.order_id, p.subject_id)
    where d.id = any(${numbersAmong(ids)}::bigint[])`,
  webhook_event: (db, ids) => allRows(db)`
    select distinct on (w.provider_event_id) w.provider_event_id as id, coalesce(o.number, w.ref) as name
    from ${paymentsTables.webhook_inbox} w
    ${webhookOrder}
    where w.provider_event_id = any(${ids}::text[])`,
};
