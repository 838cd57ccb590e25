-- What a night promises to buyers who want to return their tickets. Orders keep what was promised when they were placed.
alter table events
  add column refund_policy jsonb not null default '{"kind": "none"}'
    check (refund_policy ->> 'kind' in ('none', 'before_start', 'until')),
  -- Holders from before a night was put off may have all of their money back until then.
  add column ask_back_until timestamptz,
  add column ask_back_since timestamptz,
  add check ((ask_back_until is null) = (ask_back_since is null));

-- Until when tickets can be returned by a night's own terms; null: not at all.
create function refund_deadline(policy jsonb, starts_at timestamptz) returns timestamptz language sql stable as $$
  select case policy ->> 'kind'
    when 'before_start' then starts_at - make_interval(hours => (policy ->> 'hours')::integer)
    when 'until' then (policy ->> 'until')::timestamptz end
$$;

-- All money of a night that is called off goes back, order by order. Where there are several admins a second one agrees.
create table night_refunds (
  id uuid primary key,
  event_id bigint not null references events (id),
  state text not null check (state in ('proposed', 'running', 'paused', 'done', 'withdrawn')),
  started_by bigint not null references users (id),
  confirmed_by bigint references users (id),
  reason text not null check (length(reason) between 3 and 200),
  note text check (length(note) between 3 and 600),
  with_fee boolean not null,
  includes_admitted boolean not null,
  created_at timestamptz not null default clock_now(),
  done_at timestamptz,
  check (confirmed_by is distinct from started_by),
  check ((state = 'done') = (done_at is not null))
);
create unique index night_refunds_one_open on night_refunds (event_id) where state in ('proposed', 'running', 'paused');
create index night_refunds_event on night_refunds (event_id, created_at desc);
alter table order_refunds add foreign key (night_refund_id) references night_refunds (id);
create index order_refunds_night on order_refunds (night_refund_id) where night_refund_id is not null;

-- The orders of it. Work that is cut short goes on with those that wait.
create table night_refund_orders (
  night_refund_id uuid not null references night_refunds (id),
  order_id uuid not null references orders (id),
  state text not null default 'waiting' check (state in ('waiting', 'made', 'skipped')),
  -- Why it was left out.
  why text,
  primary key (night_refund_id, order_id),
  check ((state = 'skipped') = (why is not null))
);
create index night_refund_orders_waiting on night_refund_orders (night_refund_id, order_id) where state = 'waiting';
