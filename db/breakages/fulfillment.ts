import { onePaid } from "./rows.ts";

const variant = "(select max(id) from variants)";
const line = "(select id from order_lines where position = 91)";
const shipment = "(select id from shipments where carrier = 'broken' order by ctid desc limit 1)";
const units = 2;

/** A paid order's line of two shirts, with stock, and its fulfillment. */
const bought = [
  `with s as (insert into stock (kind, capacity, sold) values ('variant', 10, ${units}) returning id),
    p as (insert into products (slug, title, kind, tax_category) values ('broken-sent', 'Yard Tee', 'physical', 'clothing')
      returning id)
    insert into variants (product_id, stock_id, sku, price_cents) select p.id, s.id, 'BROKEN-SENT', 3000 from p, s`,
  `insert into order_lines (id, order_id, position, kind, item_id, name, quantity, unit_cents, fee_cents, total_cents)
    select gen_random_uuid(), ${onePaid}, 91, 'variant', ${variant}, 'Yard Tee', ${units}, 3000, 0, 6000`,
  `insert into variant_lines (order_line_id, order_id, variant_id, product_id, kind, sku)
    select l.id, l.order_id, v.id, v.product_id, 'physical', v.sku from order_lines l join variants v on v.id = l.item_id
    where l.position = 91`,
  `insert into holds (holder_id, stock_id, quantity, status)
    select ${onePaid}, stock_id, ${units}, 'consumed' from variants where id = ${variant}`,
];
const begun = [...bought, `insert into fulfillments (order_id, method, status) select ${onePaid}, 'ship', 'to_ship'`];
const status = (of: string) => `update fulfillments set status = '${of}' where order_id = ${onePaid}`;
const send = (...positions: number[]) => [
  `insert into shipments (id, order_id, kind, carrier) select gen_random_uuid(), ${onePaid}, 'parcel', 'broken'`,
  ...positions.map(
    (position) => `insert into shipment_units (shipment_id, order_line_id, position)
      select ${shipment}, ${line}, ${position}`,
  ),
];
const comeBack = (isRestocked: boolean, position = 1) => [
  `insert into item_returns (id, order_id, is_restocked) select gen_random_uuid(), ${onePaid}, ${isRestocked}`,
  `insert into item_return_units select (select id from item_returns order by ctid desc limit 1), ${line}, ${position}`,
];
const refund = (keepsStock: boolean, position = 1) => [
  `insert into order_refunds (id, order_id, made_by, reason, amount_cents, with_fee, returns_stock, kind, status, done_at)
    select gen_random_uuid(), ${onePaid}, 'buyer', 'broken', 0, true, false, 'units', 'done', clock_now()`,
  `insert into order_refund_items (order_refund_id, order_line_id, position, amount_cents, fee_cents, tax_cents, keeps_unit, keeps_stock)
    select (select id from order_refunds where reason = 'broken'), ${line}, ${position}, 0, 0, 0, false, ${keepsStock}`,
];

/** Ways to break the invariants of what is sent and returned. */
export const breakages: Record<string, string[][]> = {
  "I-110": [
    bought,
    [...begun, status("shipped")],
    [...begun, ...send(1)],
    [...begun, ...refund(false, 1), ...refund(false, 2).slice(1)],
    [`insert into fulfillments (order_id, method, status) select ${onePaid}, 'ship', 'nothing_left'`],
  ],
  "I-111": [
    [...begun, ...send(1, 3), status("partly_shipped")],
    [...begun, "drop index shipment_units_once", ...send(1), ...send(1), status("partly_shipped")],
    [
      ...begun,
      ...send(1),
      `update shipments set voided_at = clock_now() where id = ${shipment}`,
      status("partly_shipped"),
    ],
  ],
  "I-112": [
    [...begun, ...comeBack(false)],
    [
      ...begun,
      ...send(1),
      status("partly_shipped"),
      ...comeBack(false),
      ...refund(true, 2),
      `update item_returns set order_refund_id = (select id from order_refunds where reason = 'broken') where order_id = ${onePaid}`,
    ],
  ],
  "I-113": [
    [...begun, ...refund(false), ...send(1), status("partly_shipped")],
    [...begun, ...refund(true)],
  ],
  "I-114": [
    [...begun, ...send(1), status("partly_shipped"), ...comeBack(true)],
    [...begun, `insert into downloads (order_line_id, order_id, count) select ${line}, ${onePaid}, 1`],
  ],
};
