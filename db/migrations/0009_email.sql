-- Every mail leaves through here, written in the transaction of the fact that it tells.
create table emails (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,
  kind text not null,
  to_address text not null,
  to_name text not null,
  -- What the template needs to find its facts when it is rendered.
  topic jsonb not null,
  subject text,
  html text,
  body_text text,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'kept', 'unknown', 'failed')),
  attempts integer not null default 0,
  -- Tries of which nobody knows whether the mail left: a second one is the last.
  uncertain_attempts smallint not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  lease_until timestamptz,
  error text,
  created_at timestamptz not null default clock_now(),
  sent_at timestamptz
) with (fillfactor = 70);
create index emails_waiting on emails (next_attempt_at) where status in ('queued', 'unknown');
create index emails_sending on emails (lease_until) where status = 'sending';
