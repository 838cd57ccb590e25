-- What a payment really brought, in cents: what refunds and disputes are counted against. `charge_ref` is the provider's
-- own name of the money, beside the session that it came by.
alter table payments
  add column captured_cents integer check (captured_cents > 0),
  add column charge_ref text;
update payments p set
  captured_cents = coalesce((select max(r.amount_cents) from refunds r where r.payment_id = p.id and r.reason = 'amount_mismatch'), p.amount_cents),
  charge_ref = p.provider_ref
where p.status in ('captured', 'refunding', 'refunded');
alter table payments add constraint payments_captured_has_cents check (
  (captured_cents is not null) = (status in ('captured', 'refunding', 'refunded')));
create index payments_charge on payments (provider, charge_ref) where charge_ref is not null;

-- A payment may have many refunds. `sent_at`: the provider took it and has not said yet how it ends; `failure`: its own
-- word on why nothing went back. `order_refund_id` is what the order's side knows it by; at most one try of it stands.
alter table refunds
  add column order_refund_id uuid,
  add column failure text,
  add column sent_at timestamptz,
  add constraint refunds_done_has_time check (status <> 'done' or done_at is not null);
update refunds set sent_at = done_at where status = 'done';
create unique index refunds_one_try on refunds (order_refund_id) where status <> 'failed';
create index refunds_provider on refunds (provider_ref) where provider_ref is not null;

-- A buyer's bank takes money back: `withdrawn_at` while it is gone from us, `closed_at` when the bank has decided.
create table disputes (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  provider_ref text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  evidence_due_at timestamptz,
  withdrawn_at timestamptz,
  opened_at timestamptz not null default clock_now(),
  closed_at timestamptz,
  next_check_at timestamptz not null default clock_now() + interval '1 hour',
  check ((status = 'open') = (closed_at is null))
);
create index disputes_payment on disputes (payment_id);
create index disputes_open on disputes (next_check_at) where status = 'open';

-- Tickets of a disputed order let nobody in until the dispute is won.
alter table tickets add column frozen_since timestamptz;

-- What a notice is about: its `ref` names one of these at the provider.
alter table webhook_inbox
  add column kind text not null default 'session' check (kind in ('session', 'refund', 'dispute', 'other'));

-- The sandbox's books: refunds that take their time or fail, disputes, and notices about all of them.
alter table sandbox.sessions
  add column approved_at timestamptz,
  -- How refunds of this session end.
  add column refund_outcome text not null default 'done' check (refund_outcome in ('done', 'pending', 'failed'));
update sandbox.sessions set approved_at = created_at where state = 'approved';
create index sandbox_sessions_approved on sandbox.sessions (approved_at, ref) where approved_at is not null;
alter table sandbox.refunds
  add column state text not null default 'done' check (state in ('pending', 'done', 'failed')),
  add column failure text;
create index sandbox_refunds_time on sandbox.refunds (created_at, ref);
create index sandbox_refunds_session on sandbox.refunds (session_ref);
create table sandbox.disputes (
  ref text primary key,
  session_ref text not null references sandbox.sessions (ref),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null default 'fraudulent',
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  withdrawn boolean not null default true,
  created_at timestamptz not null default clock_now()
);
create index sandbox_disputes_time on sandbox.disputes (created_at, ref);
alter table sandbox.deliveries drop constraint deliveries_session_ref_fkey;
alter table sandbox.deliveries rename column session_ref to ref;
alter table sandbox.deliveries
  add column kind text not null default 'session' check (kind in ('session', 'refund', 'dispute'));
