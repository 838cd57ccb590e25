-- What staff changed about single tickets, beside who did it in the log: what a ticket was before, and what it is now.
create table ticket_changes (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets (id),
  kind text not null check (kind in ('renamed', 'recoded', 'moved', 'cancelled')),
  -- Set where it was moved: the former type and the new one.
  from_type_id bigint references ticket_types (id),
  to_type_id bigint references ticket_types (id),
  -- What the new place costs more than was paid for the old one; less where it is below zero. It is not charged.
  difference_cents integer,
  holder_before text,
  created_at timestamptz not null default clock_now(),
  check ((kind = 'moved') = (from_type_id is not null and to_type_id is not null and difference_cents is not null))
);
create index ticket_changes_ticket on ticket_changes (ticket_id, id);
-- A type into which somebody was moved stays, as one that was ordered does.
create index ticket_changes_to on ticket_changes (to_type_id) where to_type_id is not null;

-- True once the place of a void ticket is for sale again: it is given back once, whoever gives it back.
alter table tickets
  add column place_returned boolean not null default false,
  add constraint tickets_place_of_void check (not place_returned or status <> 'valid');
-- What was given back until now: a unit's place came back with the last of its tickets, where that was wanted.
update tickets t set place_returned = true
from order_lines l, (
  select k.order_line_id, (k.position - 1) / m.tickets_per_unit as unit
  from tickets k join order_lines m on m.id = k.order_line_id
  left join order_refund_items i on i.ticket_id = k.id left join order_refunds r on r.id = i.order_refund_id
  group by 1, 2
  having bool_and(k.status = 'refunded') and (bool_or(exists (select from comps c where c.order_id = k.order_id))
    or (array_agg(r.returns_stock order by r.created_at desc nulls last))[1])
) u
where l.id = t.order_line_id and u.order_line_id = l.id and (t.position - 1) / l.tickets_per_unit = u.unit;
update tickets t set place_returned = true
from comps c where c.order_id = t.order_id and c.revoked_at is not null and t.status <> 'valid';
