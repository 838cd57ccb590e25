import type { ScalePlan, Step } from "./step.ts";

/** A UUID version 7 for an instant: sorted by time, like the site's own ids. */
const idAt = (instant: string) => `
  (lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid`;

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Four characters of an order number, each from five bits of a number. */
const letterRun = (number: string, from: number) =>
  Array.from(
    { length: 4 },
    (_, index) => `substr('${letters}', 1 + ((${number} >> ${from + index * 5}) & 31)::int, 1)`,
  ).join(" || ");

/** Plans who bought what, when, and the outcome; a tenth of all orders are for the few hot events. */
export const drawSales = (plan: ScalePlan): Step[] => [
  {
    does: "plan orders",
    sql: `
      create temp table scale_draws as
      select g, random() < 0.1 as is_hot, random() as which, random() as moment, random() as fate, random() as amount,
        random() as type, 1 + floor(random() * ${plan.people})::integer as person
      from generate_series(1, ${plan.orders}) g`,
  },
  {
    does: "sort orders by time",
    sql: `
      create temp table scale_orders as
      select row_number() over (order by created_at, g) as n, ${idAt("created_at")} as id, o.*
      from (
        select d.*, e.n as event_number, e.id as event_id, e.stock_id as event_stock_id, e.ends_at,
          opens + (least(e.starts_at, clock_now() - interval '20 minutes') - opens) * sqrt(d.moment) as created_at,
          case when d.fate < 0.62 then 'paid' when d.fate < 0.63 then 'comp' when d.fate < 0.66 then 'refunded'
            when d.fate < 0.72 then 'canceled' else 'expired' end as fate_name
        from scale_draws d
        join (select count(*) filter (where is_hot) as hot,
                count(*) filter (where not is_hot and sells and starts_at < clock_now() + interval '45 days') as rest
              from scale_events) counted on true
        join scale_events e on e.is_hot = d.is_hot
          and e.rank = 1 + floor(case when d.is_hot then d.which * hot else power(d.which, 1.7) * rest end)
        cross join lateral (select e.starts_at - interval '60 days' as opens) times) o`,
  },
  { does: "index orders", sql: `create unique index on scale_orders (n); analyze scale_orders` },
  {
    does: "plan lines",
    sql: `
      create temp table scale_lines as
      select o.n, o.id as order_id, ${idAt("o.created_at")} as id, l.position, y.id as type_id, y.stock_id, y.event_id, y.name,
        y.per_unit, l.quantity, case when o.fate_name = 'comp' then 0 else y.price end as unit,
        case when o.fate_name = 'comp' then 0 else y.fee end as fee
      from scale_orders o
      join scale_types first on first.n = o.event_number and first.position = 0
      cross join lateral (
        select 0 as position, floor(o.type * first.siblings)::integer as type,
          case when o.amount < 0.65 then 1 when o.amount < 0.93 then 2 else 4 end as quantity
        union all
        select 1, (floor(o.type * first.siblings)::integer + 1) % first.siblings, 1
        where first.siblings > 1 and o.amount < 0.08 and o.fate_name <> 'comp') l
      join (select *, row_number() over (partition by n order by position) - 1 as place from scale_types) y
        on y.n = o.event_number and y.place = l.type
      order by o.n, l.position`,
  },
  { does: "index lines", sql: `create index on scale_lines (order_id); analyze scale_lines` },
  {
    does: "count sales",
    sql: `
      create temp table scale_sold as
      select stock_id, sum(quantity)::integer as sold from (
        select l.stock_id, l.quantity from scale_lines l join scale_orders o on o.n = l.n
        where o.fate_name in ('paid', 'comp')
        union all
        select o.event_stock_id, l.quantity * l.per_unit from scale_lines l join scale_orders o on o.n = l.n
        where o.fate_name in ('paid', 'comp') and o.event_stock_id is not null) units
      group by stock_id`,
  },
];

/** Writes orders with their lines and holds. */
export const orderSteps: Step[] = [
  {
    does: "orders",
    sql: `
      insert into orders (id, number, user_id, status, currency, subtotal_cents, fee_cents, total_cents, buyer_name, buyer_email,
        hold_expires_at, created_at, paid_at)
      select o.id, 'SG-' || ${letterRun("m.mixed", 20)} || '-' || ${letterRun("m.mixed", 0)}, p.id,
        case when o.fate_name = 'comp' then 'paid' else o.fate_name end, 'USD', l.total, l.fee, l.total, p.name,
        p.username || '@example.com', o.created_at + interval '10 minutes', o.created_at,
        case when o.fate_name in ('paid', 'comp', 'refunded') then o.created_at + interval '3 minutes' * (0.1 + o.amount) end
      from scale_orders o join scale_people p on p.n = o.person
      join lateral (select sum(unit * quantity)::integer as total, sum(fee * quantity)::integer as fee
        from scale_lines where order_id = o.id) l on true
      -- An odd factor maps each number to another; if orders already exist, these numbers start elsewhere.
      cross join lateral (select ((o.n + (select count(*) from order_lines) * 2) * 663608941737) & 1099511627775 as mixed) m
      order by o.n`,
  },
  {
    does: "lines",
    sql: `
      insert into order_lines (id, order_id, position, kind, item_id, name, quantity, unit_cents, fee_cents, total_cents)
      select id, order_id, position, 'ticket', type_id, name, quantity, unit, fee * quantity, unit * quantity
      from scale_lines order by n, position`,
  },
  {
    does: "ticket lines",
    sql: `
      insert into ticket_lines (order_line_id, order_id, ticket_type_id, event_id, tickets_per_unit)
      select id, order_id, type_id, event_id, per_unit from scale_lines order by n, position`,
  },
  {
    does: "holds",
    sql: `
      insert into holds (holder_id, stock_id, quantity, status, expires_at, created_at)
      select o.id, h.stock_id, h.quantity,
        case when o.fate_name in ('paid', 'comp') then 'consumed' when o.fate_name = 'refunded' then 'returned'
          else 'released' end,
        case when o.fate_name in ('paid', 'comp', 'refunded') then null else o.created_at + interval '10 minutes' end,
        o.created_at
      from scale_orders o cross join lateral (
        select stock_id, sum(quantity)::integer as quantity from scale_lines where order_id = o.id group by stock_id
        union all
        select o.event_stock_id, sum(quantity * per_unit)::integer from scale_lines
        where order_id = o.id and o.event_stock_id is not null) h
      where h.stock_id is not null order by o.n`,
  },
  {
    does: "comps",
    sql: `
      insert into comps (order_id, issuer_id, reason, created_at)
      select o.id, p.id, (array['Plays tonight', 'Press list', 'Friends and family'])[1 + o.n % 3], o.created_at
      from scale_orders o join scale_people p on p.n = 1 + o.n % 5 where o.fate_name = 'comp' order by o.n`,
  },
];

/** Writes the money: payments, the sandbox's records of them, refunds. */
export const moneySteps: Step[] = [
  {
    does: "payments",
    sql: `
      insert into payments (id, subject_id, provider, provider_ref, status, amount_cents, currency, description, return_url,
        cancel_url, expires_at, next_check_at, created_at, captured_at, captured_cents, charge_ref)
      select ${idAt("o.created_at")}, o.id, 'sandbox', 'sbx_' || replace(o.id::text, '-', ''),
        case o.status when 'refunded' then 'refunded' else 'captured' end, o.total_cents, 'USD', 'Tickets', '/payment-success',
        '/checkout', o.created_at + interval '30 minutes', o.created_at + interval '30 minutes', o.created_at, o.paid_at,
        o.total_cents, 'sbx_' || replace(o.id::text, '-', '')
      from orders o join scale_orders s on s.id = o.id
      where o.paid_at is not null and o.total_cents > 0 order by s.n`,
  },
  {
    does: "sandbox sessions",
    sql: `
      insert into sandbox.sessions (ref, merchant_ref, amount_cents, currency, description, status, return_url, cancel_url,
        expires_at, created_at, approved_at)
      select p.provider_ref, p.id, p.amount_cents, 'USD', 'Tickets', 'approved', '/payment-success', '/checkout', p.expires_at,
        p.created_at, p.captured_at
      from payments p join scale_orders s on s.id = p.subject_id order by s.n`,
  },
  {
    does: "refunds",
    sql: `
      with returned as (
        insert into refunds (id, payment_id, amount_cents, reason, status, provider_ref, attempts, created_at, sent_at, done_at)
        select ${idAt("p.captured_at + interval '1 hour'")}, p.id, p.amount_cents, 'requested', 'done', 'sbr_' || p.id, 1,
          p.captured_at + interval '1 hour', p.captured_at + interval '1 hour', p.captured_at + interval '1 hour'
        from payments p join scale_orders s on s.id = p.subject_id where p.status = 'refunded' order by s.n
        returning id, payment_id, amount_cents, provider_ref, done_at)
      insert into sandbox.refunds (ref, idempotency_key, session_ref, amount_cents, created_at)
      select r.provider_ref, r.id, p.provider_ref, r.amount_cents, r.done_at from returned r join payments p on p.id = r.payment_id`,
  },
];
