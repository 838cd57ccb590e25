import type { Step } from "./step.ts";

const posted = (kind: string, at: string, of: string, refund = "null::uuid") =>
  `select '${kind}', p.subject_id, p.id, ${refund}, ${at}, p.amount_cents from ${of}`;

const returned = "refunds r join payments p on p.id = r.payment_id join scale_orders s on s.id = p.subject_id";

/** Writes the journal entries of all sales and refunds. */
export const ledgerSteps: Step[] = [
  {
    does: "plan journal entries",
    sql: `
      create temp table scale_entries as
      select gen_random_uuid() as id, * from (
        ${posted("capture", "p.captured_at", "payments p join scale_orders s on s.id = p.subject_id")}
        union all ${posted("sale", "p.captured_at", "payments p join scale_orders s on s.id = p.subject_id")}
        union all ${posted("refund", "r.created_at", returned, "r.id")}
        union all ${posted("money_back", "r.done_at", returned, "r.id")}
      ) p(kind, order_id, payment_id, refund_id, at, cents)`,
  },
  {
    does: "journal entries",
    sql: `
      insert into journal_entries (id, kind, order_id, payment_id, refund_id, currency, created_at)
      select id, kind, order_id, case when kind <> 'sale' then payment_id end, refund_id, 'USD', at
      from scale_entries order by at`,
  },
  {
    does: "journal lines",
    sql: `
      insert into journal_lines (entry_id, position, account, event_id, kind, item_id, amount_cents, currency)
      select id, row_number() over (partition by id) - 1, account, event_id, case when type_id is not null then 'ticket' end, type_id,
        cents, 'USD' from (
        select id, at, 'provider' as account, null::bigint as event_id, null::bigint as type_id,
          case kind when 'capture' then cents else -cents end as cents
        from scale_entries where kind in ('capture', 'money_back')
        union all
        select id, at, 'buyers', null, null, case when kind in ('sale', 'money_back') then cents else -cents end
        from scale_entries
        union all
        select p.id, p.at, part.account, l.event_id, l.type_id, case p.kind when 'sale' then -part.cents else part.cents end
        from scale_entries p join scale_lines l on l.order_id = p.order_id
        cross join lateral (values ('sales', (l.unit - l.fee) * l.quantity), ('fees', l.fee * l.quantity)) part(account, cents)
        where p.kind in ('sale', 'refund')
      ) e where cents <> 0 order by at, id`,
  },
];

/** Writes the refunds of refunded orders, ticket by ticket: each a share of its line, leftover cents first. */
export const refundedSteps: Step[] = [
  {
    does: "order refunds",
    sql: `
      insert into order_refunds (id, order_id, made_by, reason, amount_cents, with_fee, returns_stock, status, created_at, done_at)
      select r.id, p.subject_id, 'buyer', 'Plans changed', r.amount_cents, true, true, 'done', r.created_at, r.done_at
      from ${returned}`,
  },
  {
    does: "refunded tickets",
    sql: `
      insert into order_refund_items (order_refund_id, order_line_id, position, ticket_id, amount_cents, fee_cents)
      select r.id, l.id, t.position, t.id, l.total_cents / n.tickets + (t.position <= l.total_cents % n.tickets)::integer,
        l.fee_cents / n.tickets + (t.position <= l.fee_cents % n.tickets)::integer
      from ${returned} join order_lines l on l.order_id = p.subject_id join ticket_lines x on x.order_line_id = l.id
      cross join lateral (select l.quantity * x.tickets_per_unit as tickets) n
      join tickets t on t.order_line_id = l.id`,
  },
  {
    does: "refunds by order",
    sql: `update refunds r set order_refund_id = r.id from order_refunds o where o.id = r.id`,
  },
  {
    does: "refunded amounts",
    sql: `
      update orders o set refunded_cents = o.total_cents from order_refunds r
      join scale_orders s on s.id = r.order_id where r.order_id = o.id`,
  },
];
