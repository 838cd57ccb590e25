-- Ticket types that share places, open one after the other, and count what one person has.

-- How often the terms of a sale changed: an order that was priced before the last change is priced again.
alter table stock add column terms integer not null default 0;

alter table ticket_types
  -- Units that one person may have over all orders; null: as many as they like.
  add column max_per_person integer check (max_per_person between 1 and 1000),
  -- The release before this one: when nobody can have another of it, this one opens, and stays open.
  add column opens_after_id bigint references ticket_types (id),
  add column opened_at timestamptz,
  -- Withdrawn by staff: neither shown nor sold, whatever code is named.
  add column is_hidden boolean not null default false,
  -- Since when its limits are as they are; orders from before keep to those of their time.
  add column limits_since timestamptz not null default '-infinity',
  add check (opens_after_id <> id),
  add check (max_per_person >= min_per_order),
  add check (door_color ~ '^#[0-9a-f]{6}$');
create index ticket_types_chain on ticket_types (opens_after_id) where opens_after_id is not null;

-- Places that several ticket types of a night draw from. A pool of people counts every ticket of a package; a pool of
-- units counts the package as one.
create table pools (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id) on delete cascade,
  stock_id bigint not null unique references stock (id),
  name text not null check (length(name) between 1 and 60),
  counts text not null check (counts in ('people', 'units'))
);
create unique index pools_name on pools (event_id, lower(name));

create table pool_types (
  ticket_type_id bigint not null references ticket_types (id) on delete cascade,
  pool_id bigint not null references pools (id) on delete cascade,
  primary key (ticket_type_id, pool_id)
);
create index pool_types_pool on pool_types (pool_id);
