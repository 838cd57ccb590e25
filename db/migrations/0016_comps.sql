-- Free tickets that staff give: each is an order with nothing to pay, and beside it who gave it and why.
create table comps (
  order_id uuid primary key references orders (id),
  issuer_id bigint not null references users (id),
  reason text not null check (length(reason) between 3 and 200),
  created_at timestamptz not null default clock_now(),
  revoked_at timestamptz,
  revoker_id bigint references users (id),
  revoke_reason text,
  check ((revoked_at is null) = (revoker_id is null) and (revoked_at is null) = (revoke_reason is null))
);
create index comps_newest on comps (created_at desc, order_id desc);

-- Since when a ticket lets nobody in any more, whoever took it back: the door's entries are judged by it.
alter table tickets add column void_since timestamptz;
create function note_void_ticket() returns trigger language plpgsql as $$
begin
  new.void_since := case when new.status = 'valid' then null else coalesce(old.void_since, clock_now()) end;
  return new;
end $$;
create trigger tickets_void before update of status on tickets
  for each row when (old.status is distinct from new.status) execute function note_void_ticket();

-- Staff look for the latest orders and tickets of a night.
create index order_lines_event on order_lines (event_id, order_id);
create index orders_newest on orders (created_at desc, id desc);
