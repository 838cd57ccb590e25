-- Who came by another service has no password. Nothing can sign in to an account without a way in, so the rule that
-- every account has one is an invariant now (I-54): it spans two tables.
alter table users drop constraint if exists users_check;

-- When somebody last proved in this session that it is them, and when they did so by a second factor.
alter table sessions add column confirmed_at timestamptz;
alter table sessions add column second_factor_at timestamptz;

-- Time-based codes (RFC 6238). One secret a person: a new one waits unconfirmed until a code of it was typed.
create table totp_secrets (
  user_id bigint primary key references users (id) on delete cascade,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- A code is good once: later ones must be of a later step of thirty seconds.
  last_step bigint not null default 0 check (last_step >= 0),
  created_at timestamptz not null default clock_now()
);

create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default clock_now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A sign-in whose password, or other service, was right and whose second factor is still to come.
create table login_tickets (
  ticket_hash bytea primary key check (octet_length(ticket_hash) = 32),
  user_id bigint not null references users (id) on delete cascade,
  attempts smallint not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null default clock_now(),
  expires_at timestamptz not null
);
create index login_tickets_user on login_tickets (user_id);
create index login_tickets_expiry on login_tickets (expires_at);

-- What an authenticator has to sign: good once, for one purpose, in one session or for one sign-in.
create table webauthn_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('add', 'confirm', 'sign_in')),
  session_hash bytea references sessions (token_hash) on delete cascade,
  ticket_hash bytea references login_tickets (ticket_hash) on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (ticket_hash is not null)),
  check ((purpose = 'sign_in') = (session_hash is null))
);
create index webauthn_challenges_session on webauthn_challenges (session_hash);
create index webauthn_challenges_ticket on webauthn_challenges (ticket_hash);
create index webauthn_challenges_expiry on webauthn_challenges (expires_at);

-- Who somebody is for another service. The pair is the identity; the address is only what the service said last.
create table identities (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 128),
  user_id bigint not null references users (id) on delete cascade,
  email text,
  email_verified boolean not null,
  created_at timestamptz not null default clock_now(),
  last_used_at timestamptz not null default clock_now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- Tokens of other services are taken once; their hash stays until they would have expired anyway.
create table used_identity_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);
create index used_identity_tokens_expiry on used_identity_tokens (expires_at);

-- What the house demands of its staff.
create table policies (
  name text primary key check (name in ('staff_second_factor')),
  required boolean not null,
  changed_by bigint references users (id) on delete set null,
  changed_at timestamptz not null default clock_now()
);
