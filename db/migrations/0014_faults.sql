-- Errors of visitors' browsers and of the server, one row for all that are the same. No person, address or query is kept.
create table faults (
  id bigint generated always as identity primary key,
  fingerprint text not null unique check (length(fingerprint) = 32),
  source text not null check (source in ('browser', 'server')),
  message text not null check (length(message) <= 500),
  stack text not null check (length(stack) <= 8000),
  route text not null check (length(route) <= 200),
  agent text check (length(agent) <= 32),
  -- First and last release that showed it.
  first_release text not null check (length(first_release) <= 64),
  last_release text not null check (length(last_release) <= 64),
  occurrences bigint not null default 1 check (occurrences > 0),
  first_seen_at timestamptz not null default clock_now(),
  last_seen_at timestamptz not null default clock_now(),
  resolved_at timestamptz,
  resolved_by bigint references users (id) on delete set null
) with (fillfactor = 80);
create index faults_open on faults (last_seen_at desc) where resolved_at is null;
create index faults_last on faults (last_seen_at desc);
