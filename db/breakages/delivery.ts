import { onePaid } from "./rows.ts";

const ship = (cents: number) => `
  insert into order_deliveries (order_id, method, rate_name, price_cents, name, line1, city, state, zip)
  select ${onePaid}, 'ship', 'Ground', ${cents}, 'Ada Buyer', '1 Shore Road', 'Brooklyn', 'NY', '11231'`;

/** Ways to break the invariants of deliveries. */
export const breakages: Record<string, string[][]> = {
  "I-86": [
    [
      `with s as (insert into stock (kind, capacity) values ('variant', 10) returning id),
        p as (insert into products (slug, title, kind, tax_category)
          values ('broken-1', 'Yard Tee', 'physical', 'clothing') returning id),
        v as (insert into variants (product_id, stock_id, sku, price_cents) select p.id, s.id, 'BROKEN-1', 3000 from p, s
          returning id, product_id, sku),
        l as (insert into order_lines (id, order_id, position, kind, item_id, name, quantity, unit_cents, fee_cents,
          total_cents) select gen_random_uuid(), ${onePaid}, 90, 'variant', v.id, 'Yard Tee', 1, 3000, 0, 3000 from v
          returning id, order_id)
      insert into variant_lines (order_line_id, order_id, variant_id, product_id, kind, sku)
      select l.id, l.order_id, v.id, v.product_id, 'physical', v.sku from l, v`,
    ],
  ],
  "I-87": [
    [ship(700)],
    [`update orders set shipping_cents = 700, total_cents = total_cents + 700 where id = ${onePaid}`],
    [
      ship(0),
      `update orders set tax_cents = tax_cents + 10, total_cents = total_cents + 10, shipping_tax_cents = 10
        where id = ${onePaid}`,
    ],
  ],
};
