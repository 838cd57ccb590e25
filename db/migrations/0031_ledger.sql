-- The books: what every movement of money did to which account. Written in the transaction of the movement, never changed.
-- It refers to nothing by foreign key: it outlives whatever it tells of, and a sale must not wait for a lock on a night.
create table ledger_postings (
  id uuid primary key,
  kind text not null check (kind in ('capture', 'sale', 'refund', 'money_back', 'money_back_failed', 'dispute', 'dispute_won')),
  order_id uuid,
  payment_id uuid,
  refund_id uuid,
  dispute_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default clock_now(),
  constraint ledger_postings_subject check (case kind
    when 'capture' then payment_id is not null
    when 'sale' then order_id is not null
    when 'refund' then refund_id is not null
    when 'money_back' then refund_id is not null
    when 'money_back_failed' then refund_id is not null
    else dispute_id is not null end)
);
create index ledger_postings_order on ledger_postings (order_id);
create index ledger_postings_newest on ledger_postings (created_at, id);
-- The same effect is never posted twice.
create unique index ledger_postings_capture on ledger_postings (payment_id) where kind = 'capture';
create unique index ledger_postings_sale on ledger_postings (order_id) where kind = 'sale';
create unique index ledger_postings_refund on ledger_postings (refund_id) where kind = 'refund';
create unique index ledger_postings_money_back on ledger_postings (refund_id) where kind = 'money_back';
create unique index ledger_postings_money_back_failed on ledger_postings (refund_id) where kind = 'money_back_failed';
-- But a bank may change its mind: what it withdraws and returns is told apart by the dispute's own row.
create index ledger_postings_dispute on ledger_postings (dispute_id) where dispute_id is not null;

-- Cents of `currency`: debits above zero, credits below.
create table ledger_entries (
  posting_id uuid not null,
  position smallint not null check (position >= 0),
  account text not null check (account in ('provider', 'buyers', 'sales', 'fees', 'tax', 'disputes')),
  event_id bigint,
  ticket_type_id bigint,
  amount_cents integer not null check (amount_cents <> 0),
  currency text not null,
  primary key (posting_id, position)
);
create index ledger_entries_event on ledger_entries (event_id) where event_id is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to' using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_postings_rows before update or delete on ledger_postings
  for each row execute function refuse_ledger_change();
create trigger ledger_postings_whole before truncate on ledger_postings
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_rows before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
create trigger ledger_entries_whole before truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- Looks once at all that a statement wrote, where a deferred trigger would run for each row: a posting has to balance
-- when the statement that writes its entries ends.
create function refuse_unbalanced_postings() returns trigger language plpgsql as $$
begin
  if exists (select from written w left join ledger_postings p on p.id = w.posting_id
             where p.currency is distinct from w.currency) then
    raise exception 'a ledger entry has no posting in its currency' using errcode = 'foreign_key_violation';
  end if;
  if exists (select from ledger_entries where posting_id in (select posting_id from written)
             group by posting_id having sum(amount_cents) <> 0) then
    raise exception 'a ledger posting does not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_balance after insert on ledger_entries
  referencing new table as written for each statement execute function refuse_unbalanced_postings();

-- The money there is already. What came in for another amount than asked went back as it came.
create temporary table money_before on commit drop as
select gen_random_uuid() as id, 'capture' as kind, p.subject_id as order_id, p.id as payment_id, null::uuid as refund_id,
  null::uuid as dispute_id, p.currency, coalesce(p.captured_at, p.created_at) as created_at, p.captured_cents as cents
from payments p where p.captured_cents is not null
union all
select gen_random_uuid(), 'sale', o.id, null, null, null, o.currency, o.paid_at, o.total_cents
from orders o where o.paid_at is not null and o.total_cents > 0
union all
-- Given back after it was paid for and delivered.
select gen_random_uuid(), 'refund', o.id, r.payment_id, r.id, null, o.currency, r.created_at, r.amount_cents
from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.subject_id
where o.status in ('refunded', 'partially_refunded') and o.total_cents > 0
  and r.reason not in ('sold_out_meanwhile', 'night_cancelled', 'paid_twice', 'amount_mismatch')
union all
select gen_random_uuid(), 'money_back', p.subject_id, r.payment_id, r.id, null, p.currency,
  coalesce(r.done_at, r.created_at), r.amount_cents
from refunds r join payments p on p.id = r.payment_id where r.status = 'done'
union all
select gen_random_uuid(), 'dispute', p.subject_id, d.payment_id, null, d.id, p.currency, d.withdrawn_at, d.amount_cents
from disputes d join payments p on p.id = d.payment_id where d.withdrawn_at is not null;

insert into ledger_postings (id, kind, order_id, payment_id, refund_id, dispute_id, currency, created_at)
select id, kind, order_id, payment_id, refund_id, dispute_id, currency, created_at from money_before;

insert into ledger_entries (posting_id, position, account, event_id, ticket_type_id, amount_cents, currency)
select id, row_number() over (partition by id order by position) - 1, account, event_id, ticket_type_id, cents, currency
from (
  select id, -2 as position, 'provider' as account, null::bigint as event_id, null::bigint as ticket_type_id,
    case kind when 'capture' then cents else -cents end as cents, currency
  from money_before where kind in ('capture', 'money_back', 'dispute')
  union all
  select id, -1, case kind when 'dispute' then 'disputes' else 'buyers' end, null, null,
    case when kind in ('sale', 'money_back', 'dispute') then cents else -cents end, currency
  from money_before
  union all
  -- A refund of all takes back what the sale was made of.
  select m.id, 4 * l.position + part.position, part.account, l.event_id, l.ticket_type_id,
    case m.kind when 'sale' then -part.cents else part.cents end, m.currency
  from money_before m join orders o on o.id = m.order_id join order_lines l on l.order_id = o.id
  cross join lateral (values (0, 'sales', l.total_cents - l.discount_cents - l.fee_cents), (1, 'fees', l.fee_cents))
    as part(position, account, cents)
  where m.kind in ('sale', 'refund') and m.cents = o.total_cents
  union all
  select m.id, 1000000 + part.position, part.account, null, null,
    case m.kind when 'sale' then -part.cents else part.cents end, m.currency
  from money_before m join orders o on o.id = m.order_id
  cross join lateral (values (0, 'tax', o.tax_cents), (1, 'sales', o.shipping_cents)) as part(position, account, cents)
  where m.kind in ('sale', 'refund') and m.cents = o.total_cents
  union all
  -- Of what was less nobody noted for which line it was.
  select m.id, 0, 'sales', null, null, m.cents, m.currency
  from money_before m join orders o on o.id = m.order_id where m.kind = 'refund' and m.cents <> o.total_cents
) parts where cents <> 0;
