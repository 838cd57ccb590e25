import type { Step } from "./step.ts";

/** Tickets of paid orders, check-ins, and the emails about them. */
export const doorSteps: Step[] = [
  {
    does: "tickets",
    sql: `
      insert into tickets (order_line_id, position, order_id, ticket_type_id, event_id, owner_id, holder_name, version, status,
        created_at, void_since)
      select l.id, place, l.order_id, l.type_id, l.event_id, o.user_id, o.buyer_name,
        case when o.status = 'refunded' then 2 else 1 end, case when o.status = 'refunded' then 'refunded' else 'valid' end,
        o.paid_at, case when o.status = 'refunded' then o.paid_at + interval '1 hour' end
      from scale_lines l join orders o on o.id = l.order_id and o.paid_at is not null
      cross join generate_series(1, l.quantity * l.per_unit) as place order by l.n, l.position, place`,
  },
  {
    does: "former codes",
    sql: `
      insert into former_ticket_codes (ticket_id, version, event_id, reason, replaced_at)
      select id, 1, event_id, 'refunded', void_since from tickets where version = 2 on conflict do nothing`,
  },
  {
    does: "scans",
    sql: `
      insert into scans (device_id, scan_id, event_id, ticket_id, verdict, gate, staff_id, scanned_at, received_at)
      select 'scale-door-' || t.id % 4, gen_random_uuid(), t.event_id, t.id, 'admitted', (array['North', 'South'])[1 + t.id % 2],
        p.id, e.starts_at + moment, e.starts_at + moment
      from tickets t join scale_events e on e.id = t.event_id join scale_people p on p.n = 1 + t.id % 4
      cross join lateral (select interval '3 hours' * ((t.id * 7919) % 1000) / 1000.0 as moment) m
      where t.status = 'valid' and t.id % 10 < 8 and e.starts_at < clock_now() - interval '3 hours'`,
  },
  {
    does: "admissions",
    sql: `
      insert into admissions (ticket_id, event_id, device_id, scan_id, gate, staff_id, admitted_at)
      select ticket_id, event_id, device_id, scan_id, gate, staff_id, received_at from scans s
      where verdict = 'admitted' and device_id like 'scale-door-%'
        and not exists (select from admissions a where a.ticket_id = s.ticket_id)
      order by received_at`,
  },
  {
    does: "emails",
    sql: `
      insert into emails (dedupe_key, kind, to_address, to_name, topic, subject, body_text, status, attempts, next_attempt_at,
        created_at, sent_at, error)
      select * from (
        select 'order-confirmation:' || o.id, 'order_confirmation', o.buyer_email, o.buyer_name,
          jsonb_build_object('orderId', o.id), 'Your tickets for ' || e.title, 'Your tickets are here.',
          case when s.n % 5000 = 0 then 'failed' else 'not_sent' end, 1 + (s.n % 97 = 0)::integer, o.paid_at, o.paid_at as at,
          case when s.n % 5000 = 0 then null else o.paid_at + interval '2 seconds' end,
          case when s.n % 5000 = 0 then 'the email server rejected the address' end
        from orders o join scale_orders s on s.id = o.id join events e on e.id = s.event_id where o.paid_at is not null
        union all
        select 'money-returned:' || r.id, 'money_returned', o.buyer_email, o.buyer_name,
          jsonb_build_object('orderId', o.id, 'paymentId', p.id, 'reason', r.reason, 'amountCents', r.amount_cents),
          'Your refund is on its way', 'Your refund is on its way.', 'not_sent', 1, r.done_at, r.done_at,
          r.done_at + interval '2 seconds', null
        from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.subject_id
        join scale_orders s on s.id = o.id) mails
      order by at`,
  },
];
