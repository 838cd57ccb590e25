create table venues (
  id bigint generated always as identity primary key,
  name text not null,
  address text,
  city text not null,
  region text not null,
  country text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  unique (name, city)
);

create table events (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  summary text not null,
  description text not null,
  starts_at timestamptz not null,
  doors_at timestamptz,
  ends_at timestamptz not null,
  time_zone text not null,
  venue_id bigint not null references venues (id),
  poster jsonb not null,
  categories text[] not null default '{}',
  age_rule text not null default 'all' check (age_rule in ('all', '18+', '21+')),
  dress_code text,
  lineup jsonb not null default '[]',
  policies jsonb not null default '[]',
  visibility text not null default 'draft' check (visibility in ('draft', 'unlisted', 'published')),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  hide_counts boolean not null default false,
  -- People the night can hold, over all ticket types; null where only the types are counted.
  stock_id bigint unique references stock (id),
  -- Minutes before doors from which the door admits; null: no entry window.
  entry_opens_minutes integer check (entry_opens_minutes >= 0),
  search_text text not null default '',
  created_at timestamptz not null default clock_now(),
  updated_at timestamptz not null default clock_now(),
  check (starts_at < ends_at),
  check (doors_at is null or doors_at <= ends_at)
);
create index events_by_start on events (starts_at, id) where visibility = 'published';
create index events_by_end on events (ends_at, id) where visibility = 'published';
create index events_by_venue on events (venue_id);

create table ticket_types (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id) on delete cascade,
  stock_id bigint not null unique references stock (id),
  name text not null,
  description text not null default '',
  pricing text not null check (pricing in ('fixed', 'free', 'open')),
  -- What the buyer pays for one unit, fees included; fee_cents is the fees' share of it.
  price_cents integer not null check (price_cents between 0 and 100000000),
  fee_cents integer not null default 0 check (fee_cents >= 0),
  minimum_cents integer check (minimum_cents >= 0),
  tickets_per_unit integer not null default 1 check (tickets_per_unit between 1 and 50),
  min_per_order integer not null default 1 check (min_per_order >= 1),
  max_per_order integer not null default 10,
  sales_start_at timestamptz,
  sales_end_at timestamptz,
  access_code text,
  door_color text,
  position integer not null default 0,
  check (fee_cents <= price_cents),
  check (max_per_order >= min_per_order),
  check (pricing <> 'fixed' or price_cents > 0),
  check (pricing = 'fixed' or price_cents = 0),
  check ((pricing = 'open') = (minimum_cents is not null)),
  check (sales_start_at is null or sales_end_at is null or sales_start_at < sales_end_at)
);
create index ticket_types_by_event on ticket_types (event_id, position, id);
