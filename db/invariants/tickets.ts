import type { Invariant } from "./invariant.ts";

/** Invariants of tickets, check-in and their emails. */
export const ticketsInvariants: Invariant[] = [
  {
    id: "I-21",
    holds:
      "A line has as many valid tickets as it bought, minus refunded ones, ones from deleted accounts and ones canceled by staff",
    sql: `
      with refunded as (
        select order_line_id, count(*) as count from order_refund_items where not keeps_unit group by order_line_id
      ), moved as (
        select distinct on (ticket_id) ticket_id, to_type_id from ticket_changes where kind = 'moved'
        order by ticket_id, id desc
      ), live as (
        select t.order_line_id, count(*) as count from tickets t
        join order_lines l on l.id = t.order_line_id and l.order_id = t.order_id
        join orders o on o.id = l.order_id
        join ticket_types y on y.id = t.ticket_type_id and y.event_id = t.event_id
        left join moved m on m.ticket_id = t.id
        where (t.status = 'valid' or (t.status = 'canceled' and (
            exists (select from users u where u.id in (t.owner_id, o.user_id) and u.deleted_at is not null)
            -- A guest's order goes with the account that confirmed its address.
            or o.buyer_email = 'deleted-account@invalid'
            or exists (select from ticket_changes c where c.ticket_id = t.id and c.kind = 'canceled'))))
          -- It is for what was bought, or for what staff last moved it to.
          and t.ticket_type_id = coalesce(m.to_type_id, l.item_id)
        group by t.order_line_id
      )
      select l.id, l.quantity * x.tickets_per_unit as bought, coalesce(b.count, 0) as refunded,
        coalesce(s.count, 0) as tickets
      from order_lines l join orders o on o.id = l.order_id join ticket_lines x on x.order_line_id = l.id
      left join refunded b on b.order_line_id = l.id
      left join live s on s.order_line_id = l.id
      where o.status in ('paid', 'partially_refunded')
        and coalesce(s.count, 0) <> l.quantity * x.tickets_per_unit - coalesce(b.count, 0)`,
  },
  {
    id: "I-78",
    holds: "Each line of tickets has its event and its ticket type, and no other line has them",
    sql: `
      select coalesce(l.id, x.order_line_id) as line, l.kind from order_lines l
      full join ticket_lines x on x.order_line_id = l.id
      left join ticket_types y on y.id = x.ticket_type_id
      where coalesce(l.kind = 'ticket', false) <> (x.order_line_id is not null)
        or (x.order_line_id is not null
          and (l.order_id <> x.order_id or l.item_id <> x.ticket_type_id or y.event_id is distinct from x.event_id))`,
  },
  {
    id: "I-22",
    holds: "Unpaid orders have no valid tickets",
    sql: `
      select t.id, o.status from tickets t join orders o on o.id = t.order_id
      where t.status = 'valid' and o.status not in ('paid', 'partially_refunded')`,
  },
  {
    id: "I-23",
    holds: "Each position of a line has one ticket, so every code is unique",
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
    holds: "A device's scan counts once",
    sql: `
      select device_id, scan_id from scans group by device_id, scan_id having count(*) > 1
      union all select device_id, scan_id from admissions group by device_id, scan_id having count(*) > 1`,
  },
  {
    id: "I-32",
    holds: "Everyone admitted had a ticket to that event that wasn't void yet, and their scan is stored",
    sql: `
      select a.id, a.ticket_id, a.event_id from admissions a left join tickets t on t.id = a.ticket_id
      left join scans s on s.device_id = a.device_id and s.scan_id = a.scan_id
      where t.event_id is distinct from a.event_id or s.verdict is distinct from 'admitted'
        or s.ticket_id is distinct from a.ticket_id or (a.voided_at is null and a.admitted_at >= t.void_since)`,
  },
  {
    id: "I-190",
    holds: "Every former code of a ticket is on record, and its current one isn't",
    sql: `
      select t.id, t.version, count(f.version) as former from tickets t
      left join former_ticket_codes f on f.ticket_id = t.id
      group by t.id having count(f.version) <> t.version - 1 or coalesce(max(f.version), 0) >= t.version`,
  },
  {
    id: "I-191",
    holds: "A conflict at the door fits its scan and its event, and a second entry names the check-in that counts",
    sql: `
      select c.id, c.kind, s.verdict from scan_conflicts c
      join scans s on s.device_id = c.device_id and s.scan_id = c.scan_id
      left join admissions a on a.id = c.admission_id
      where c.event_id <> s.event_id
        or case c.kind
          when 'second_entry' then s.verdict <> 'already_admitted' or a.ticket_id is distinct from s.ticket_id
            or (a.device_id = s.device_id and a.scan_id = s.scan_id)
          when 'void_since' then s.verdict not in ('admitted', 'wrong_event')
          else s.verdict = 'admitted' end`,
  },
  {
    id: "I-192",
    holds: "An offline scan that let someone in owns the check-in, and no earlier one lost it",
    sql: `
      select s.device_id, s.scan_id from scans s
      where s.counted_at is not null and s.verdict = 'admitted' and not exists (
        select from admissions a where a.device_id = s.device_id and a.scan_id = s.scan_id and a.ticket_id = s.ticket_id)
      union all
      select s.device_id, s.scan_id from scan_conflicts c
      join scans s on s.device_id = c.device_id and s.scan_id = c.scan_id
      join admissions a on a.id = c.admission_id and a.voided_at is null
      join scans o on o.device_id = a.device_id and o.scan_id = a.scan_id and o.counted_at is not null
      where (s.counted_at, s.device_id collate "C") < (a.admitted_at, a.device_id collate "C")`,
  },
  {
    id: "I-40",
    holds:
      "Each paid order has one confirmation email, written within five minutes, none without an address, and one for each new address",
    sql: `
      select o.id, count(m.id), o.link_version, c.count as changed from orders o
      cross join lateral (
        select count(*) from emails where topic ->> 'orderId' = o.id::text and kind = 'order_confirmation'
          and topic ? 'change' and resend_of is null) c
      left join emails m on m.kind = 'order_confirmation' and m.topic ->> 'orderId' = o.id::text and m.resend_of is null
        and not m.topic ? 'change' and m.created_at between o.paid_at - interval '1 minute' and o.paid_at + interval '5 minutes'
      where o.paid_at is not null group by o.id, c.count
      having c.count <> o.link_version or count(m.id) > 1
        or (c.count = 0 and count(m.id) <> (o.buyer_email <> '')::integer)`,
  },
  {
    id: "I-41",
    holds: "The email server accepted each email at most once; an unknown outcome was retried at most once",
    sql: `
      select id, status, attempts, uncertain_attempts, sent_at from emails
      where (status in ('sent', 'not_sent')) <> (sent_at is not null)
        or attempts < uncertain_attempts + (sent_at is not null)::integer
        or uncertain_attempts > case when status = 'failed' then 2 else 1 end`,
  },
  {
    id: "I-42",
    holds: "No email is written twice",
    sql: `select dedupe_key, count(*) from emails group by dedupe_key having count(*) > 1`,
  },
  {
    id: "I-45",
    holds: "No email is stuck while sending",
    sql: `
      select id, status, lease_until from emails
      where status = 'sending' and coalesce(lease_until, created_at) < clock_now() - interval '90 seconds'`,
  },
  {
    id: "I-56",
    holds: "Each merged email is listed in one of the same kind that isn't merged itself",
    sql: `
      select m.id, m.merged_into from emails m join emails list on list.id = m.merged_into
      where list.kind <> m.kind or list.status = 'merged'
        or not m.id::text = any(string_to_array(coalesce(list.topic ->> 'merged', ''), ','))`,
  },
];
