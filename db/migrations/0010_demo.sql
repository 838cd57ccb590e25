-- Whether the demo was filled in: at most one row. `filling` that is found at a start was cut short, and is wiped.
create table demo_seed (
  only_one boolean primary key default true check (only_one),
  state text not null check (state in ('filling', 'done')),
  -- People up to this id were there before; the others are the demo's.
  last_user_before bigint not null,
  started_at timestamptz not null default clock_now(),
  finished_at timestamptz
);
