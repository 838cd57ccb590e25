-- What people looked at, raw: one row a look. No network address is ever kept.
create table page_views (
  id bigint generated always as identity primary key,
  viewed_at timestamptz not null default clock_now(),
  path text not null check (length(path) <= 200),
  -- Who was signed in, by the session; no key, so that an account can go and the figures stay.
  user_id bigint,
  session_id text not null check (length(session_id) <= 64),
  device_type text not null check (device_type in ('mobile', 'tablet', 'desktop')),
  browser text not null check (length(browser) <= 32),
  referrer_host text check (length(referrer_host) <= 200),
  is_robot boolean not null
);
create index page_views_time on page_views (viewed_at);

create table interactions (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default clock_now(),
  kind text not null check (kind in ('event_view', 'ticket_click', 'product_view', 'product_click')),
  subject_id bigint not null,
  user_id bigint,
  is_robot boolean not null
);
create index interactions_time on interactions (occurred_at);
-- An account's own visits: for its download, and to be taken out when it ends.
create index page_views_person on page_views (user_id) where user_id is not null;
create index interactions_person on interactions (user_id) where user_id is not null;
