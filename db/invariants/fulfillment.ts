import type { Invariant } from "./invariant.ts";

/** Every unit of products that are shipped or picked up, of paid orders, and what happened to it. */
const units = `
  units as (
    select l.order_id, l.id as line_id, n.position, o.status,
      exists (select from shipment_units s where s.order_line_id = l.id and s.position = n.position
        and not s.is_voided) as is_sent,
      exists (select from order_refund_items i where i.order_line_id = l.id and i.position = n.position
        and not i.keeps_unit) as is_refunded
    from variant_lines v join order_lines l on l.id = v.order_line_id join orders o on o.id = l.order_id
    cross join lateral generate_series(1, l.quantity) as n(position)
    where v.kind = 'physical' and o.paid_at is not null
  )`;

/** Invariants of what is sent, handed over and returned. */
export const fulfillmentInvariants: Invariant[] = [
  {
    id: "I-110",
    holds: "Each paid order with products that are sent has one fulfillment, and its status is what its units say",
    sql: `
      with ${units}, counted as (
        select order_id, count(*) filter (where is_sent) as sent,
          count(*) filter (where not is_sent and not is_refunded and status <> 'refunded') as open
        from units group by order_id
      )
      select coalesce(c.order_id, f.order_id) as order_id, f.status, c.sent, c.open
      from counted c full join fulfillments f on f.order_id = c.order_id
      left join order_deliveries d on d.order_id = c.order_id
      where c.order_id is null or f.order_id is null
        or f.method <> coalesce(d.method, 'ship') or f.event_id is distinct from d.event_id
        or f.status <> case
          when c.sent = 0 and c.open = 0 then 'nothing_left'
          when f.method = 'ship' then
            case when c.sent = 0 then 'to_ship' when c.open > 0 then 'partly_shipped' else 'shipped' end
          else case when c.sent = 0 then 'to_pick_up' when c.open > 0 then 'partly_picked_up' else 'picked_up' end end`,
  },
  {
    id: "I-111",
    holds: "Only units that were bought are sent, each once, and a voided parcel has no unit that counts",
    sql: `
      select u.order_line_id, u.position, 'unit' as what
      from shipment_units u join shipments s on s.id = u.shipment_id
      left join order_lines l on l.id = u.order_line_id left join variant_lines v on v.order_line_id = l.id
      where l.order_id is distinct from s.order_id or u.position > l.quantity or v.kind is distinct from 'physical'
        or u.is_voided <> (s.voided_at is not null)
      union all
      select order_line_id, position, 'twice' from shipment_units where not is_voided
      group by order_line_id, position having count(*) > 1`,
  },
  {
    id: "I-112",
    holds: "Only units that were sent come back, and a return with a refund returns exactly what that refunded",
    sql: `
      select u.order_line_id, u.position from item_return_units u join item_returns r on r.id = u.item_return_id
      left join order_lines l on l.id = u.order_line_id
      where l.order_id is distinct from r.order_id
        or not exists (select from shipment_units s where s.order_line_id = u.order_line_id
          and s.position = u.position and not s.is_voided)
        or (r.order_refund_id is not null and not exists (select from order_refund_items i
          where i.order_refund_id = r.order_refund_id and i.order_line_id = u.order_line_id
            and i.position = u.position and not i.keeps_unit))`,
  },
  {
    id: "I-113",
    holds:
      "A unit that was refunded before it was sent is never sent, and the stock of a sent unit stays with its refund",
    sql: `
      select i.order_line_id, i.position, i.keeps_stock
      from order_refund_items i join variant_lines v on v.order_line_id = i.order_line_id and v.kind = 'physical'
      where not i.keeps_unit and i.keeps_stock <> exists (select from shipment_units s
        where s.order_line_id = i.order_line_id and s.position = i.position and not s.is_voided)`,
  },
  {
    id: "I-114",
    holds:
      "Every unit that came back to be sold again is in its variant's stock history, and only files are downloaded",
    sql: `
      with returned as (
        select v.variant_id, count(*) as units from item_return_units u
        join item_returns r on r.id = u.item_return_id and r.is_restocked
        join variant_lines v on v.order_line_id = u.order_line_id group by v.variant_id
      )
      select r.variant_id::text as id, r.units, c.units as recorded from returned r
      left join (select variant_id, sum(units) as units from stock_changes where reason = 'returned' group by 1) c
        on c.variant_id = r.variant_id
      where r.units > coalesce(c.units, 0)
      union all
      select d.order_line_id::text, d.count, null from downloads d
      left join variant_lines v on v.order_line_id = d.order_line_id
      where v.kind is distinct from 'digital' or v.order_id <> d.order_id`,
  },
];
