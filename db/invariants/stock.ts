import type { Invariant } from "./invariant.ts";

/** Invariants of stock and of who has it. */
export const stockInvariants: Invariant[] = [
  {
    id: "I-01",
    holds: "A ticket type's valid tickets and active holds never exceed its stock",
    sql: `
      select y.id, s.capacity, used.units from ticket_types y join stock s on s.id = y.stock_id
      left join (
        select t.ticket_type_id, sum(1.0 / l.tickets_per_unit) as units
        from tickets t join ticket_lines l on l.order_line_id = t.order_line_id where t.status = 'valid' group by 1
      ) valid on valid.ticket_type_id = y.id
      left join (select stock_id, sum(quantity) as units from holds where status = 'active' group by 1) held
        on held.stock_id = s.id
      cross join lateral (select coalesce(valid.units, 0) + coalesce(held.units, 0) as units) used
      where round(used.units, 6) > s.capacity`,
  },
  {
    id: "I-02",
    holds: "An event's valid tickets and active holds never exceed its capacity, passes for its live stream apart",
    sql: `
      select e.id, s.capacity, used.people from events e join stock s on s.id = e.stock_id
      left join (
        select t.event_id, count(*) as people from tickets t join ticket_types y on y.id = t.ticket_type_id
        where t.status = 'valid' and not y.is_stream_pass group by 1
      ) valid on valid.event_id = e.id
      left join (select stock_id, sum(quantity) as people from holds where status = 'active' group by 1) held
        on held.stock_id = s.id
      cross join lateral (select coalesce(valid.people, 0) + coalesce(held.people, 0) as people) used
      where used.people > s.capacity`,
  },
  {
    id: "I-03",
    holds: "Sold and on-hold counts match the holds, and sold holds match what paid orders bought",
    sql: `
      select 'counter' as what, s.id::text, s.held, s.sold, h.held as held_rows, h.sold as sold_rows
      from stock s left join (
        select stock_id, sum(quantity) filter (where status = 'active') as held,
          sum(quantity) filter (where status = 'consumed') as sold
        from holds group by 1
      ) r on r.stock_id = s.id
      cross join lateral (select coalesce(r.held, 0) as held, coalesce(r.sold, 0) as sold) h
      where s.held is distinct from h.held or s.sold is distinct from h.sold
      union all
      select 'units', coalesce(h.holder_id, u.order_id)::text, null, null, h.quantity, u.units
      from (
        -- A unit keeps its spot until all of its tickets gave it up.
        select t.order_id, y.stock_id, count(distinct (l.order_line_id, (t.position - 1) / l.tickets_per_unit)) as units
        from orders o join tickets t on t.order_id = o.id join ticket_lines l on l.order_line_id = t.order_line_id
        join ticket_types y on y.id = t.ticket_type_id
        where o.status in ('paid', 'partially_refunded') and not t.spot_returned group by t.order_id, y.stock_id) u
      full join (
        select h.holder_id, h.stock_id, h.quantity from holds h join stock s on s.id = h.stock_id
        join orders o on o.id = h.holder_id
        where h.status = 'consumed' and s.kind = 'ticket_type' and o.status in ('paid', 'partially_refunded')) h
        on h.holder_id = u.order_id and h.stock_id = u.stock_id
      where h.quantity is distinct from u.units`,
  },
  {
    id: "I-05",
    holds:
      "An order has at least one of each line and no more of a type than the per-order limit; a comp has up to ten",
    sql: `
      select l.order_id, y.id as ticket_type_id, sum(l.quantity) as quantity, y.max_per_order
      from order_lines l join ticket_types y on y.id = l.item_id and l.kind = 'ticket' join orders o on o.id = l.order_id
      where o.created_at > y.limits_since
      group by l.order_id, y.id, y.max_per_order
      having min(l.quantity) < 1
        or sum(l.quantity) > case when exists (select from comps c where c.order_id = l.order_id) then 10 else y.max_per_order end`,
  },
  {
    id: "I-33",
    holds: "Shared stock (a pool or an event's capacity) counts for every order exactly what its ticket types took",
    sql: `
      with shared as (
        select p.stock_id, y.stock_id as type_stock, case p.counts when 'people' then y.tickets_per_unit else 1 end as each
        from pools p join pool_types x on x.pool_id = p.id join ticket_types y on y.id = x.ticket_type_id
        union all
        select e.stock_id, y.stock_id, y.tickets_per_unit from events e join ticket_types y on y.event_id = e.id
        where e.stock_id is not null and not y.is_stream_pass
      ), drawn as (
        select s.stock_id, h.holder_id, h.status, sum(h.quantity * s.each) as units
        from shared s join holds h on h.stock_id = s.type_stock
        -- Refunded units no longer count.
        where h.status <> 'returned' group by 1, 2, 3
      ), counted as (
        select h.stock_id, h.holder_id, h.status, h.quantity from holds h join stock s on s.id = h.stock_id
        where s.kind in ('pool', 'event') and h.status <> 'returned'
      )
      select coalesce(d.stock_id, c.stock_id) as stock_id, coalesce(d.holder_id, c.holder_id) as holder_id, d.units, c.quantity
      from drawn d full join counted c using (stock_id, holder_id, status)
      where d.units is distinct from c.quantity`,
  },
  {
    id: "I-34",
    holds:
      "No account, and no email over orders placed without confirming it, has more of a ticket type than the per-person limit, apart from comps",
    sql: `
      with had as (
        select y.id, y.max_per_person, o.user_id, o.buyer_email, o.email_confirmed, h.quantity
        from ticket_types y join holds h on h.stock_id = y.stock_id join orders o on o.id = h.holder_id
        where y.max_per_person is not null and h.status in ('active', 'consumed') and o.created_at > y.limits_since
          and o.status <> 'refunded'
          and not exists (select from comps c where c.order_id = o.id)
      )
      select id, user_id::text as who, sum(quantity) from had group by id, user_id, max_per_person
      having sum(quantity) > max_per_person
      union all
      select id, buyer_email, sum(quantity) from had where not email_confirmed
      group by id, buyer_email, max_per_person
      having sum(quantity) > max_per_person`,
  },
  {
    id: "I-35",
    holds: "No price tier is still waiting for one that is sold out",
    sql: `
      select n.id, y.id as before, s.capacity, s.sold
      from ticket_types n join ticket_types y on y.id = n.opens_after_id join stock s on s.id = y.stock_id
      where n.opened_at is null and s.sold >= s.capacity`,
  },
  {
    id: "I-24",
    holds: "A comp costs nothing and has all of its tickets and stock, or none of them once revoked",
    sql: `
      select c.order_id, o.status, o.total_cents, k.valid, h.consumed, h.returned
      from comps c join orders o on o.id = c.order_id
      cross join lateral (
        select count(*) filter (where status = 'valid') as valid from tickets where order_id = o.id) k
      cross join lateral (
        select count(*) filter (where status = 'consumed') as consumed, count(*) filter (where status = 'returned') as returned
        from holds where holder_id = o.id) h
      where o.total_cents <> 0 or exists (select from payments where subject_id = o.id)
        or case when c.revoked_at is null then o.status not in ('paid', 'partially_refunded') or h.consumed = 0
           else o.status <> 'refunded' or k.valid > 0 or h.consumed > 0 or h.returned = 0 end`,
  },
  {
    id: "I-06",
    holds:
      "No hold lasts more than a minute past its deadline, holds that are being paid for have none, and only what is kept for comps is held forever",
    sql: `
      select h.holder_id, h.stock_id, h.expires_at from holds h left join orders o on o.id = h.holder_id
      where h.status = 'active' and (h.expires_at < clock_now() - interval '60 seconds'
        or (h.expires_at is null and o.status is distinct from 'paying')
        or (h.expires_at = 'infinity'
          and not exists (select from comp_batches b where b.id = h.holder_id and b.status = 'running')))`,
  },
  {
    id: "I-38",
    holds: "No order waits for payment longer than its ten minutes plus, once, ten more while the provider is down",
    sql: `
      select id, hold_expires_at - created_at as holding, hold_grace_seconds from orders
      where status in ('awaiting_payment', 'paying')
        and hold_expires_at > created_at + make_interval(secs => 600 + hold_grace_seconds)
      union all
      select o.id, null, sum(p.grace_seconds)::integer from payments p join orders o on o.id = p.subject_id
      where p.grace_seconds > 0 group by o.id having sum(p.grace_seconds) <> o.hold_grace_seconds`,
  },
  {
    id: "I-182",
    holds: "The count of what all networks have on hold matches the holds",
    sql: `
      with held as (
        select stock_id, sum(quantity) as units from holds where status = 'active' and network is not null group by stock_id
      )
      select c.stock_id, c.network, c.held, h.units from hold_counts c
      full join held h on h.stock_id = c.stock_id and c.network = ''
      where coalesce(c.held, 0) <> coalesce(h.units, 0)`,
  },
  {
    id: "I-183",
    holds: "Only a short hold can be confirmed, and confirming gives it ten minutes in all",
    sql: `
      select id, created_at, hold_expires_at, confirm_until from orders
      where confirm_until <> created_at + interval '10 minutes' or hold_expires_at - make_interval(secs => hold_grace_seconds) >= confirm_until`,
  },
  {
    id: "I-07",
    holds: "Closed or missing orders hold no tickets",
    sql: `
      select h.holder_id, h.stock_id, o.status from holds h left join orders o on o.id = h.holder_id
      where h.status = 'active' and (o.id is null or o.status not in ('awaiting_payment', 'paying'))
        and not exists (select from comp_batches b where b.id = h.holder_id and b.status = 'running')`,
  },
  {
    id: "I-09",
    holds: "Available counts leave out exactly what's sold or on hold: nothing is sold out by mistake",
    sql: `
      with holding as (
        select stock_id, coalesce(sum(quantity) filter (where status = 'active' and expires_at <= now), 0) as expired,
          coalesce(sum(quantity) filter (where status = 'consumed'
            or (status = 'active' and (expires_at is null or expires_at > now))), 0) as taken
        from holds cross join (select clock_now() as now) clock group by stock_id
      )
      select s.id, s.capacity, s.held, s.sold from stock s left join holding k on k.stock_id = s.id
      where s.capacity - s.held - s.sold + coalesce(k.expired, 0) <> s.capacity - coalesce(k.taken, 0)`,
  },
];
