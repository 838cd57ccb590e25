-- Everything scarce, whatever it is: one row counts it. The check is the second wall behind the allocator's own rule.
create table stock (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ticket_type', 'event', 'variant')),
  capacity integer not null check (capacity >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  constraint stock_never_oversold check (held + sold <= capacity)
) with (fillfactor = 50);

-- What one holder (an order) has of one stock. Active holds count as held, consumed ones as sold.
-- A hold without expires_at is being paid for and does not lapse.
create table holds (
  holder_id uuid not null,
  stock_id bigint not null references stock (id),
  quantity integer not null check (quantity > 0),
  state text not null default 'active' check (state in ('active', 'consumed', 'released', 'returned')),
  expires_at timestamptz,
  created_at timestamptz not null default clock_now(),
  primary key (holder_id, stock_id)
) with (fillfactor = 80);
create index holds_lapsing on holds (expires_at) where state = 'active' and expires_at is not null;
