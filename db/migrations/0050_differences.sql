-- A ticket that staff moved to a cheaper place may bring its difference back while it stays good. A ticket ends in one
-- refund as before; any number of differences may have gone back for it until then.
alter table order_refund_items add column keeps_ticket boolean not null default false;
alter table order_refund_items add constraint order_refund_items_difference check (not keeps_ticket or amount_cents > 0);
alter table order_refund_items drop constraint order_refund_items_ticket_id_key;
create unique index order_refund_items_one_end on order_refund_items (ticket_id) where not keeps_ticket;
create index order_refund_items_differences on order_refund_items (ticket_id) where keeps_ticket;

-- What the place cost when somebody was moved there: its price may be another one by the time the difference is asked for.
alter table ticket_changes add column place_cents integer check (place_cents >= 0);
update ticket_changes c set place_cents = greatest(0, l.unit_cents / l.tickets_per_unit + c.difference_cents)
from tickets t join order_lines l on l.id = t.order_line_id where t.id = c.ticket_id and c.kind = 'moved';
