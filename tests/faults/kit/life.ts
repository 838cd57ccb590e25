import { sql } from "kysely";
import type { Site } from "#testing/site.ts";

/** What happens to one order's money, in the only possible sequence; each has a webhook event. */
export const happenings = [
  "the payment is processing",
  "the payment succeeds",
  "a partial refund succeeds",
  "a partial refund fails",
  "the buyer's bank opens a dispute",
  "we win the dispute",
] as const;

/** Everything stored about an order, without names and times. */
export async function finalState({ db }: Site, orderId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select o.status, o.total_cents as total,
      (select json_agg(json_build_array(status, captured_cents)) from payments where subject_id = o.id) as payments,
      (select json_agg(json_build_array(r.status, r.amount_cents, r.failure) order by r.amount_cents)
         from refunds r join payments p on p.id = r.payment_id where p.subject_id = o.id) as refunds,
      (select json_agg(json_build_array(d.status, d.amount_cents, d.withdrawn_at is null))
         from disputes d join payments p on p.id = d.payment_id where p.subject_id = o.id) as disputes,
      (select json_agg(json_build_array(status, frozen_since is null)) from tickets where order_id = o.id) as tickets,
      (select json_agg(kind order by kind) from emails where topic ->> 'orderId' = o.id::text) as mails,
      (select json_agg(json_build_array(account, cents) order by account) from (
         select e.account, sum(e.amount_cents) as cents from journal_entries l join journal_lines e on e.entry_id = l.id
         left join payments p on p.id = l.payment_id
         left join disputes d on d.id = l.dispute_id left join payments dp on dp.id = d.payment_id
         left join refunds r on r.id = l.refund_id left join payments rp on rp.id = r.payment_id
         where o.id in (l.order_id, p.subject_id, dp.subject_id, rp.subject_id)
         group by e.account having sum(e.amount_cents) <> 0) b) as ledger,
      (select count(*)::integer from webhook_inbox where processed_at is null) as waiting
    from orders o where o.id = ${orderId}`.execute(db);
  return JSON.stringify(rows[0]);
}
