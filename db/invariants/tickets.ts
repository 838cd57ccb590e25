import type { Invariant } from "./invariant.ts";

/** What must hold of tickets, the door and the mails that tell of them. */
export const ticketsInvariants: Invariant[] = [
  {
    id: "I-21",
    holds: "A paid line has exactly as many valid tickets as it bought, but for those given up with an account",
    sql: `
      select l.id, l.quantity * l.tickets_per_unit as bought, count(t.id) as tickets
      from order_lines l join orders o on o.id = l.order_id
      left join tickets t on t.order_line_id = l.id and t.order_id = l.order_id
        and (t.status = 'valid' or (t.status = 'cancelled' and exists (
          select from users u where u.id in (t.owner_id, o.user_id) and u.deleted_at is not null)))
        and t.ticket_type_id = l.ticket_type_id and t.event_id = l.event_id
      where o.status = 'paid' group by l.id having count(t.id) <> l.quantity * l.tickets_per_unit`,
  },
  {
    id: "I-22",
    holds: "Without payment there are no valid tickets",
    sql: `
      select t.id, o.status from tickets t join orders o on o.id = t.order_id
      where t.status = 'valid' and o.status not in ('paid', 'partially_refunded')`,
  },
  {
    id: "I-23",
    holds: "Each place of a line has one ticket, whose code is then its own",
    sql: `
      select order_line_id, position, count(*) from tickets group by order_line_id, position having count(*) > 1`,
  },
  {
    id: "I-30",
    holds: "A ticket is admitted at most once",
    sql: `select ticket_id, count(*) from admissions where voided_at is null group by ticket_id having count(*) > 1`,
  },
  {
    id: "I-31",
    holds: "A phone's scan counts once",
    sql: `
      select device_id, scan_id from scans group by device_id, scan_id having count(*) > 1
      union all select device_id, scan_id from admissions group by device_id, scan_id having count(*) > 1`,
  },
  {
    id: "I-32",
    holds: "Who was admitted had a ticket of that night that was not void yet, and the scan that let them in was kept",
    sql: `
      select a.id, a.ticket_id, a.event_id from admissions a left join tickets t on t.id = a.ticket_id
      left join scans s on s.device_id = a.device_id and s.scan_id = a.scan_id
      where t.event_id is distinct from a.event_id or s.verdict is distinct from 'admitted'
        or s.ticket_id is distinct from a.ticket_id or (a.voided_at is null and a.admitted_at >= t.void_since)`,
  },
  {
    id: "I-40",
    holds: "Each order that was paid has one confirmation, written within five minutes",
    sql: `
      select o.id, count(m.id) from orders o
      left join emails m on m.kind = 'order_confirmation' and m.topic ->> 'orderId' = o.id::text and m.resend_of is null
        and m.created_at between o.paid_at - interval '1 minute' and o.paid_at + interval '5 minutes'
      where o.paid_at is not null group by o.id having count(m.id) <> 1`,
  },
  {
    id: "I-42",
    holds: "No mail is written twice",
    sql: `select dedupe_key, count(*) from emails group by dedupe_key having count(*) > 1`,
  },
  {
    id: "I-45",
    holds: "No mail is stuck on its way",
    sql: `
      select id, status, lease_until from emails
      where status = 'sending' and coalesce(lease_until, created_at) < clock_now() - interval '90 seconds'`,
  },
];
