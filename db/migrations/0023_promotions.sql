-- Tickets through a promoter's link are counted like anything else that is scarce.
alter table stock drop constraint stock_kind_check;
alter table stock add constraint stock_kind_check
  check (kind in ('ticket_type', 'event', 'variant', 'pool', 'promo', 'promoter'));

-- Words that give a discount. The stock counts the orders that use one; without a total limit its capacity is a billion.
create table promo_codes (
  id bigint generated always as identity primary key,
  stock_id bigint not null unique references stock (id),
  code text not null check (length(code) between 3 and 40),
  note text not null default '',
  event_id bigint references events (id) on delete cascade,
  kind text not null check (kind in ('percent', 'per_order', 'per_unit')),
  percent integer check (percent between 1 and 100),
  amount_cents integer check (amount_cents >= 1),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz,
  ends_at timestamptz,
  total_limit integer check (total_limit >= 1),
  person_limit integer check (person_limit >= 1),
  unit_limit integer check (unit_limit >= 1),
  minimum_cents integer check (minimum_cents >= 0),
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  created_at timestamptz not null default clock_now(),
  check ((kind = 'percent') = (percent is not null) and (kind = 'percent') = (amount_cents is null)),
  check (starts_at is null or ends_at is null or starts_at < ends_at)
);
-- A word stands once for each night and once for all; one that ended makes room for another.
create unique index promo_codes_word on promo_codes (upper(code), coalesce(event_id, 0)) where state <> 'ended';
create index promo_codes_event on promo_codes (event_id);

-- The ticket types a code is for; none here: all of its night.
create table promo_code_types (
  promo_code_id bigint not null references promo_codes (id) on delete cascade,
  ticket_type_id bigint not null references ticket_types (id) on delete cascade,
  primary key (promo_code_id, ticket_type_id)
);
create index promo_code_types_type on promo_code_types (ticket_type_id);

-- People and committees who sell through a link of their own. The stock counts the tickets.
create table promoters (
  id bigint generated always as identity primary key,
  stock_id bigint not null unique references stock (id),
  name text not null,
  kind text not null default 'person' check (kind in ('person', 'committee')),
  link_code text not null check (length(link_code) between 3 and 40),
  event_id bigint references events (id) on delete cascade,
  allocation integer check (allocation >= 1),
  commission_kind text not null default 'none' check (commission_kind in ('none', 'percent', 'per_ticket')),
  commission_percent integer check (commission_percent between 1 and 100),
  commission_cents integer check (commission_cents >= 1),
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  -- Raised when the secret link to the results is renewed: former ones are void.
  link_version integer not null default 1 check (link_version >= 1),
  created_at timestamptz not null default clock_now(),
  check ((commission_kind = 'percent') = (commission_percent is not null)
    and (commission_kind = 'per_ticket') = (commission_cents is not null))
);
create unique index promoters_link on promoters (upper(link_code)) where state <> 'ended';
create index promoters_event on promoters (event_id);

-- What one order owes to a code or a link, with the amounts of that moment. Whether it counts is what its hold says.
create table promotion_uses (
  order_id uuid primary key,
  event_id bigint not null references events (id),
  promo_code_id bigint references promo_codes (id),
  promoter_id bigint references promoters (id),
  ticket_count integer not null check (ticket_count >= 1),
  discount_cents integer not null check (discount_cents >= 0),
  -- What the buyer pays, fees included.
  revenue_cents integer not null check (revenue_cents >= 0),
  commission_cents integer not null default 0 check (commission_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default clock_now(),
  check (promo_code_id is not null or promoter_id is not null)
);
create index promotion_uses_code on promotion_uses (promo_code_id, created_at) where promo_code_id is not null;
create index promotion_uses_promoter on promotion_uses (promoter_id, created_at) where promoter_id is not null;

-- The discount of an order and of each of its lines, and the word that gave it.
alter table orders add column promo_code text;
alter table order_lines add column discount_cents integer not null default 0
  check (discount_cents between 0 and total_cents);
alter table orders add constraint orders_discount_has_code check (discount_cents = 0 or promo_code is not null);
