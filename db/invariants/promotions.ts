import type { Invariant } from "./invariant.ts";

/** Invariants of promo codes and promoter links. */
export const promotionsInvariants: Invariant[] = [
  {
    id: "I-08",
    holds: "A promo code is redeemed by exactly the orders that count for it, and never beyond its limit",
    sql: `
      select 'use' as what, u.order_id::text as id, o.status, h.status as hold_status from promotion_redemptions u
      join promo_codes c on c.id = u.promo_code_id left join orders o on o.id = u.order_id
      left join holds h on h.holder_id = u.order_id and h.stock_id = c.stock_id
      where h.quantity is distinct from 1 or not case o.status
        when 'awaiting_payment' then h.status = 'active' when 'paying' then h.status = 'active'
        when 'paid' then h.status = 'consumed' when 'partially_refunded' then h.status = 'consumed'
        when 'refunded' then h.status in ('consumed', 'returned') else h.status = 'released' end
      union all
      select 'hold', h.holder_id::text, null, h.status from promo_codes c join holds h on h.stock_id = c.stock_id
      where not exists (select from promotion_redemptions u where u.order_id = h.holder_id and u.promo_code_id = c.id)
      union all
      select 'limit', c.id::text, null, s.capacity::text from promo_codes c join stock s on s.id = c.stock_id
      where s.capacity <> coalesce(c.total_limit, 1000000000) or s.held + s.sold > s.capacity`,
  },
  {
    id: "I-26",
    holds:
      "An order's discount is the sum of its lines', comes from its code and matches what was recorded for the code",
    sql: `
      with lines as (select order_id, sum(discount_cents) as discount from order_lines group by order_id)
      select o.id, o.discount_cents, l.discount, u.discount_cents as noted, o.promo_code from orders o
      left join lines l on l.order_id = o.id
      left join promotion_redemptions u on u.order_id = o.id
      where o.discount_cents is distinct from coalesce(l.discount, 0)
        or (o.promo_code is null) <> (u.promo_code_id is null)
        or (u.order_id is not null and (u.discount_cents <> o.discount_cents or u.revenue_cents <> o.total_cents))`,
  },
  {
    id: "I-27",
    holds: "A promoter link has sold what its orders say, and never more than its allocation",
    sql: `
      select 'use' as what, u.order_id::text as id, h.quantity, u.ticket_count from promotion_redemptions u
      join promoters p on p.id = u.promoter_id left join holds h on h.holder_id = u.order_id and h.stock_id = p.stock_id
      where h.quantity is null or h.quantity > u.ticket_count or (p.event_id is null and h.quantity <> u.ticket_count)
      union all
      select 'hold', h.holder_id::text, h.quantity, null from promoters p join holds h on h.stock_id = p.stock_id
      where not exists (select from promotion_redemptions u where u.order_id = h.holder_id and u.promoter_id = p.id)
      union all
      select 'allocation', p.id::text, s.held + s.sold, s.capacity from promoters p join stock s on s.id = p.stock_id
      where s.capacity <> coalesce(p.allocation, 1000000000) or s.held + s.sold > s.capacity`,
  },
  {
    id: "I-79",
    holds: "An order that credits a promoter says that it came from them",
    sql: `
      select u.order_id, u.promoter_id, a.promoter_id as said from promotion_redemptions u
      left join order_attributions a on a.order_id = u.order_id
      where u.promoter_id is not null and a.promoter_id is distinct from u.promoter_id`,
  },
];
