-- A cart belongs to a user, or to a browser whose cookie has its token. That of a guest has both: the guest's browser
-- still finds it when the guest signs in as a member.
create table carts (
  id bigint generated always as identity primary key,
  user_id bigint unique references users (id) on delete cascade,
  token_hash bytea unique,
  updated_at timestamptz not null default clock_now(),
  check (num_nonnulls(user_id, token_hash) > 0)
);
create index carts_of_browsers on carts (updated_at) where token_hash is not null;

create table cart_lines (
  cart_id bigint not null references carts (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  item_id bigint not null,
  quantity integer not null check (quantity between 1 and 100),
  -- What the visitor was shown when it was added.
  unit_cents integer check (unit_cents >= 0),
  added_at timestamptz not null default clock_now(),
  primary key (cart_id, kind, item_id)
);
