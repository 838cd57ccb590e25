-- Analytics: raw interactions of one week in each part, and roll-ups that every figure is read from.

-- A visitor is a hash that only means something within its day: the salt is random and deleted two days later.
create table visitor_salts (
  day date primary key,
  salt bytea not null check (length(salt) = 32),
  created_at timestamptz not null default clock_now()
);

alter table page_views rename to former_page_views;
alter table interactions rename to former_interactions;
alter index interactions_time rename to former_interactions_time;

-- What a browser sent, without address, account and session. Ten parts of a week each are reused in turn, so that old
-- rows leave by truncating a part and a backup always has the same tables.
create sequence interaction_ids as bigint cache 100;
create table interactions (
  id bigint not null default nextval('interaction_ids'),
  occurred_at timestamptz not null,
  -- The brand's calendar day. Its visitors are known only within it.
  day date not null,
  slot smallint not null,
  kind text not null check (kind in ('page_view', 'event_view', 'ticket_click', 'product_view', 'product_click',
    'cart_add', 'stream_view', 'stream_chat', 'stream_shop')),
  -- A path, or the id of an event, product or stream.
  subject text not null check (length(subject) between 1 and 200),
  visitor bigint not null,
  is_bot boolean not null,
  -- Where the visit came from; empty for a typed address.
  source text not null default '' check (length(source) <= 60),
  campaign text not null default '' check (length(campaign) <= 60),
  device text not null default '' check (device in ('', 'mobile', 'tablet', 'desktop')),
  browser text not null default '' check (length(browser) <= 32),
  check (slot = ((day - date '2000-01-03') / 7) % 10)
) partition by list (slot);
alter sequence interaction_ids owned by interactions.id;
create table interactions_0 partition of interactions for values in (0);
create table interactions_1 partition of interactions for values in (1);
create table interactions_2 partition of interactions for values in (2);
create table interactions_3 partition of interactions for values in (3);
create table interactions_4 partition of interactions for values in (4);
create table interactions_5 partition of interactions for values in (5);
create table interactions_6 partition of interactions for values in (6);
create table interactions_7 partition of interactions for values in (7);
create table interactions_8 partition of interactions for values in (8);
create table interactions_9 partition of interactions for values in (9);
create index interactions_time on interactions (occurred_at);

-- The days that have raw rows. Each write raises the version of its day; a roll-up notes the one that it began with, so
-- rows that arrive meanwhile or late leave the day due.
create table rolled_days (
  day date primary key,
  version integer not null default 1 check (version >= 1),
  rolled_version integer not null default 0 check (rolled_version between 0 and version),
  rolled_at timestamptz,
  took_ms integer not null default 0 check (took_ms >= 0)
);
create index rolled_days_due on rolled_days (day) where rolled_version < version;

-- What visitors did in an hour, by everything that it can be filtered by. Each visitor counts once a day: in the hour and
-- with the source where they came first. So hours and sources add up to the day.
create table traffic_hours (
  hour timestamptz not null,
  day date not null,
  audience text not null check (audience in ('people', 'likely_bots', 'bots')),
  -- `visit`: the whole site; otherwise a kind of interactions.
  kind text not null,
  subject text not null,
  source text not null,
  campaign text not null,
  device text not null,
  browser text not null,
  total integer not null check (total >= 0),
  visitors integer not null check (visitors >= 0),
  -- Visits that began here: on the site, or for a path those that entered there.
  visits integer not null check (visits >= 0),
  exits integer not null check (exits >= 0),
  bounces integer not null check (bounces between 0 and visits),
  seconds bigint not null check (seconds >= 0)
);
create index traffic_hours_day on traffic_hours (day);
create index traffic_hours_kind on traffic_hours (kind, subject, hour);

create table traffic_days (like traffic_hours including constraints);
alter table traffic_days drop column hour;
create index traffic_days_day on traffic_days (day);
create index traffic_days_kind on traffic_days (kind, subject, day);

-- The same with all sources, campaigns, devices and browsers as one, for lists that aren't filtered by them.
create table traffic_totals (like traffic_days including constraints);
alter table traffic_totals drop column source, drop column campaign, drop column device, drop column browser;
create index traffic_totals_day on traffic_totals (day);
create index traffic_totals_kind on traffic_totals (kind, day);

-- What orders earned, by the hour in which they were paid, from the ledger: without tax and shipping. `placed` counts by
-- the hour in which they were placed.
create table sales_hours (
  hour timestamptz not null,
  currency text not null,
  -- `order`: the whole order; the others are the part of an order for one event or product.
  scope text not null check (scope in ('order', 'event', 'product')),
  subject_id bigint not null check ((subject_id = 0) = (scope = 'order')),
  source text not null,
  campaign text not null,
  device text not null,
  browser text not null,
  promoter_id bigint not null default 0,
  stream_id bigint not null default 0,
  placed integer not null check (placed >= 0),
  placed_cents bigint not null check (placed_cents >= 0),
  orders integer not null check (orders >= 0),
  gross_cents bigint not null,
  refund_cents bigint not null,
  check (refund_cents >= 0 and gross_cents >= 0)
);
create index sales_hours_hour on sales_hours (hour);
create index sales_hours_scope on sales_hours (scope, subject_id, hour);

-- How far a roll-up has looked.
create table roll_up_progress (
  name text primary key,
  up_to timestamptz not null
);
insert into roll_up_progress values ('sales', '-infinity');

-- The weeks whose summary was emailed.
create table weekly_briefs (
  week date primary key check (extract(isodow from week) = 1),
  sent_at timestamptz not null default clock_now()
);

-- The device and browser of the buyer, as their request said.
alter table order_attributions add column device text check (device in ('mobile', 'tablet', 'desktop')),
  add column browser text check (length(browser) between 1 and 32);
alter table order_attributions drop constraint order_attributions_check;
alter table order_attributions add constraint order_attributions_check
  check (num_nonnulls(source, campaign, promoter_id, stream_id, device, browser) > 0);

-- Former rows keep their day and lose their session.
with zone as (
  select coalesce((select value #>> '{}' from settings where name = 'defaultTimeZone'), 'America/New_York') as name),
former as (
  select viewed_at as at, 'page_view' as kind, path as subject, coalesce(nullif(session_id, ''), id::text) as who,
    is_bot, coalesce(referrer_host, '') as source, device_type as device, browser
  from former_page_views
  union all
  select occurred_at, kind, subject_id::text, coalesce('user ' || user_id, id::text), is_bot, '', '', ''
  from former_interactions),
dated as (select f.*, (at at time zone zone.name)::date as day from former f, zone)
insert into interactions (occurred_at, day, slot, kind, subject, visitor, is_bot, source, device, browser)
select at, day, ((day - date '2000-01-03') / 7) % 10, kind, subject, hashtextextended(who || day, 0), is_bot,
  left(source, 60), device, browser
from dated where subject <> '' order by at;
insert into rolled_days (day) select distinct day from interactions;
drop table former_page_views;
drop table former_interactions;
