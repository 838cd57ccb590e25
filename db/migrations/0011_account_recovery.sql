-- Secrets that a mail, or staff, hand to a person: good once and for half an hour. The secret itself is derived from the
-- row's id and a signing key whenever a mail is written; only its hash is kept.
create table account_links (
  id uuid primary key,
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('reset', 'confirm_email')),
  -- The address that is being confirmed.
  email text check (email = lower(email)),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Staff who made it by hand, for an account without an address.
  made_by bigint references users (id),
  created_at timestamptz not null default clock_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'confirm_email') = (email is not null)),
  check (expires_at <= created_at + interval '30 minutes')
);
create index account_links_user on account_links (user_id, created_at);
create index account_links_email on account_links (email, created_at) where email is not null;
create index account_links_age on account_links (created_at);

-- Who asks for a new password is only written down here, whether or not there is such an account: the answer is the same
-- and takes the same work. A sweep looks for the account and empties this table.
create table recovery_requests (
  id bigint generated always as identity primary key,
  identifier text not null check (length(identifier) between 1 and 254),
  created_at timestamptz not null default clock_now()
);

-- A deleted account keeps its row, because orders point at it, and nothing that tells whose it was.
alter table users add column deleted_at timestamptz;
alter table users add constraint users_deleted_is_nobody check (
  deleted_at is null
  or (role = 'guest' and password_hash is null and email is null and pending_email is null and avatar is null));

-- Mails of one person, for the download of their data and for forgetting them.
create index emails_recipient on emails (to_address);
