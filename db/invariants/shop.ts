import type { Invariant } from "./invariant.ts";

/** Invariants of products and their stock. */
export const shopInvariants: Invariant[] = [
  {
    id: "I-80",
    holds:
      "Paid orders have exactly the stock of the product units that they bought and of their bundles' parts, minus refunded units that hadn't been sent and are back on sale",
    sql: `
      with bought as (
        select l.order_id, l.item_id, l.quantity - coalesce((
          select count(*) from order_refund_items i join order_refunds r on r.id = i.order_refund_id
          where i.order_line_id = l.id and r.returns_stock and not i.keeps_unit
            and not i.keeps_stock), 0) as units
        from order_lines l join orders o on o.id = l.order_id
        where l.kind = 'variant' and o.status in ('paid', 'partially_refunded')
      ), taken as (
        select order_id, stock_id, sum(units) as units from (
          select b.order_id, v.stock_id, b.units from bought b join variants v on v.id = b.item_id
          union all
          select b.order_id, w.stock_id, b.units * p.quantity from bought b join variant_parts p on p.variant_id = b.item_id
          join variants w on w.id = p.part_id) each
        group by 1, 2 having sum(units) > 0
      ), sold as (
        select h.holder_id as order_id, h.stock_id, h.quantity as units
        from holds h join variants v on v.stock_id = h.stock_id join orders o on o.id = h.holder_id
        where h.status = 'consumed' and o.status in ('paid', 'partially_refunded')
          and exists (select from order_lines l where l.order_id = o.id and l.kind = 'variant')
      )
      select order_id, stock_id, t.units, s.units as sold from taken t full join sold s using (order_id, stock_id)
      where t.units is distinct from s.units`,
  },
  {
    id: "I-81",
    holds: "Each order line of a product has its variant and its product, and no other line has them",
    sql: `
      select coalesce(l.id, x.order_line_id) as line, l.kind from order_lines l
      full join variant_lines x on x.order_line_id = l.id
      left join variants v on v.id = x.variant_id
      where coalesce(l.kind = 'variant', false) <> (x.order_line_id is not null)
        or (x.order_line_id is not null
          and (l.order_id <> x.order_id or l.item_id <> x.variant_id or v.product_id is distinct from x.product_id))`,
  },
  {
    id: "I-82",
    holds: "A bundle consists of variants that are no bundles themselves",
    sql: `
      select b.variant_id, b.part_id from variant_parts b
      where b.variant_id = b.part_id or exists (select from variant_parts p where p.variant_id = b.part_id)`,
  },
  {
    id: "I-85",
    holds: "No address that a product left is the address of a product",
    sql: "select f.slug, f.product_id, p.id from product_slugs f join products p on p.slug = f.slug",
  },
  {
    id: "I-83",
    holds:
      "Each variant counts its own stock, has a value for each option of its product, and no one asks for it twice",
    sql: `
      select v.id, s.kind, cardinality(v.options) as options from variants v join stock s on s.id = v.stock_id
      join products p on p.id = v.product_id
      where s.kind <> 'variant' or (not v.is_archived and cardinality(v.options) <> jsonb_array_length(p.options))
      union all
      select variant_id, email, count(*)::integer from back_in_stock where told_at is null
      group by variant_id, email having count(*) > 1`,
  },
  {
    id: "I-84",
    holds: "A variant's stock is what it opened with and what its stock changes added and removed",
    sql: `
      select v.id, s.capacity, coalesce(c.units, 0) as units from variants v join stock s on s.id = v.stock_id
      left join (select variant_id, sum(units) as units from stock_changes group by variant_id) c on c.variant_id = v.id
      where s.capacity <> coalesce(c.units, 0)`,
  },
  {
    id: "I-180",
    holds: "A product shows each picture once, in places that follow each other from the first",
    sql: `
      select product_id, count(*)::integer as pictures, count(distinct picture_id)::integer as different, max(position)
      from product_pictures group by product_id
      having count(*) <> count(distinct picture_id) or max(position) <> count(*) - 1`,
  },
  {
    id: "I-181",
    holds: "Pictures from addresses belong to files that were imported, and what a product shows of them is ready",
    sql: `
      select p.id, p.status, i.imported_at, l.status as picture
      from product_import_pictures p join product_imports i on i.id = p.import_id
      left join pictures l on l.id = p.picture_id
      where i.imported_at is null or (p.status = 'done' and l.status <> 'ready')`,
  },
];
