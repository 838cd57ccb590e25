-- An order line is for an item of any kind. What only lines of tickets have is in a table of its own.
create table ticket_lines (
  order_line_id uuid primary key references order_lines (id),
  -- A copy, so that lists of an event find its orders in one index.
  order_id uuid not null,
  ticket_type_id bigint not null references ticket_types (id),
  event_id bigint not null references events (id),
  tickets_per_unit integer not null check (tickets_per_unit >= 1)
);
insert into ticket_lines (order_line_id, order_id, ticket_type_id, event_id, tickets_per_unit)
select id, order_id, ticket_type_id, event_id, tickets_per_unit from order_lines;
create index ticket_lines_event on ticket_lines (event_id, order_id);
create index ticket_lines_order on ticket_lines (order_id);
create index ticket_lines_type on ticket_lines (ticket_type_id);

alter table order_lines add column kind text not null default 'ticket' check (kind ~ '^[a-z_]{1,40}$');
alter table order_lines alter column kind drop default;
alter table order_lines rename column ticket_type_id to item_id;
alter table order_lines drop constraint order_lines_ticket_type_id_fkey;
drop index order_lines_type;
alter table order_lines drop column event_id, drop column tickets_per_unit;
