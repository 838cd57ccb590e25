-- One person's right to enter. Its code is derived from id, version and a key, never stored.
create table tickets (
  id bigint generated always as identity primary key,
  order_line_id uuid not null references order_lines (id),
  position integer not null check (position >= 1),
  order_id uuid not null references orders (id),
  ticket_type_id bigint not null references ticket_types (id),
  event_id bigint not null references events (id),
  owner_id bigint not null references users (id),
  holder_name text not null,
  version smallint not null default 1 check (version between 1 and 4095),
  status text not null default 'valid' check (status in ('valid', 'cancelled', 'refunded')),
  created_at timestamptz not null default clock_now(),
  unique (order_line_id, position)
);
create index tickets_owner on tickets (owner_id);
create index tickets_order on tickets (order_id);
create index tickets_event on tickets (event_id);
