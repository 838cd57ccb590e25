import type { Invariant } from "./invariant.ts";

/** Invariants of comps issued in bulk, and of hosts' budgets. */
export const compsInvariants: Invariant[] = [
  {
    id: "I-73",
    holds: "A batch holds exactly what its waiting guests need or its link has left, and nothing once it's over",
    sql: `
      select b.id, b.source, b.status, h.quantity as held, n.needed
      from comp_batches b join ticket_types y on y.id = b.ticket_type_id
      left join holds h on h.holder_id = b.id and h.stock_id = y.stock_id and h.status = 'active'
      cross join lateral (
        select case when b.status <> 'running' then 0
          when b.source = 'list' then coalesce(sum(g.units) filter (where g.status = 'waiting'), 0)
          else b.units - coalesce(sum(g.units) filter (where g.order_id is not null), 0) end as needed
        from comp_guests g where g.batch_id = b.id) n
      where coalesce(h.quantity, 0) <> n.needed`,
  },
  {
    id: "I-74",
    holds:
      "Each guest of a batch has one comp of it, with as many units as listed, and each comp of a batch has its guest",
    sql: `
      select 'guest' as what, g.order_id::text as id, g.units, l.quantity from comp_guests g
      left join comps c on c.order_id = g.order_id and c.batch_id = g.batch_id
      left join order_lines l on l.order_id = g.order_id
      where g.order_id is not null and (c.order_id is null or l.quantity is distinct from g.units
        or (g.status = 'revoked' and c.revoked_at is null))
      union all
      select 'comp', c.order_id::text, null, null from comps c
      where c.batch_id is not null
        and not exists (select from comp_guests g where g.order_id = c.order_id and g.batch_id = c.batch_id)
      union all
      select 'more', b.id::text, b.units, sum(g.units)::integer from comp_batches b join comp_guests g on g.batch_id = b.id
      where g.order_id is not null group by b.id having sum(g.units) > b.units`,
  },
  {
    id: "I-75",
    holds: "A host's budget counts exactly the tickets of their valid comps and running batches",
    sql: `
      with given as (
        select n.stock_id, c.order_id as holder_id, sum(l.quantity * x.tickets_per_unit) as tickets
        from comps c join comp_hosts n on n.id = c.host_id join order_lines l on l.order_id = c.order_id
        join ticket_lines x on x.order_line_id = l.id
        where c.revoked_at is null group by 1, 2
      ), counted as (
        select h.stock_id, h.holder_id, h.quantity from holds h join comp_hosts n on n.stock_id = h.stock_id
        where h.status = 'consumed'
      )
      select coalesce(g.stock_id, k.stock_id) as stock_id, coalesce(g.holder_id, k.holder_id) as holder_id, g.tickets,
        k.quantity
      from given g full join counted k using (stock_id, holder_id) where g.tickets is distinct from k.quantity
      union all
      select n.stock_id, h.holder_id, null, h.quantity from comp_hosts n
      join holds h on h.stock_id = n.stock_id and h.status = 'active'
      where not exists (
        select from comp_batches b where b.id = h.holder_id and b.host_id = n.id and b.status = 'running')`,
  },
  {
    id: "I-76",
    holds: "A link gives each email no more than it may have, nothing after its end, and doesn't outlast that",
    sql: `
      select b.id, g.position, g.units, b.max_per_person, c.created_at, b.ends_at
      from comp_batches b join comp_guests g on g.batch_id = b.id join comps c on c.order_id = g.order_id
      where b.source = 'link' and (g.units > b.max_per_person or c.created_at > b.ends_at + interval '1 minute'
        or c.created_at > b.ended_at + interval '1 minute')
      union all
      select b.id, null, null, null, null, b.ends_at from comp_batches b
      where b.source = 'link' and b.status = 'running' and b.ends_at < clock_now() - interval '2 minutes'`,
  },
];
