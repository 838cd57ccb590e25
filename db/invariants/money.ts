import type { Invariant } from "./invariant.ts";

const captured = "('captured', 'refunding', 'refunded')";

/** What must hold of orders and the money for them. */
export const moneyInvariants: Invariant[] = [
  {
    id: "I-10",
    holds: "An order's sums are those of its lines, and never below zero",
    sql: `
      select o.id from orders o left join lateral (
        select sum(total_cents) as total, sum(fee_cents) as fee from order_lines where order_id = o.id) l on true
      where o.subtotal_cents is distinct from l.total or o.fee_cents is distinct from l.fee or o.total_cents < 0
        or o.total_cents <> o.subtotal_cents + o.tax_cents + o.shipping_cents - o.discount_cents`,
  },
  {
    id: "I-11",
    holds: "Money kept for an order is what its status says: all of it, some of it, or none",
    sql: `
      select o.id, o.status, o.total_cents, m.net from orders o cross join lateral (
        -- Money of a wrong amount goes back as it came; it never counts for the order.
        select coalesce(sum(p.amount_cents - coalesce(r.amount, 0)) filter (where not coalesce(r.wrong, false)), 0) as net
        from payments p left join lateral (
          select sum(amount_cents) as amount, bool_or(reason = 'amount_mismatch') as wrong from refunds
          where payment_id = p.id and status <> 'failed') r on true
        where p.subject_id = o.id and p.status in ${captured}) m
      where not case o.status
        when 'paid' then m.net = o.total_cents
        when 'partially_refunded' then m.net > 0 and m.net < o.total_cents
        else m.net = 0 end`,
  },
  {
    id: "I-12",
    holds: "Refunds of a payment are above zero and together never more than it brought",
    sql: `
      select p.id, p.amount_cents, sum(r.amount_cents) as refunded from payments p join refunds r on r.payment_id = p.id
      where r.status <> 'failed' group by p.id
      having (sum(r.amount_cents) > p.amount_cents and not bool_or(r.reason = 'amount_mismatch')) or min(r.amount_cents) <= 0
        or p.status not in ${captured}`,
  },
  {
    id: "I-13",
    holds: "No order keeps two payments",
    sql: `select subject_id, count(*) from payments where status = 'captured' group by subject_id having count(*) > 1`,
  },
  {
    id: "I-14",
    holds: "Money that is five minutes old belongs to a paid order or is on its way back",
    sql: `
      select p.id, p.subject_id, o.status from payments p left join orders o on o.id = p.subject_id
      where p.status in ${captured} and p.captured_at < clock_now() - interval '5 minutes' and o.paid_at is null
        and not exists (select from refunds where payment_id = p.id)`,
  },
  {
    id: "I-17",
    holds: "An order is paid in its own currency",
    sql: `
      select p.id, p.currency, o.currency as ordered from payments p join orders o on o.id = p.subject_id
      where p.currency <> o.currency`,
  },
  {
    id: "I-47",
    holds: "A provider's notice is worked on within five minutes, and once",
    sql: `
      select provider, provider_event_id, received_at from webhook_inbox
      where processed_at is null and received_at < clock_now() - interval '5 minutes'
      union all
      select provider, provider_event_id, min(received_at) from webhook_inbox
      group by provider, provider_event_id having count(*) > 1`,
  },
  {
    id: "I-48",
    holds: "A client's key stands for one request",
    sql: `select user_id, route, key from idempotency_keys group by user_id, route, key having count(*) > 1`,
  },
];
