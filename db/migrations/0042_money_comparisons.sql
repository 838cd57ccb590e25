-- Our books held against a provider's own list of money, line by line, in both directions: every night, and when asked for.
create table money_comparisons (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('sandbox', 'stripe')),
  -- The night, in UTC: one comparison each. Null where somebody asked for it.
  day date,
  started_by bigint references users (id) on delete set null,
  started_at timestamptz not null default clock_now(),
  -- Lines from before this instant are compared; what is younger may still be moving.
  until timestamptz not null,
  -- Lines from before this instant are read: what was broken off goes on from here.
  read_until timestamptz not null,
  leased_until timestamptz,
  charges integer,
  refunds integer,
  disputes integer,
  differences integer,
  -- Why it does not get on.
  error text,
  done_at timestamptz
);
create unique index money_comparisons_night on money_comparisons (provider, day) where day is not null;
create unique index money_comparisons_open on money_comparisons (provider) where done_at is null;

-- The provider's list as it was last read.
create table provider_money (
  provider text not null,
  kind text not null check (kind in ('charge', 'refund', 'dispute')),
  ref text not null,
  payment_id uuid,
  refund_id uuid,
  amount_cents integer not null,
  currency text not null,
  state text not null,
  at timestamptz not null,
  -- In which it was seen last.
  comparison_id bigint not null references money_comparisons (id),
  primary key (provider, kind, ref)
) with (fillfactor = 80);
create index provider_money_payment on provider_money (payment_id) where payment_id is not null;
