-- What one network has on hold, so that no network holds more than its share: a keyed hash of its address, erased when
-- the hold ends.
alter table holds add column network text;
alter table holds add constraint holds_network_erased check (network is null or status = 'active');
-- What is on hold of a stock: by whom, and until when.
create index holds_active on holds (stock_id, network) where status = 'active';

-- Whether the buyer had confirmed the email that the order is under. Only unconfirmed orders count for the email.
alter table orders add column email_confirmed boolean not null default false;

-- The networks that free orders came from, kept for a day.
create table free_order_networks (
  order_id uuid primary key references orders (id),
  network text not null,
  created_at timestamptz not null default clock_now()
);
create index free_order_networks_network on free_order_networks (network);
