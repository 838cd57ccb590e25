import type { Invariant } from "./invariant.ts";

const captured = "('captured', 'refunding', 'refunded')";

/** Invariants of orders and their money. */
export const moneyInvariants: Invariant[] = [
  {
    id: "I-10",
    holds: "An order's totals match its lines and are never below zero",
    sql: `
      select o.id from orders o left join lateral (
        select sum(total_cents) as total, sum(fee_cents) as fee, sum(tax_cents) as tax
        from order_lines where order_id = o.id) l on true
      where o.subtotal_cents is distinct from l.total or o.fee_cents is distinct from l.fee or o.total_cents < 0
        or o.tax_cents is distinct from l.tax + o.shipping_tax_cents
        or o.total_cents <> o.subtotal_cents + o.tax_cents + o.shipping_cents - o.discount_cents`,
  },
  {
    id: "I-11",
    holds: "The money kept for an order matches its status: all of it, some of it or none",
    sql: `
      select o.id, o.status, o.total_cents, m.net, m.lost, g.cents as refunded from orders o cross join lateral (
        -- Not kept: what was refunded or is pending, and what a bank took in a lost dispute.
        select coalesce(sum(p.captured_cents
            - coalesce((select sum(amount_cents) from refunds where payment_id = p.id and status <> 'failed'
              -- Refunded at the provider for a delivered order; staff haven't chosen the tickets yet.
              and not (reason = 'provider' and order_refund_id is null and o.paid_at is not null)), 0)), 0) as net,
          coalesce(sum((select sum(amount_cents) from disputes where payment_id = p.id and status = 'lost')), 0) as lost
        from payments p where p.subject_id = o.id and p.status in ${captured}) m
      -- The provider still has what it couldn't send, even if staff paid it another way.
      cross join lateral (
        select coalesce(sum(amount_cents) filter (where status <> 'failed' and by_hand_by is null), 0) as cents
        from order_refunds where order_id = o.id) g
      where not exists (select from refunds r join payments p on p.id = r.payment_id
          where p.subject_id = o.id and r.status = 'failed' and r.order_refund_id is null)
        and not case
          when o.status = 'paid' then m.net = o.total_cents and g.cents = 0 and m.lost = 0
          when o.status = 'partially_refunded' then m.net = o.total_cents - g.cents
          when o.status = 'refunded' then
            m.net = o.total_cents - g.cents and (o.refunded_cents = o.total_cents or m.lost > 0)
          else m.net = 0 end`,
  },
  {
    id: "I-28",
    holds: "An order's refunded amount is the sum of its units' refunds, each once, and never more than was paid",
    sql: `
      select 'order' as what, o.id::text, o.refunded_cents as cents, r.cents as parts from orders o
      join lateral (select sum(amount_cents) as cents from order_refunds where order_id = o.id) r on true
      where o.refunded_cents <> coalesce(r.cents, 0) or o.refunded_cents > o.total_cents
        or (coalesce(r.cents, 0) > 0 and o.status not in ('partially_refunded', 'refunded'))
      union all
      select 'refund', r.id::text, r.amount_cents, i.cents from order_refunds r
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents, count(*) as units from order_refund_items
        where order_refund_id = r.id) i
      where r.amount_cents <> i.cents or i.units = 0
      union all
      select 'ticket', i.ticket_id::text, i.amount_cents, null from order_refund_items i
      join order_refunds r on r.id = i.order_refund_id join tickets t on t.id = i.ticket_id
      where (t.status <> 'refunded' and not i.keeps_unit) or t.order_line_id <> i.order_line_id
        or t.position <> i.position or t.order_id <> r.order_id
      union all
      -- A unit of another kind is one that its line has.
      select 'unit', l.id::text, i.position, l.quantity from order_refund_items i
      join order_refunds r on r.id = i.order_refund_id join order_lines l on l.id = i.order_line_id
      where l.order_id <> r.order_id or (l.kind = 'ticket') <> (i.ticket_id is not null)
        or (i.ticket_id is null and i.position > l.quantity)
      union all
      select 'shipping', o.id::text, o.shipping_cents + o.shipping_tax_cents, sum(i.amount_cents) from orders o
      join order_refunds r on r.order_id = o.id join order_refund_items i on i.order_refund_id = r.id
      where i.order_line_id is null group by o.id
      having sum(i.amount_cents - i.tax_cents) > o.shipping_cents or sum(i.tax_cents) > o.shipping_tax_cents
        or count(*) filter (where not i.keeps_unit) > 1
      union all
      select 'kind', r.id::text, null, null from order_refund_items i
      join order_refunds r on r.id = i.order_refund_id where i.keeps_unit = (r.kind = 'units')
      union all
      -- A ticket that stays valid refunds at most one price difference for each spot it was moved to.
      select 'difference', i.ticket_id::text, sum(i.amount_cents), max(l.total_cents) from order_refund_items i
      join order_lines l on l.id = i.order_line_id join order_refunds r on r.id = i.order_refund_id
      where r.kind = 'difference'
      group by i.ticket_id having count(*) > (
        select count(*) from ticket_changes c where c.ticket_id = i.ticket_id and c.kind = 'moved')
        or sum(i.amount_cents) > max(l.total_cents - l.discount_cents)
      union all
      select 'line', l.id::text, l.total_cents - l.discount_cents, sum(i.amount_cents - i.tax_cents) from order_lines l
      join order_refund_items i on i.order_line_id = l.id
      group by l.id having sum(i.amount_cents - i.tax_cents) > l.total_cents - l.discount_cents
        or sum(i.tax_cents) > l.tax_cents
      union all
      select 'money', r.id::text, r.amount_cents, f.cents from order_refunds r
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents, count(*) filter (where status = 'done') as done
        from refunds where order_refund_id = r.id and status <> 'failed') f
      where case when r.status = 'failed' or r.by_hand_by is not null then f.cents <> 0
        else f.cents <> r.amount_cents or (r.status = 'done' and r.amount_cents > 0) <> (f.done > 0) end
      union all
      select 'owed', o.id::text, l.cents, o.owed from (
        select order_id as id, -coalesce(sum(amount_cents) filter (where status <> 'done'), 0) as owed
        from order_refunds group by order_id) o
      cross join lateral (
        select coalesce(sum(e.amount_cents), 0) as cents from journal_entries p
        join journal_lines e on e.entry_id = p.id and e.account = 'buyers' where p.order_id = o.id) l
      -- Automatic refunds are owed too.
      where l.cents <> o.owed and not exists (
        select from refunds f join payments p on p.id = f.payment_id
        where p.subject_id = o.id and f.order_refund_id is null)`,
  },
  {
    id: "I-12",
    holds: "A payment's refunds are above zero and together never exceed what was captured",
    sql: `
      select p.id, p.captured_cents, sum(r.amount_cents) as refunded from payments p join refunds r on r.payment_id = p.id
      where r.status <> 'failed' group by p.id
      having sum(r.amount_cents) > p.captured_cents or min(r.amount_cents) <= 0
        or p.status not in ${captured}`,
  },
  {
    id: "I-13",
    holds: "No order is paid twice",
    sql: `select subject_id, count(*) from payments where status = 'captured' group by subject_id having count(*) > 1`,
  },
  {
    id: "I-14",
    holds: "Money captured more than five minutes ago belongs to a paid order or is being refunded",
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
    id: "I-18",
    holds: "Our records match the sandbox's from five minutes ago, apart from recorded discrepancies",
    sql: `
      with theirs as (
        select merchant_ref as id, 'payment' as what, amount_cents from sandbox.sessions
        where status = 'approved' and approved_at < clock_now() - interval '5 minutes'
        union all
        select coalesce(idempotency_key, (select id from refunds where provider_ref = ref)), 'refund', amount_cents
        from sandbox.refunds
        where status = 'done' and created_at < clock_now() - interval '5 minutes'
      ), ours as (
        select p.id, 'payment' as what, p.captured_cents as amount_cents, p.id as payment_id, null::uuid as refund_id
        from payments p where p.provider = 'sandbox' and p.captured_cents is not null
        union all
        select r.id, 'refund', r.amount_cents, r.payment_id, r.id from refunds r join payments p on p.id = r.payment_id
        where p.provider = 'sandbox' and r.status = 'done'
      )
      select t.id, t.what, t.amount_cents as theirs, o.amount_cents as ours from theirs t
      left join ours o on o.id = t.id and o.what = t.what
      where t.amount_cents is distinct from o.amount_cents and not exists (
        select from discrepancies x where x.payment_id = o.payment_id or x.refund_id = t.id or x.payment_id = t.id)
      union all
      select o.id, o.what, null, o.amount_cents from ours o
      where not exists (select from sandbox.sessions where merchant_ref = o.id)
        and not exists (select from sandbox.refunds where idempotency_key = o.id
          or ref = (select provider_ref from refunds where id = o.refund_id))
        and not exists (select from discrepancies x where x.payment_id = o.payment_id or x.refund_id = o.refund_id)`,
  },
  {
    id: "I-19",
    holds: "A failed refund is a discrepancy, was retried or was paid manually; none has been pending for over a week",
    sql: `
      select r.id, r.status, r.failed_at as since, r.failure from refunds r
      where r.status = 'failed' and (r.reason <> 'provider' or r.order_refund_id is not null)
        and coalesce(r.failed_at, r.created_at) < clock_now() - interval '5 minutes'
        and not exists (select from discrepancies where refund_id = r.id and kind = 'failed_refund')
        and not exists (select from refunds where retries = r.id)
        and not exists (select from order_refunds o where o.id = r.order_refund_id and (o.by_hand_by is not null
          or exists (select from refunds t where t.order_refund_id = o.id and t.status <> 'failed')))
      union all
      select id, status, created_at, failure from refunds
      where status = 'pending' and created_at < clock_now() - interval '7 days'`,
  },
  {
    id: "I-39",
    holds: "A refund made at the provider covers refunded tickets, was settled manually or is a discrepancy",
    sql: `
      select r.id, r.amount_cents, r.done_at from refunds r join payments p on p.id = r.payment_id
      join orders o on o.id = p.subject_id
      where r.reason = 'provider' and r.status = 'done' and r.order_refund_id is null and o.paid_at is not null
        and not exists (select from discrepancies where refund_id = r.id and kind = 'external_refund'
          and (resolved_at is null or resolution = 'by_hand'))`,
  },
  {
    id: "I-47",
    holds: "A provider's webhook event is processed within five minutes, and only once",
    sql: `
      select provider, provider_event_id, received_at from webhook_inbox
      where processed_at is null and received_at < clock_now() - interval '5 minutes'
      union all
      select provider, provider_event_id, min(received_at) from webhook_inbox
      group by provider, provider_event_id having count(*) > 1`,
  },
  {
    id: "I-48",
    holds: "A client's idempotency key stands for one request",
    sql: `select user_id, route, key from idempotency_keys group by user_id, route, key having count(*) > 1`,
  },
];
