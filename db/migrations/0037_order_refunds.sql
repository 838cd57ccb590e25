-- What was given back of orders, ticket by ticket, by staff, by buyers themselves, or with a night that was called off.
create table order_refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  -- Which of the staff decided it; null where the buyer did by the night's own terms.
  decided_by bigint references users (id),
  made_by text not null check (made_by in ('staff', 'buyer', 'night')),
  reason text not null check (length(reason) between 1 and 200),
  -- What staff said to the buyer about it.
  note text check (length(note) between 1 and 600),
  -- What goes back, fees included where they do; zero for what was free.
  amount_cents integer not null check (amount_cents >= 0),
  with_fee boolean not null,
  returns_stock boolean not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  -- Why the provider could not send it.
  failure text,
  -- Paid back by other means than the provider, by whom of the staff.
  by_hand_by bigint references users (id),
  night_refund_id uuid,
  created_at timestamptz not null default clock_now(),
  done_at timestamptz,
  check ((status = 'done') = (done_at is not null)),
  check ((made_by = 'buyer') = (decided_by is null)),
  check (by_hand_by is null or status = 'done')
);
create index order_refunds_order on order_refunds (order_id, created_at);
create index order_refunds_open on order_refunds (created_at) where status <> 'done';

-- A ticket is given back once: the second wall behind the lock on its order.
create table order_refund_items (
  order_refund_id uuid not null references order_refunds (id),
  order_line_id uuid not null references order_lines (id),
  ticket_id bigint not null unique references tickets (id),
  -- What goes back for it, and the fees and the tax in it.
  amount_cents integer not null check (amount_cents >= 0),
  fee_cents integer not null check (fee_cents >= 0),
  tax_cents integer not null default 0 check (tax_cents >= 0),
  primary key (order_refund_id, ticket_id),
  check (fee_cents + tax_cents <= amount_cents)
);
create index order_refund_items_line on order_refund_items (order_line_id);

-- Never more goes back than was paid, whatever the code above says.
alter table orders
  add column given_back_cents integer not null default 0,
  add constraint orders_never_over_refunded check (given_back_cents between 0 and total_cents),
  -- The terms of returning tickets as they were at purchase; null: none can be returned by their buyer.
  add column refund_until timestamptz,
  add column refund_fees boolean not null default false;

-- What staff paid to buyers past the provider.
alter table ledger_postings
  drop constraint ledger_postings_kind_check,
  add constraint ledger_postings_kind_check check (kind in
    ('capture', 'sale', 'refund', 'money_back', 'money_back_failed', 'paid_by_hand', 'dispute', 'dispute_won')),
  drop constraint ledger_postings_subject,
  add constraint ledger_postings_subject check (case kind
    when 'capture' then payment_id is not null
    when 'sale' then order_id is not null
    when 'refund' then refund_id is not null
    when 'money_back' then refund_id is not null
    when 'money_back_failed' then refund_id is not null
    when 'paid_by_hand' then refund_id is not null
    else dispute_id is not null end);
create unique index ledger_postings_paid_by_hand on ledger_postings (refund_id) where kind = 'paid_by_hand';
alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check
    check (account in ('provider', 'buyers', 'sales', 'fees', 'tax', 'disputes', 'by_hand'));
