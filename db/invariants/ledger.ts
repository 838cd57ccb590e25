import type { Invariant } from "./invariant.ts";

/** Invariants of the ledger, by itself and against payments, refunds, disputes and orders. */
export const ledgerInvariants: Invariant[] = [
  {
    id: "I-15",
    holds: "Every journal entry has lines, and they sum to zero in its currency",
    sql: `
      select p.id, p.kind, sum(e.amount_cents) as cents from journal_entries p
      left join journal_lines e on e.entry_id = p.id
      group by p.id having coalesce(sum(e.amount_cents), 1) <> 0 or bool_or(e.currency <> p.currency)
      union all
      select e.entry_id, 'none', e.amount_cents from journal_lines e
      where not exists (select from journal_entries p where p.id = e.entry_id)`,
  },
  {
    id: "I-16",
    holds:
      "For every order, the provider's balance in the ledger is what was captured, minus refunds and disputed money",
    sql: `
      with moved as (
        select subject_id as order_id, captured_cents as cents from payments where captured_cents is not null
        union all
        select p.subject_id, -r.amount_cents from refunds r join payments p on p.id = r.payment_id where r.status = 'done'
        union all
        select p.subject_id, -d.amount_cents from disputes d join payments p on p.id = d.payment_id
        where d.withdrawn_at is not null
      ), net as (
        select order_id, sum(cents) as cents from moved group by order_id
      ), posted as (
        select p.order_id, sum(e.amount_cents) as cents from journal_entries p join journal_lines e on e.entry_id = p.id
        where e.account = 'provider' group by p.order_id
      )
      select order_id, k.cents, p.cents as posted from net k full join posted p using (order_id)
      where coalesce(k.cents, 0) <> coalesce(p.cents, 0)`,
  },
  {
    id: "I-20",
    holds: "Every delivered order is in the ledger as one sale of its total, and nothing else is",
    sql: `
      with sales as (
        select p.order_id, count(distinct p.id) as entries, sum(e.amount_cents) as cents
        from journal_entries p join journal_lines e on e.entry_id = p.id and e.account = 'buyers'
        where p.kind = 'sale' group by p.order_id
      ), delivered as (
        select id as order_id, total_cents from orders where paid_at is not null and total_cents > 0
      )
      select order_id, d.total_cents, s.entries, s.cents from delivered d full join sales s using (order_id)
      where s.entries is distinct from 1 or s.cents is distinct from d.total_cents`,
  },
  {
    id: "I-36",
    holds: "In the ledger, buyers owe nothing and are owed exactly the refunds that haven't arrived yet",
    sql: `
      with balances as (
        select p.order_id, sum(e.amount_cents) as cents from journal_entries p
        join journal_lines e on e.entry_id = p.id where e.account = 'buyers' group by p.order_id
      ), owed as (
        select order_id, -sum(cents) as cents from (
          select order_id, amount_cents as cents from order_refunds where status <> 'done'
          union all
          -- Automatic refunds; a retry replaces one that failed.
          select p.subject_id, r.amount_cents from refunds r join payments p on p.id = r.payment_id
          where r.order_refund_id is null and r.status <> 'done' and r.reason <> 'provider'
            and not exists (select from refunds where retries = r.id)
          union all
          -- Refunded at the provider for a delivered order: the buyer owes it until staff choose the tickets.
          select o.id, -r.amount_cents from refunds r join payments p on p.id = r.payment_id
          join orders o on o.id = p.subject_id
          where r.reason = 'provider' and r.order_refund_id is null and r.status = 'done' and o.paid_at is not null) parts
        group by order_id
      )
      select order_id, b.cents, o.cents as owed from balances b full join owed o using (order_id)
      where coalesce(b.cents, 0) <> coalesce(o.cents, 0)`,
  },
  {
    id: "I-37",
    holds:
      "In the ledger, each item and the shipping earned from an order what they cost before tax, minus their refunds",
    sql: `
      with earned as (
        select p.order_id, coalesce(e.kind, 'shipping') as kind, coalesce(e.item_id, 0) as item_id,
          coalesce(e.event_id, 0) as event_id, -sum(e.amount_cents) as cents
        from journal_entries p join journal_lines e on e.entry_id = p.id
        where e.account in ('sales', 'fees', 'shipping') group by 1, 2, 3, 4
      ), cost as (
        select l.order_id, l.kind, l.item_id, coalesce(x.event_id, 0) as event_id,
          sum(l.total_cents - l.discount_cents - coalesce(i.cents, 0)) as cents
        from order_lines l join orders o on o.id = l.order_id left join ticket_lines x on x.order_line_id = l.id
        left join (select order_line_id, sum(amount_cents - tax_cents) as cents from order_refund_items group by 1) i
          on i.order_line_id = l.id
        where o.paid_at is not null group by 1, 2, 3, 4
        union all
        select o.id, 'shipping', 0, 0, o.shipping_cents - coalesce((
          select sum(i.amount_cents - i.tax_cents) from order_refunds r
          join order_refund_items i on i.order_refund_id = r.id and i.order_line_id is null
          where r.order_id = o.id), 0)
        from orders o where o.paid_at is not null and o.shipping_cents > 0
      )
      select order_id, kind, item_id, event_id, e.cents as earned, c.cents as cost
      from earned e full join cost c using (order_id, kind, item_id, event_id)
      where coalesce(e.cents, 0) <> coalesce(c.cents, 0)`,
  },
];
