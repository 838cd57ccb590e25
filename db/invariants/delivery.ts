import type { Invariant } from "./invariant.ts";

/** Invariants of deliveries. */
export const deliveryInvariants: Invariant[] = [
  {
    id: "I-86",
    holds: "Every paid order with products that are shipped or handed over says where they go",
    sql: `
      select o.id, o.number from orders o
      where o.paid_at is not null and not exists (select from order_deliveries d where d.order_id = o.id)
        and exists (select from variant_lines v where v.order_id = o.id and v.kind = 'physical')`,
  },
  {
    id: "I-87",
    holds:
      "An order is charged the shipping that its delivery says, tax on shipping only with shipping, and none without one",
    sql: `
      select o.id, o.shipping_cents, o.shipping_tax_cents, d.method, d.price_cents from orders o
      left join order_deliveries d on d.order_id = o.id
      where (d.order_id is not null or o.shipping_cents <> 0 or o.shipping_tax_cents <> 0)
        and (o.shipping_cents <> coalesce(d.price_cents, 0)
          or (o.shipping_cents = 0 and o.shipping_tax_cents <> 0)
          or o.shipping_tax_cents > o.shipping_cents)`,
  },
];
