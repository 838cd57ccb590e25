-- One attempt to collect money for a subject (an order, which this table does not know).
create table payments (
  id uuid primary key,
  subject_id uuid not null,
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_ref text,
  status text not null check (status in
    ('starting', 'open', 'processing', 'declined', 'cancelled', 'expired', 'captured', 'refunding', 'refunded')),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  description text not null,
  redirect_url text,
  return_url text not null,
  cancel_url text not null,
  -- The hold's deadline: from here on the provider's session is expired.
  expires_at timestamptz not null,
  next_check_at timestamptz not null,
  created_at timestamptz not null default clock_now(),
  captured_at timestamptz,
  unique (provider, provider_ref)
) with (fillfactor = 70);
create index payments_subject on payments (subject_id);
create unique index payments_one_capture on payments (subject_id) where status = 'captured';
create index payments_unsettled on payments (next_check_at) where status in ('starting', 'open', 'processing', 'declined');

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  provider_ref text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  error text,
  created_at timestamptz not null default clock_now(),
  done_at timestamptz
);
create index refunds_payment on refunds (payment_id);
create index refunds_pending on refunds (next_attempt_at) where status = 'pending';

-- Every notice of a provider, stored before anything else is done with it.
create table webhook_inbox (
  provider text not null,
  provider_event_id text not null,
  ref text not null,
  body text not null,
  received_at timestamptz not null default clock_now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  error text,
  primary key (provider, provider_event_id)
) with (fillfactor = 80);
create index webhook_inbox_waiting on webhook_inbox (next_attempt_at) where processed_at is null;

-- The sandbox is a provider of its own: its books stand apart and only its own code reads them.
create schema sandbox;
create table sandbox.sessions (
  ref text primary key,
  merchant_ref uuid not null unique,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  description text not null,
  state text not null default 'open' check (state in ('open', 'processing', 'approved', 'declined', 'cancelled', 'expired')),
  return_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  declines integer not null default 0,
  settles_at timestamptz,
  created_at timestamptz not null default clock_now()
) with (fillfactor = 80);
create index sandbox_sessions_settling on sandbox.sessions (settles_at) where settles_at is not null;
create table sandbox.refunds (
  ref text primary key,
  idempotency_key uuid not null unique,
  session_ref text not null references sandbox.sessions (ref),
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null default clock_now()
);
create table sandbox.deliveries (
  event_id text primary key,
  session_ref text not null references sandbox.sessions (ref),
  type text not null,
  created_at timestamptz not null default clock_now(),
  delivered_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_now()
);
create index sandbox_deliveries_waiting on sandbox.deliveries (next_attempt_at) where delivered_at is null;
