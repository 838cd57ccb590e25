import { onePaid } from "./rows.ts";

const variant = "(select max(id) from variants)";
const other = "(select min(id) from (select id from variants order by id desc limit 2) v)";
const createVariant = (sku: string) => `
  with s as (insert into stock (kind, capacity) values ('variant', 10) returning id),
    p as (insert into products (slug, title, kind, tax_category)
      values (lower('${sku}'), 'Yard Tee', 'physical', 'clothing') returning id),
    v as (insert into variants (product_id, stock_id, sku, price_cents) select p.id, s.id, '${sku}', 3000 from p, s
      returning id)
  insert into stock_changes (variant_id, reason, units, on_hand) select id, 'opening', 10, 10 from v`;
const line = `
  insert into order_lines (id, order_id, position, kind, item_id, name, quantity, unit_cents, fee_cents, total_cents)
  select gen_random_uuid(), ${onePaid}, 90, 'variant', ${variant}, 'Yard Tee', 2, 3000, 0, 6000`;
const details = (productId: string) => `
  insert into variant_lines (order_line_id, order_id, variant_id, product_id, kind, sku)
  select l.id, l.order_id, v.id, ${productId}, 'physical', v.sku from order_lines l join variants v on v.id = l.item_id
  where l.kind = 'variant' and l.position = 90`;
const sell = (units: number) => [
  `insert into holds (holder_id, stock_id, quantity, status)
    select ${onePaid}, stock_id, ${units}, 'consumed' from variants where id = ${variant}`,
  `update stock set sold = ${units} where id = (select stock_id from variants where id = ${variant})`,
];
const part = (whole: string, of: string) => `insert into variant_parts values (${whole}, ${of}, 1)`;

const showPicture = (position: number) => `
  insert into product_pictures (product_id, position, picture_id)
  select max(p.id), ${position}, (select max(id) from pictures) from products p`;
const importPicture = (status: string) => `
  insert into product_import_pictures (import_id, product_id, url, alt, status, picture_id)
  select (select max(id) from product_imports), max(p.id), 'https://example.com/a.png', 'A tee', '${status}',
    case when '${status}' = 'done' then (select max(id) from pictures) end from products p`;

/** Ways to break the invariants of products and their stock. */
export const breakages: Record<string, string[][]> = {
  "I-80": [
    [createVariant("BROKEN-1"), line, details("v.product_id")],
    [createVariant("BROKEN-1"), line, details("v.product_id"), ...sell(1)],
    // The parts of a bundle that was sold stayed on sale.
    [
      createVariant("BROKEN-1"),
      createVariant("BROKEN-2"),
      part(variant, other),
      line,
      details("v.product_id"),
      ...sell(2),
    ],
  ],
  "I-81": [
    [createVariant("BROKEN-1"), line],
    [
      createVariant("BROKEN-1"),
      line,
      details("v.product_id"),
      `update order_lines set kind = 'gift' where position = 90`,
    ],
    [
      createVariant("BROKEN-1"),
      createVariant("BROKEN-2"),
      line,
      details("(select min(id) from products where slug like 'broken-%')"),
    ],
  ],
  "I-82": [
    [
      createVariant("BROKEN-1"),
      createVariant("BROKEN-2"),
      createVariant("BROKEN-3"),
      part(variant, other),
      part(other, "(select id from variants where sku = 'BROKEN-1')"),
    ],
  ],
  "I-84": [
    // Units appeared without a reason, a written-off one is still there, and a variant never opened.
    [
      createVariant("BROKEN-1"),
      `update stock set capacity = 11 where id = (select stock_id from variants where id = ${variant})`,
    ],
    [
      createVariant("BROKEN-1"),
      `insert into stock_changes (variant_id, reason, units, on_hand) values (${variant}, 'damaged', -1, 9)`,
    ],
    [createVariant("BROKEN-1"), "delete from stock_changes"],
  ],
  "I-85": [
    [
      createVariant("BROKEN-1"),
      "insert into product_slugs (slug, product_id) select slug, id from products where slug = 'broken-1'",
    ],
  ],
  "I-83": [
    [
      createVariant("BROKEN-1"),
      `update stock set kind = 'pool' where id = (select stock_id from variants where id = ${variant})`,
    ],
    [
      createVariant("BROKEN-1"),
      `update products set options = '[{"name": "Size", "values": ["M"]}]' where slug = 'broken-1'`,
    ],
    [
      createVariant("BROKEN-1"),
      "drop index back_in_stock_waiting",
      `insert into back_in_stock (variant_id, email) select ${variant}, 'marva@example.com' from generate_series(1, 2)`,
    ],
  ],
  "I-180": [
    [createVariant("BROKEN-1"), showPicture(0), showPicture(1)],
    [createVariant("BROKEN-1"), showPicture(1)],
  ],
  "I-181": [
    [
      createVariant("BROKEN-1"),
      "insert into product_imports (file_name, read_table) values ('a.csv', '{}')",
      importPicture("waiting"),
    ],
    [
      createVariant("BROKEN-1"),
      "insert into product_imports (file_name, imported_at) values ('a.csv', clock_now())",
      importPicture("done"),
      "update pictures set status = 'processing' where id = (select max(id) from pictures)",
    ],
  ],
};
