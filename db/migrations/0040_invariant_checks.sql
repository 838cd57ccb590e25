-- What the site itself found when it last looked whether all holds that always must: one row an invariant. Never the rows
-- that break it, which may name people.
create table invariant_checks (
  id text primary key,
  holds text not null,
  outcome text not null check (outcome in ('holds', 'broken', 'too_slow', 'failed')),
  -- Counted up to a thousand.
  row_count integer not null default 0 check (row_count >= 0),
  took_ms integer not null,
  checked_at timestamptz not null default clock_now(),
  next_check_at timestamptz not null,
  broken_since timestamptz,
  check ((outcome = 'broken') = (row_count > 0)),
  check ((outcome = 'broken') <= (broken_since is not null))
);

-- When the provider said that nothing went back: from then on somebody has to care.
alter table refunds add column failed_at timestamptz;
update refunds set failed_at = coalesce(done_at, sent_at, created_at) where status = 'failed';

-- Looks at nothing but what the statement wrote: a posting that balanced before it, balances after it when what came to it
-- does. So the cost stays the same however long the ledger is.
create or replace function refuse_unbalanced_postings() returns trigger language plpgsql as $$
begin
  if exists (select from written w
             where (select currency from ledger_postings p where p.id = w.posting_id) is distinct from w.currency) then
    raise exception 'a ledger entry has no posting in its currency' using errcode = 'foreign_key_violation';
  end if;
  if exists (select from written group by posting_id having sum(amount_cents) <> 0) then
    raise exception 'a ledger posting does not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
