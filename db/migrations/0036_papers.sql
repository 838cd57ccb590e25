-- Receipts, invoices and credit notes. A row is due in the transaction of its cause and gets its number right after,
-- in the order of the causes, from a counter: a sequence would leave a gap for each transaction that fails.
create table paper_counters (
  kind text not null check (kind in ('receipt', 'invoice', 'credit_note')),
  year smallint not null,
  last integer not null check (last >= 1),
  primary key (kind, year)
);

create table papers (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('receipt', 'invoice', 'credit_note')),
  order_id uuid not null references orders,
  order_refund_id uuid,
  due_at timestamptz not null default clock_now(),
  year smallint,
  number integer check (number >= 1),
  issued_at timestamptz,
  -- Who it is made out to: the one part that may be taken off later, when its person is forgotten.
  addressee jsonb,
  -- All the rest of what is printed, as it was.
  content jsonb,
  check ((kind = 'credit_note') = (order_refund_id is not null)),
  check (num_nulls(year, number, issued_at, content) in (0, 4)),
  unique (kind, year, number)
);
create unique index papers_one_receipt on papers (order_id) where kind = 'receipt';
create unique index papers_one_invoice on papers (order_id) where kind = 'invoice';
create unique index papers_one_credit_note on papers (order_refund_id) where kind = 'credit_note';
create index papers_order on papers (order_id);
create index papers_due on papers (due_at, id) where number is null;

create function refuse_paper_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.number is null then return new; end if;
  if tg_op = 'UPDATE' and new.addressee is null
    and to_jsonb(new) - 'addressee' = to_jsonb(old) - 'addressee' then return new; end if;
  raise exception 'a paper that has its number is never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger papers_rows before update or delete on papers for each row execute function refuse_paper_change();
create trigger papers_whole before truncate on papers for each statement execute function refuse_paper_change();

insert into papers (kind, order_id, due_at)
select 'receipt', id, paid_at from orders where paid_at is not null and total_cents > 0 order by paid_at, id;
