-- What unproven buyers hold of each stock, let expire of it and paid for: under the name '' for all of them together, and
-- for each network (a keyed hash) that let something expire or paid for something. What a network holds now is read from
-- its holds. Kept by triggers, so that every statement counts, also those of a former version.
create table hold_counts (
  stock_id bigint not null references stock(id) on delete cascade,
  network text not null,
  held integer not null default 0,
  expired integer not null default 0,
  canceled integer not null default 0,
  paid integer not null default 0,
  freed integer not null default 0,
  expired_at timestamp with time zone,
  changed_at timestamp with time zone not null default clock_now(),
  since timestamp with time zone not null default clock_now(),
  primary key (stock_id, network)
) with (fillfactor=70);

-- A hold that is placed meanwhile would be in neither the first count nor the triggers'.
lock table holds in share row exclusive mode;
insert into hold_counts (stock_id, network, held)
select stock_id, '', sum(quantity) from holds where status = 'active' and network is not null group by stock_id;

-- One change of holds: what all have now less what they had, and what each network let expire and paid for. What is given up
-- within a minute is counted apart: a few units are a change of mind. An order that a payment provider's outage delayed
-- expires through no fault of its buyer. Only holds that have a network are counted.
create function count_holds() returns trigger language plpgsql as $$
declare now_is timestamptz := clock_now();
begin
  if tg_op = 'INSERT' then
    insert into hold_counts as c (stock_id, network, held)
    select stock_id, '', sum(quantity) from new_rows
    where status = 'active' and network is not null group by stock_id order by stock_id
    on conflict (stock_id, network) do update set
      held = c.held + excluded.held, freed = greatest(0, c.freed - excluded.held), changed_at = now_is;
  elsif tg_op = 'DELETE' then
    update hold_counts c set held = c.held - d.units, changed_at = now_is
    from (select stock_id, sum(quantity) as units from old_rows
      where status = 'active' and network is not null group by stock_id) d
    where c.stock_id = d.stock_id and c.network = '';
  else
    insert into hold_counts as c (stock_id, network, held, expired, canceled, paid, freed, expired_at)
    select stock_id, name, sum(held), sum(expired), sum(canceled), sum(paid), sum(expired + canceled),
      case when sum(expired + canceled) > 0 then now_is end
    from (
      select o.stock_id, n.name, case when n.name = '' then -o.quantity else 0 end as held,
        case when w.status = 'released' and not r.is_early and not r.is_delayed then o.quantity else 0 end as expired,
        case when w.status = 'released' and r.is_early then o.quantity else 0 end as canceled,
        case when w.status = 'consumed' then o.quantity else 0 end as paid
      from old_rows o join new_rows w using (holder_id, stock_id)
      cross join lateral (values (o.network), ('')) as n(name)
      cross join lateral (select o.created_at > now_is - interval '1 minute' as is_early,
        w.status = 'released' and exists (
          select from orders where id = o.holder_id and hold_grace_seconds > 0) as is_delayed) r
      where o.status = 'active' and o.network is not null
        and (w.status, w.quantity, w.network) is distinct from (o.status, o.quantity, o.network)
      union all
      select w.stock_id, '', w.quantity, 0, 0, 0
      from old_rows o join new_rows w using (holder_id, stock_id)
      where w.status = 'active' and w.network is not null
        and (w.status, w.quantity, w.network) is distinct from (o.status, o.quantity, o.network)
    ) changes group by stock_id, name
    having sum(held) <> 0 or sum(expired + canceled + paid) > 0 order by stock_id, name
    on conflict (stock_id, network) do update set
      held = c.held + excluded.held,
      -- What was counted before is forgotten once nothing expired for half an hour.
      expired = excluded.expired + case when c.expired_at > now_is - interval '30 minutes' then c.expired else 0 end,
      canceled = excluded.canceled + case when c.expired_at > now_is - interval '30 minutes' then c.canceled else 0 end,
      paid = excluded.paid + case when c.expired_at <= now_is - interval '30 minutes' then 0 else c.paid end,
      freed = excluded.freed + case when c.expired_at > now_is - interval '20 seconds' then c.freed else 0 end,
      expired_at = coalesce(excluded.expired_at,
        case when c.expired_at > now_is - interval '30 minutes' then c.expired_at end),
      changed_at = now_is;
  end if;
  return null;
end $$;
create trigger holds_counted_insert after insert on holds referencing new table as new_rows
  for each statement execute function count_holds();
create trigger holds_counted_update after update on holds referencing old table as old_rows new table as new_rows
  for each statement execute function count_holds();
create trigger holds_counted_delete after delete on holds referencing old table as old_rows
  for each statement execute function count_holds();

-- Until when an order is on hold once its buyer confirms the email; null if nothing is to be gained by it.
alter table orders add column confirm_until timestamp with time zone;

-- Mailboxes that buyers confirmed with an emailed code. They count for a day.
create table confirmed_mailboxes (
  user_id bigint not null references users(id) on delete cascade,
  mailbox text not null,
  confirmed_at timestamp with time zone not null default clock_now(),
  primary key (user_id, mailbox)
);
create index confirmed_mailboxes_confirmed_at on confirmed_mailboxes (confirmed_at);
