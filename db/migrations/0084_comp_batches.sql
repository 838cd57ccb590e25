-- Free tickets in bulk: hosts with a budget, and batches of guests whose stock is on hold until each has their tickets.
alter table stock drop constraint stock_kind_check;
alter table stock add constraint stock_kind_check
  check (kind in ('ticket_type', 'event', 'variant', 'pool', 'promo', 'promoter', 'comp_host'));

-- Who gives comps for an event. The budget counts tickets; it is stock, so that the allocator keeps it.
create table comp_hosts (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id),
  name text not null check (length(name) between 1 and 120),
  stock_id bigint not null unique references stock (id),
  created_at timestamptz not null default clock_now()
);
create unique index comp_hosts_name on comp_hosts (event_id, lower(name));

-- A batch holds stock under its own id, as an order does.
create table comp_batches (
  id uuid primary key,
  source text not null check (source in ('list', 'link')),
  event_id bigint not null references events (id),
  ticket_type_id bigint not null references ticket_types (id),
  host_id bigint references comp_hosts (id),
  issuer_id bigint not null references users (id),
  reason text not null check (length(reason) between 3 and 200),
  units integer not null check (units > 0),
  status text not null default 'running' check (status in ('running', 'done', 'stopped', 'revoking', 'revoked')),
  problem text,
  created_at timestamptz not null default clock_now(),
  ended_at timestamptz,
  revoker_id bigint references users (id),
  revoke_reason text,
  check ((status = 'running') = (ended_at is null)),
  check ((status in ('revoking', 'revoked')) = (revoker_id is not null)),
  check ((revoker_id is null) = (revoke_reason is null)),
  check (problem is null or status <> 'running')
);
create index comp_batches_event on comp_batches (event_id, created_at desc);
create index comp_batches_newest on comp_batches (created_at desc, id desc);
create index comp_batches_due on comp_batches (created_at) where status in ('running', 'revoking');

-- Names and emails are here only while their guests wait; then they are in their orders.
create table comp_guests (
  batch_id uuid not null references comp_batches (id),
  position integer not null check (position > 0),
  name text,
  email text check (email = lower(email)),
  units integer not null check (units between 1 and 10),
  status text not null default 'waiting' check (status in ('waiting', 'issued', 'canceled', 'revoked', 'kept')),
  order_id uuid unique references orders (id),
  primary key (batch_id, position),
  check ((status = 'waiting') = (name is not null)),
  check (email is null or name is not null),
  check ((status in ('issued', 'revoked', 'kept')) = (order_id is not null))
) with (fillfactor = 70);
create index comp_guests_waiting on comp_guests (batch_id, position) where status = 'waiting';
create index comp_guests_email on comp_guests (email) where email is not null;

alter table comps add column batch_id uuid references comp_batches (id);
alter table comps add column host_id bigint references comp_hosts (id);
create index comps_batch on comps (batch_id) where batch_id is not null;
create index comps_host on comps (host_id) where host_id is not null;
