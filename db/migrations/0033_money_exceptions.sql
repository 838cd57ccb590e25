-- What our books and the world outside disagree about: found by a sweep or told by who met it, open until it is settled.
-- Orders, payments and refunds are named without a reference: an exception may be about one that should be there and is not.
create table money_exceptions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in
    ('money_without_ticket', 'ticket_without_money', 'failed_refund', 'provider_mismatch', 'failed_notice')),
  order_id uuid,
  payment_id uuid,
  refund_id uuid,
  -- The provider's own name of what it is about, where we have none.
  ref text check (length(ref) <= 255),
  subject text not null generated always as
    (coalesce(ref, refund_id::text, payment_id::text, order_id::text)) stored,
  detail jsonb not null default '{}',
  opened_at timestamptz not null default clock_now(),
  resolved_at timestamptz,
  -- Null where nobody had to do anything.
  resolved_by bigint references users (id) on delete set null,
  resolution text check (resolution in
    ('gone', 'deliver', 'return_money', 'retry_refund', 'ask_provider', 'replay_notice', 'by_hand')),
  check ((resolved_at is null) = (resolution is null))
);
create unique index money_exceptions_one_open on money_exceptions (kind, subject) where resolved_at is null;
create index money_exceptions_subject on money_exceptions (kind, subject, id desc);
create index money_exceptions_resolved on money_exceptions (resolved_at desc) where resolved_at is not null;

-- When everything was last looked through, by what.
create table money_looks (
  name text primary key check (name in ('exceptions')),
  looked_at timestamptz not null default clock_now()
);

-- A refund in the place of one that failed for good: at most one.
alter table refunds add column retries uuid unique references refunds (id);

-- Money that came in, by when: the sweep looks at the latest, the night at all.
create index payments_captured on payments (captured_at) where captured_at is not null;
