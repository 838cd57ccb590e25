-- The version of the two tables that follow: staff save both as a whole.
create table delivery_settings (
  id boolean primary key default true check (id),
  version integer not null default 1
);
insert into delivery_settings default values;

-- What shipping costs: for a group of states (empty: everywhere in the US) and a range of weights, both ends in grams,
-- the upper one not included; null: no limit. Rates that name a state replace those for everywhere in it.
create table shipping_rates (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  states text[] not null default '{}',
  from_grams integer not null default 0 check (from_grams >= 0),
  below_grams integer check (below_grams > from_grams),
  price_cents integer not null check (price_cents between 0 and 1000000),
  -- Free from this amount of shipped products on, after discounts; null: never.
  free_from_cents integer check (free_from_cents >= 0),
  position integer not null default 0
);

-- Sales tax by destination and category, in thousandths of a percent: 8.875 % is 8875. The most exact row wins: ZIP
-- range before state, category before all.
create table tax_rates (
  id bigint generated always as identity primary key,
  state text not null check (state ~ '^[A-Z]{2}$'),
  zip_from text check (zip_from ~ '^\d{5}$'),
  zip_to text check (zip_to ~ '^\d{5}$' and zip_to >= zip_from),
  category text check (category in ('clothing', 'general', 'media', 'digital', 'shipping')),
  rate integer not null check (rate between 0 and 30000),
  check ((zip_from is null) = (zip_to is null))
);
create unique index tax_rates_once on tax_rates (state, zip_from, zip_to, category) nulls not distinct;

-- Where an order's products go: to an address in the US, or to an event where they are picked up.
create table order_deliveries (
  order_id uuid primary key references orders (id),
  method text not null check (method in ('ship', 'pickup')),
  rate_name text,
  -- What shipping cost, without its tax: a part of the order's total.
  price_cents integer not null default 0 check (price_cents >= 0),
  name text,
  line1 text,
  line2 text,
  city text,
  state text,
  zip text,
  event_id bigint references events (id),
  check ((method = 'ship') = (line1 is not null and city is not null and state is not null and zip is not null)),
  check ((method = 'pickup') = (event_id is not null)),
  check (method = 'ship' or price_cents = 0)
);
create index order_deliveries_event on order_deliveries (event_id) where event_id is not null;
