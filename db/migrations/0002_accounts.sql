create table users (
  id bigint generated always as identity primary key,
  username text not null check (length(username) between 3 and 64),
  display_name text not null check (length(display_name) between 1 and 60),
  avatar text,
  role text not null check (role in ('guest', 'user', 'moderator', 'admin')),
  -- An address counts only once confirmed; until then it waits in pending_email.
  email text check (email = lower(email)),
  pending_email text check (pending_email = lower(pending_email)),
  password_hash text check (password_hash like '$argon2id$%'),
  password_changed_at timestamptz,
  suspended_at timestamptz,
  created_at timestamptz not null default clock_now(),
  check (role = 'guest' or password_hash is not null)
);
create unique index users_username on users (lower(username));
create unique index users_email on users (email) where email is not null;

create table sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references users (id) on delete cascade,
  user_agent text,
  created_at timestamptz not null default clock_now(),
  last_seen_at timestamptz not null default clock_now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
