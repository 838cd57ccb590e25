-- The clock that every deadline uses. `sg.clock_offset` moves it for one connection: tests and the demo's past travel with it.
create function clock_now() returns timestamptz
  language sql stable parallel safe
  as $$ select now() + coalesce(nullif(current_setting('sg.clock_offset', true), '')::interval, interval '0') $$;

-- Secrets made once and shared by all nodes: ticket codes, order links, the sandbox's webhooks.
create table signing_keys (
  name text primary key,
  secret bytea not null check (octet_length(secret) >= 32),
  created_at timestamptz not null default clock_now()
);

-- Answers to writes that make money, holds or tickets, by the key that the client chose.
create table idempotency_keys (
  user_id bigint not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null check (octet_length(body_hash) = 32),
  status smallint not null,
  reply text not null,
  created_at timestamptz not null default clock_now(),
  primary key (user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
