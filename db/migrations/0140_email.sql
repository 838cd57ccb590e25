-- Receipts go first and campaigns last; an email of a campaign belongs to its bulk key, `campaign:12`.
alter table emails
  add column priority smallint not null default 1 check (priority between 0 and 3),
  add column bulk_key text check (length(bulk_key) <= 60),
  -- Emails of a paused campaign wait; those of a stopped one are never sent.
  add column hold text check (hold in ('paused', 'stopped')),
  add constraint emails_bulk_check check ((bulk_key is not null) = (priority = 3)),
  add constraint emails_hold_bulk check (hold is null or bulk_key is not null),
  drop constraint emails_status_check,
  add constraint emails_status_check
    check (status in ('queued', 'sending', 'sent', 'not_sent', 'unknown', 'failed', 'merged', 'suppressed'));
update emails set priority = case
  when kind in ('order_confirmation', 'account_link', 'security_alert') then 0
  when kind in ('community_digest', 'back_in_stock', 'stream_live', 'sales_open', 'staff_low_stock') then 2
  else 1 end;
drop index emails_waiting;
create index emails_waiting on emails (priority, next_attempt_at, id)
  where status in ('queued', 'unknown') and hold is null;
create index emails_bulk on emails (bulk_key, status) where bulk_key is not null;
create index emails_recent_failures on emails (created_at) where status in ('failed', 'suppressed', 'unknown');

-- When the email provider takes the next email, if it limits how many it takes in a second.
create table mail_rates (
  provider text primary key,
  free_at timestamptz not null
);

-- Opt-ins: an open row is one that counts. Rows are only ever closed, so they prove who agreed to what, and when.
create table consents (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  user_id bigint references users (id) on delete set null,
  given_at timestamptz not null default clock_now(),
  place text not null check (place in ('checkout', 'account', 'preferences', 'import')),
  text text not null check (length(text) between 10 and 500),
  withdrawn_at timestamptz,
  withdrawn_place text check (withdrawn_place in ('account', 'preferences', 'one_click', 'complaint')),
  check ((withdrawn_at is null) = (withdrawn_place is null)),
  check (withdrawn_at >= given_at)
);
create unique index consents_open on consents (email, channel) where withdrawn_at is null;
create index consents_email on consents (email, id);

-- Who wants no messages from the organizer about events that they have tickets for.
create table event_message_opt_outs (
  email text primary key check (email = lower(email)),
  at timestamptz not null default clock_now(),
  place text not null check (place in ('account', 'preferences', 'one_click'))
);

create table suppressions (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  cause text not null check (cause in ('bounce', 'complaint', 'staff')),
  detail text not null check (length(detail) <= 500),
  created_at timestamptz not null default clock_now(),
  created_by bigint references users (id),
  lifted_at timestamptz,
  lifted_by bigint references users (id),
  lift_reason text check (length(lift_reason) between 3 and 200),
  check ((lifted_at is null) = (lift_reason is null)),
  check ((cause = 'staff') = (created_by is not null)),
  check (lifted_at >= created_at)
);
create unique index suppressions_active on suppressions (email) where lifted_at is null;
create index suppressions_newest on suppressions (created_at desc, id desc);

-- Reports of the email provider that were handled, so that a repeated one counts once.
create table mail_reports (
  id text primary key check (length(id) between 1 and 200),
  type text not null check (type in ('bounce', 'complaint', 'delivered')),
  received_at timestamptz not null default clock_now()
);

create table audiences (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 2 and 80),
  audience jsonb not null,
  updated_at timestamptz not null default clock_now(),
  created_by bigint references users (id) on delete set null
);
create unique index audiences_name on audiences (lower(name));

create table campaigns (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (length(name) between 2 and 80),
  purpose text not null check (purpose in ('marketing', 'event_message')),
  event_id bigint references events (id),
  status text not null default 'draft'
    check (status in ('draft', 'scheduled', 'running', 'paused', 'stopped', 'done')),
  content jsonb not null,
  audience jsonb not null,
  -- `utm_campaign` of its links, which orders are attributed by.
  utm_campaign text not null unique check (length(utm_campaign) <= 40),
  scheduled_at timestamptz,
  time_zone text not null default 'America/New_York',
  confirmed_count integer check (confirmed_count >= 1),
  -- Recipients up to this address are written down; all of them once collected_at is set.
  collected_to text not null default '',
  collected_at timestamptz,
  created_at timestamptz not null default clock_now(),
  created_by bigint references users (id) on delete set null,
  started_at timestamptz,
  ended_at timestamptz,
  check (purpose <> 'event_message' or event_id is not null),
  check ((status = 'scheduled') = (scheduled_at is not null and started_at is null)),
  check ((status in ('draft', 'scheduled')) = (started_at is null)),
  check ((status in ('stopped', 'done')) = (ended_at is not null)),
  check (status in ('draft', 'scheduled') or confirmed_count is not null)
);
create index campaigns_newest on campaigns (created_at desc, id desc);
create index campaigns_active on campaigns (status) where status in ('scheduled', 'running');
create index campaigns_event on campaigns (event_id) where event_id is not null;

create table automations (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (length(name) between 2 and 80),
  trigger text not null
    check (trigger in ('after_purchase', 'day_before', 'after_event', 'abandoned_checkout', 'win_back')),
  is_on boolean not null default false,
  -- Only what happens after it was turned on counts.
  on_since timestamptz,
  wait_hours integer not null check (wait_hours between 0 and 17520),
  event_id bigint references events (id),
  content jsonb not null,
  updated_at timestamptz not null default clock_now(),
  check (is_on = (on_since is not null))
);

-- Who gets a campaign or an automation's message: each person once per campaign, or per automation and occasion.
create table campaign_recipients (
  id bigint generated always as identity primary key,
  campaign_id bigint references campaigns (id),
  automation_id bigint references automations (id),
  -- What an automation wrote about: `order:…`, `event:…`, or since when the person hasn't bought anything.
  occasion text not null default '' check (length(occasion) <= 80),
  email text not null check (email = lower(email)),
  name text not null,
  created_at timestamptz not null default clock_now(),
  -- The email of the outbox, once there is one (invariant I-170).
  mail_id bigint unique,
  unsubscribed_at timestamptz,
  check (num_nonnulls(campaign_id, automation_id) = 1),
  check ((campaign_id is null) = (occasion <> ''))
) with (fillfactor = 85);
create unique index campaign_recipients_once on campaign_recipients (campaign_id, email) where campaign_id is not null;
create unique index campaign_recipients_occasion on campaign_recipients (automation_id, email, occasion)
  where automation_id is not null;
create index campaign_recipients_waiting on campaign_recipients (campaign_id, id) where mail_id is null;
create index campaign_recipients_email on campaign_recipients (email);

-- Links that a recipient followed; no address and no browser.
create table campaign_clicks (
  recipient_id bigint not null references campaign_recipients (id),
  url text not null check (length(url) <= 1000),
  first_at timestamptz not null default clock_now(),
  clicks integer not null default 1 check (clicks >= 1),
  primary key (recipient_id, url)
);
create index order_attributions_campaign on order_attributions (campaign) where source = 'email';
