import type { Invariant } from "./invariant.ts";

/** What must hold of everything scarce, and of who has it. */
export const stockInvariants: Invariant[] = [
  {
    id: "I-01",
    holds: "Valid tickets and active holds of a ticket type are never more than its stock",
    sql: `
      select y.id, s.capacity, used.units from ticket_types y join stock s on s.id = y.stock_id
      cross join lateral (
        select coalesce((select sum(1.0 / l.tickets_per_unit) from tickets t join order_lines l on l.id = t.order_line_id
                         where t.ticket_type_id = y.id and t.status = 'valid'), 0)
             + coalesce((select sum(quantity) from holds where stock_id = s.id and state = 'active'), 0) as units) used
      where round(used.units, 6) > s.capacity`,
  },
  {
    id: "I-02",
    holds: "Valid tickets and active holds of a night are never more than the people it can take",
    sql: `
      select e.id, s.capacity, used.people from events e join stock s on s.id = e.stock_id
      cross join lateral (
        select (select count(*) from tickets where event_id = e.id and status = 'valid')
             + coalesce((select sum(quantity) from holds where stock_id = s.id and state = 'active'), 0) as people) used
      where used.people > s.capacity`,
  },
  {
    id: "I-03",
    holds: "Every stock's counters are what its holds add up to, and sold holds what paid orders bought",
    sql: `
      select 'counter' as what, s.id::text, s.held, s.sold, h.held as held_rows, h.sold as sold_rows
      from stock s cross join lateral (
        select coalesce(sum(quantity) filter (where state = 'active'), 0) as held,
          coalesce(sum(quantity) filter (where state = 'consumed'), 0) as sold
        from holds where stock_id = s.id) h
      where s.held is distinct from h.held or s.sold is distinct from h.sold
      union all
      select 'line', o.id::text, null, null, h.quantity, l.quantity
      from orders o
      join lateral (
        select y.stock_id, sum(quantity) as quantity from order_lines join ticket_types y on y.id = ticket_type_id
        where order_id = o.id group by y.stock_id) l on true
      left join holds h on h.holder_id = o.id and h.stock_id = l.stock_id and h.state = 'consumed'
      where o.status = 'paid' and h.quantity is distinct from l.quantity`,
  },
  {
    id: "I-05",
    holds:
      "An order asks for at least one of each line and for no more of a type than one order may have; a comp for ten",
    sql: `
      select l.order_id, l.ticket_type_id, sum(l.quantity) as quantity, y.max_per_order
      from order_lines l join ticket_types y on y.id = l.ticket_type_id
      group by l.order_id, l.ticket_type_id, y.max_per_order
      having min(l.quantity) < 1
        or sum(l.quantity) > case when exists (select from comps c where c.order_id = l.order_id) then 10 else y.max_per_order end`,
  },
  {
    id: "I-24",
    holds: "A comp costs nothing; it has all of its tickets and stock, or, once revoked, none of them",
    sql: `
      select c.order_id, o.status, o.total_cents, k.valid, h.consumed, h.returned
      from comps c join orders o on o.id = c.order_id
      cross join lateral (
        select count(*) filter (where status = 'valid') as valid from tickets where order_id = o.id) k
      cross join lateral (
        select count(*) filter (where state = 'consumed') as consumed, count(*) filter (where state = 'returned') as returned
        from holds where holder_id = o.id) h
      where o.total_cents <> 0 or exists (select from payments where subject_id = o.id)
        or case when c.revoked_at is null then o.status <> 'paid' or h.consumed = 0 or h.returned > 0
           else o.status <> 'refunded' or k.valid > 0 or h.consumed > 0 or h.returned = 0 end`,
  },
  {
    id: "I-06",
    holds: "No hold stays a minute past its end, and none without an end unless it is being paid for",
    sql: `
      select h.holder_id, h.stock_id, h.expires_at from holds h left join orders o on o.id = h.holder_id
      where h.state = 'active' and (h.expires_at < clock_now() - interval '60 seconds'
        or (h.expires_at is null and o.status is distinct from 'paying'))`,
  },
  {
    id: "I-07",
    holds: "An order that is over, or that does not exist, holds nothing",
    sql: `
      select h.holder_id, h.stock_id, o.status from holds h left join orders o on o.id = h.holder_id
      where h.state = 'active' and (o.id is null or o.status not in ('awaiting_payment', 'paying'))`,
  },
  {
    id: "I-09",
    holds: "What is shown as left is what nobody has: nothing is sold out by mistake",
    sql: `
      select s.id, s.capacity, s.held, s.sold from stock s
      cross join lateral (
        select coalesce(sum(quantity) filter (where state = 'active' and expires_at <= clock_now()), 0) as lapsed,
          coalesce(sum(quantity) filter (where state = 'consumed'
            or (state = 'active' and (expires_at is null or expires_at > clock_now()))), 0) as taken
        from holds where stock_id = s.id) h
      where s.capacity - s.held - s.sold + h.lapsed <> s.capacity - h.taken`,
  },
];
