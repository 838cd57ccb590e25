const oneGuest = "(select min(order_id::text)::uuid from comp_guests where order_id is not null)";
const hostStock = "(select stock_id from comp_hosts)";

/** Ways to break the invariants of comps issued in bulk. */
export const breakages: Record<string, string[][]> = {
  "I-73": [
    // A guest waits, and nothing is reserved.
    [
      `update comp_batches set status = 'running', ended_at = null where source = 'list'`,
      `update comp_guests set status = 'waiting', name = 'Ann', order_id = null where order_id = ${oneGuest}`,
    ],
    // It's over, and still holds stock.
    [
      `insert into holds (holder_id, stock_id, quantity) select b.id, y.stock_id, 1 from comp_batches b join ticket_types y on y.id = b.ticket_type_id where b.status = 'done'`,
    ],
  ],
  "I-74": [
    [`update comps set batch_id = null where order_id = ${oneGuest}`],
    [`delete from comp_guests where order_id = ${oneGuest}`],
    [`update comp_guests set units = units + 1 where order_id = ${oneGuest}`],
    [`update comp_guests set status = 'revoked' where order_id = ${oneGuest}`],
    [`update comp_batches set units = 1 where source = 'list'`],
  ],
  "I-75": [
    [`update comps set host_id = null where order_id = ${oneGuest}`],
    [`update holds set quantity = quantity + 1 where holder_id = ${oneGuest} and stock_id in ${hostStock}`],
    [`update holds set status = 'active' where holder_id = ${oneGuest} and stock_id in ${hostStock}`],
  ],
  "I-76": [
    [`update comp_guests set units = 4 where batch_id in (select id from comp_batches where source = 'link')`],
    [
      `update comps set created_at = created_at + interval '100 years' where batch_id in (select id from comp_batches where source = 'link')`,
    ],
    [`update comp_batches set ends_at = clock_now() - interval '1 hour' where source = 'link'`],
  ],
};
