-- What staff write down about a customer, for each other: about an account, or about the buyer of guest orders under one
-- email address that no account has confirmed. It is personal data, so it is deleted with the account.
create table customer_notes (
  id bigint generated always as identity primary key,
  user_id bigint references users (id),
  email text check (email = lower(email)),
  text text not null check (length(text) between 1 and 1000),
  author_id bigint not null,
  author_name text not null,
  created_at timestamptz not null default clock_now(),
  deleted_at timestamptz,
  deleted_by_name text,
  check ((user_id is null) <> (email is null)),
  check ((deleted_at is null) = (deleted_by_name is null))
);
create index customer_notes_user on customer_notes (user_id) where (user_id is not null);
create index customer_notes_email on customer_notes (email) where (email is not null);

-- The latest order of an address is one step into this index, however many orders it has.
drop index orders_email;
create index orders_email on orders (buyer_email, created_at desc, id desc);
drop index orders_user;
create index orders_user on orders (user_id, created_at desc, id desc);
