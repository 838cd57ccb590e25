-- The whole schema at version 1.0.0. Later changes are migrations of their own, numbered from 0002.
--
-- No index of orders, tickets, holds and stock has a column that a purchase changes, so updates stay within their page
-- (HOT). Lists stay fast at a hundred thousand events and a million orders.

-- The clock that every deadline uses. Tests and the demo move it for their own connection with `sg.clock_offset`.
create function clock_now() returns timestamptz language sql stable parallel safe as
  $$ select now() + coalesce(nullif(current_setting('sg.clock_offset', true), '')::interval, interval '0') $$;

-- The words of a text as a search compares them: without case, accents and apostrophes. The server splits queries the
-- same way (platform/words.ts); a test compares the two.
create function words_of(words text) returns text[] language sql immutable parallel safe strict
  return array_remove(string_to_array(translate(
    lower(case when octet_length(words) = length(words) then words
      else regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g') end),
    -- What separates words becomes a space; apostrophes are removed.
    U&' \0009\000a\000d-\2013\2014/.,:;!?&()[]"\201c\201d\00b7\2022+|''\2019\2018\02bc`', repeat(' ', 26)), ' '), '');

-- What staff can find a row by: the words of its names, the whole email address, and the words before its @.
create function search_words(names text, address text) returns tsvector language sql immutable parallel safe strict
  return array_to_tsvector(array_remove(words_of(names || ' ' || split_part(address, '@', 1)) || address, ''));

-- A username must not look like another's. The skeleton of a name is what it looks like (Unicode Technical Standard
-- 39): compatibility forms, lookalikes of Latin letters in Latin, Cyrillic, Greek and Armenian, and letter case are
-- gone. Since case doesn't matter, I, i, l and 1 are one letter. Names that mix alphabets are refused before.
create function username_skeleton(name text) returns text language sql immutable parallel safe strict as $$
  select replace(replace(lower(translate(normalize(name, nfkc),
    'i1I0ɑɡıɩасԁеһіјӏорԛѕуԝхѵкүґгАВЕКМНОРСТУХЅІЈԚԜҺӀҮѴαορνυικγσϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧօոսհցզՕՏ',
    'llloagllacdehljlopqsywxvkyrrabekmhopctyxsljqwhlyvaopvulkyojabezhlkmnoptyxonuhgqos')), 'rn', 'm'), 'vv', 'w')
$$;

-- Until when buyers can return tickets under an event's refund policy; null: not at all.
create function refund_deadline(policy jsonb, starts_at timestamptz) returns timestamptz language sql stable as $$
  select case policy ->> 'kind'
    when 'before_start' then starts_at - make_interval(hours => (policy ->> 'hours')::integer)
    when 'until' then (policy ->> 'until')::timestamptz end
$$;

-- The sandbox is a payment provider of its own: its tables stand apart, and only its own code reads them.
create schema sandbox;

-- Secrets that are created once and shared by all nodes: for ticket codes, order links, the sandbox's webhooks.
create table signing_keys (
  name text primary key,
  secret bytea not null check (octet_length(secret) >= 32),
  created_at timestamptz not null default clock_now()
);

-- Responses to writes that create money, holds or tickets, by the key that the client chose.
create table idempotency_keys (
  user_id bigint,
  route text,
  key text check (length(key) between 1 and 255),
  body_hash bytea not null check (octet_length(body_hash) = 32),
  status smallint not null,
  reply text not null,
  created_at timestamptz not null default clock_now(),
  primary key (user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table users (
  id bigint generated always as identity primary key,
  username text not null check (length(username) between 3 and 64),
  display_name text not null check (length(display_name) between 1 and 60),
  avatar text,
  role text not null check (role in ('guest', 'user', 'moderator', 'admin')),
  -- An address counts only once it is confirmed; until then it is in pending_email.
  email text check (email = lower(email)),
  pending_email text check (pending_email = lower(pending_email)),
  password_hash text check (password_hash like '$argon2id$%'),
  password_changed_at timestamptz,
  suspended_at timestamptz,
  created_at timestamptz not null default clock_now(),
  -- A deleted account keeps its row, because orders refer to it, without anything that says whose it was.
  deleted_at timestamptz,
  suspended_reason text check (length(suspended_reason) between 3 and 200),
  -- Null for guests and deleted accounts, whose names the site makes up, and for accounts that already looked like an
  -- older one: those keep their names.
  skeleton text,
  constraint users_deleted_is_nobody
    check (deleted_at is null or role = 'guest' and password_hash is null and email is null
      and pending_email is null and avatar is null),
  constraint users_reason_of_suspension check (suspended_reason is null or suspended_at is not null)
);
create index users_name on users (lower(display_name), id);
-- The list of accounts in each of its orders, and its small filters.
create index users_newest on users (created_at, id);
create index users_staff on users (role, id) where role in ('moderator', 'admin');
create index users_suspended on users (created_at, id) where suspended_at is not null;
create index users_words on users using gin (search_words(display_name || ' ' || username, coalesce(email, '')))
  with (gin_pending_list_limit = 16384);
create unique index users_email on users (email) where email is not null;
create unique index users_skeleton on users (skeleton) where skeleton is not null;
create unique index users_username on users (lower(username));

create table sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references users (id) on delete cascade,
  user_agent text,
  created_at timestamptz not null default clock_now(),
  last_seen_at timestamptz not null default clock_now(),
  expires_at timestamptz not null,
  -- When the person last confirmed their password in this session, and when they used a second factor.
  confirmed_at timestamptz,
  second_factor_at timestamptz
);
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id);

-- One row per scarce thing: a ticket type, a pool of spots, a promo code's redemptions. The check is a second guard
-- behind the allocator's own rule.
create table stock (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ticket_type', 'event', 'variant', 'pool', 'promo', 'promoter', 'comp_host')),
  capacity integer not null check (capacity >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  -- How often the terms of the sale changed: an order that was priced before the last change is priced again.
  sale_version integer not null default 0,
  constraint stock_never_oversold check ((held + sold) <= capacity)
) with (fillfactor = 50);

-- What one holder (an order) has of one stock. Active holds count as held, consumed ones as sold. A hold without
-- expires_at is being paid for and doesn't expire.
create table holds (
  holder_id uuid,
  stock_id bigint references stock (id),
  quantity integer not null check (quantity > 0),
  status text not null default 'active' check (status in ('active', 'consumed', 'released', 'returned')),
  expires_at timestamptz,
  created_at timestamptz not null default clock_now(),
  -- The buyer's network, so that no network holds more than its share: a keyed hash of its address, erased when the
  -- hold ends.
  network text,
  primary key (holder_id, stock_id),
  constraint holds_network_erased check (network is null or status = 'active')
) with (fillfactor = 80);
-- What is on hold of a stock, by network.
create index holds_active on holds (stock_id, network) where status = 'active';
create index holds_expiring on holds (expires_at) where status = 'active' and expires_at is not null;

create table venues (
  id bigint generated always as identity primary key,
  name text not null,
  address text,
  city text not null,
  region text not null,
  country text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  version integer not null default 1,
  -- The ZIP or postal code of a venue.
  postal_code text check (length(postal_code) between 1 and 20),
  unique (name, city)
);
create index venues_city on venues (lower(city));

create table events (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  summary text not null,
  description text not null,
  starts_at timestamptz not null,
  doors_at timestamptz,
  ends_at timestamptz not null,
  time_zone text not null,
  venue_id bigint not null references venues (id),
  poster jsonb not null,
  categories text[] not null default '{}',
  age_rule text not null default 'all' check (age_rule in ('all', '18+', '21+')),
  dress_code text,
  lineup jsonb not null default '[]',
  policies jsonb not null default '[]',
  visibility text not null default 'draft' check (visibility in ('draft', 'unlisted', 'published')),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  hide_counts boolean not null default false,
  -- How many people the event can hold, over all ticket types; null if only the types are counted.
  stock_id bigint unique references stock (id),
  -- How many minutes before doors the door starts to admit; null: no entry window.
  entry_opens_minutes integer check (entry_opens_minutes >= 0),
  search_text text not null default '',
  created_at timestamptz not null default clock_now(),
  updated_at timestamptz not null default clock_now(),
  -- Raised with every save, so that a save of an older version is an edit conflict.
  version integer not null default 1,
  -- The formatted text; `description` is the same text without markup. Null: the paragraphs of `description`.
  description_html text,
  gallery jsonb not null default '[]',
  seo_title text,
  seo_description text,
  recap text,
  -- When a draft is published automatically, and with which visibility.
  publish_at timestamptz,
  publish_as text check (publish_as in ('published', 'unlisted')),
  status text not null default 'on' check (status in ('on', 'canceled', 'postponed')),
  status_note text,
  -- The start before it was rescheduled.
  moved_from timestamptz,
  -- How many changes were emailed to the ticket holders.
  changes integer not null default 0,
  series_id bigint,
  refund_policy jsonb not null default '{"kind": "none"}'
    check ((refund_policy ->> 'kind') in ('none', 'before_start', 'until')),
  -- Buyers from before the event was postponed can get a full refund until then.
  refunds_until timestamptz,
  refunds_since timestamptz,
  fee_rule jsonb not null default '{"kind": "by_type"}'
    check ((fee_rule ->> 'kind') in ('by_type', 'absorbed', 'passed_on')),
  -- When the event first went public: the publication time in feeds.
  published_at timestamptz,
  check (starts_at < ends_at),
  constraint events_check1 check (doors_at is null or doors_at <= ends_at),
  constraint events_check2 check ((refunds_until is null) = (refunds_since is null)),
  constraint events_plan_of_drafts check (publish_at is null or visibility = 'draft'),
  constraint events_publish_plan check ((publish_at is null) = (publish_as is null)),
  constraint events_published_at check (visibility <> 'published' or published_at is not null)
);
create index events_by_change on events (updated_at, id);
create index events_by_series on events (series_id, starts_at) where series_id is not null;
create index events_by_start on events (starts_at, id) include (ends_at, venue_id, categories)
  where visibility = 'published';
create index events_by_start_all on events (starts_at, id) include (ends_at, visibility);
-- The staff's list of events in each of its orders, and its small filters. A purchase changes none of these columns.
create index events_by_title on events (lower(title), id);
create index events_by_venue on events (venue_id);
create index events_categories on events using gin (categories);
create index events_drafts on events (starts_at, id) where visibility = 'draft';
-- The few long events: a list of upcoming events starts a month ago, or with the first of these.
create index events_lasting on events (ends_at, starts_at) where (ends_at - starts_at) > '31 days';
create index events_off on events (starts_at, id) where status <> 'on';
do $$ begin
  create extension if not exists pg_trgm;
  create index events_search on events using gin (search_text gin_trgm_ops);
exception when undefined_file or insufficient_privilege or feature_not_supported then
  raise notice 'pg_trgm is not there: searching for events takes longer';
end $$;
create index events_to_publish on events (publish_at) where publish_at is not null;

create function note_first_publishing() returns trigger language plpgsql as $$
begin
  new.published_at := clock_now();
  return new;
end $$;
create trigger events_first_inserted before insert on events
  for each row when (new.visibility = 'published' and new.published_at is null)
  execute function note_first_publishing();
create trigger events_first_published before update of visibility on events
  for each row when (new.visibility = 'published' and new.published_at is null)
  execute function note_first_publishing();

create function add_event_sales() returns trigger language plpgsql as $$
begin
  insert into event_sales (event_id) select id from added;
  return null;
end $$;
create trigger events_sales after insert on events referencing new table as added
  for each statement execute function add_event_sales();

create table ticket_types (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id) on delete cascade,
  stock_id bigint not null unique references stock (id),
  name text not null,
  description text not null default '',
  pricing text not null check (pricing in ('fixed', 'free', 'open')),
  -- What the buyer pays for one unit, including fees; fee_cents is the fees' share of it.
  price_cents integer not null check (price_cents between 0 and 100000000),
  fee_cents integer not null default 0 check (fee_cents >= 0),
  minimum_cents integer check (minimum_cents >= 0),
  tickets_per_unit integer not null default 1 check (tickets_per_unit between 1 and 50),
  min_per_order integer not null default 1 check (min_per_order >= 1),
  max_per_order integer not null default 10,
  sales_start_at timestamptz,
  sales_end_at timestamptz,
  access_code text,
  door_color text check (door_color ~ '^#[0-9a-f]{6}$'),
  position integer not null default 0,
  -- How many units one person can have over all orders; null: no limit.
  max_per_person integer check (max_per_person between 1 and 1000),
  -- The price tier before this one: when it can't be bought any more, this one opens, and stays open.
  opens_after_id bigint references ticket_types (id),
  opened_at timestamptz,
  -- Withdrawn by staff: neither shown nor sold, with any code.
  is_hidden boolean not null default false,
  -- Since when its limits apply; earlier orders keep the limits of their time.
  limits_since timestamptz not null default '-infinity',
  -- Raised with every save, so that a save of an older version is an edit conflict.
  version integer not null default 1,
  -- Tickets of this type open live streams and admit nobody at the door.
  is_stream_pass boolean not null default false,
  check (fee_cents <= price_cents),
  constraint ticket_types_check1 check (max_per_order >= min_per_order),
  constraint ticket_types_check2 check (pricing <> 'fixed' or price_cents > 0),
  constraint ticket_types_check3 check (pricing = 'fixed' or price_cents = 0),
  constraint ticket_types_check4 check ((pricing = 'open') = (minimum_cents is not null)),
  constraint ticket_types_check5
    check (sales_start_at is null or sales_end_at is null or sales_start_at < sales_end_at),
  constraint ticket_types_check6 check (opens_after_id <> id),
  constraint ticket_types_check7 check (max_per_person >= min_per_order)
);
create index ticket_types_by_event on ticket_types (event_id, position, id);
create index ticket_types_opens_after on ticket_types (opens_after_id) where opens_after_id is not null;

-- One attempt to collect money for a subject (an order, which this table doesn't know).
create table payments (
  id uuid primary key,
  subject_id uuid not null,
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_ref text,
  status text not null
    check (status in (
      'starting', 'open', 'processing', 'declined', 'canceled', 'expired', 'captured', 'refunding', 'refunded')),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  description text not null,
  redirect_url text,
  return_url text not null,
  cancel_url text not null,
  -- The hold's deadline: after it the provider's session is expired.
  expires_at timestamptz not null,
  next_check_at timestamptz not null,
  created_at timestamptz not null default clock_now(),
  captured_at timestamptz,
  captured_cents integer check (captured_cents > 0),
  charge_ref text,
  grace_seconds integer not null default 0,
  unique (provider, provider_ref),
  constraint payments_captured_has_cents
    check ((captured_cents is not null) = (status in ('captured', 'refunding', 'refunded'))),
  constraint payments_grace check (grace_seconds in (0, 600))
) with (fillfactor = 70);
-- Captured money by time: the hourly reconciliation reads the latest, the daily one all.
create index payments_captured on payments (captured_at) where captured_at is not null;
create index payments_charge on payments (provider, charge_ref) where charge_ref is not null;
create index payments_subject on payments (subject_id);
create index payments_unsettled on payments (next_check_at)
  where status in ('starting', 'open', 'processing', 'declined');
create unique index payments_one_capture on payments (subject_id) where status = 'captured';
create unique index payments_one_grace on payments (subject_id) where grace_seconds > 0;

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  provider_ref text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  error text,
  created_at timestamptz not null default clock_now(),
  done_at timestamptz,
  order_refund_id uuid,
  failure text,
  sent_at timestamptz,
  -- The failed refund that this one replaces: at most one does.
  retries uuid unique references refunds (id),
  -- When the provider said that it failed: from then on it needs attention.
  failed_at timestamptz,
  constraint refunds_done_has_time check (status <> 'done' or done_at is not null)
);
create index refunds_payment on refunds (payment_id);
create index refunds_pending on refunds (next_attempt_at) where status = 'pending';
create unique index refunds_one_try on refunds (order_refund_id) where status <> 'failed';
create unique index refunds_provider on refunds (provider_ref) where provider_ref is not null;

-- Every webhook event of a provider, stored before anything else is done with it.
create table webhook_inbox (
  provider text,
  provider_event_id text,
  ref text not null,
  body text not null,
  received_at timestamptz not null default clock_now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  error text,
  kind text not null default 'session' check (kind in ('session', 'refund', 'dispute', 'other')),
  -- Set when an event couldn't be processed after all retries. Staff can replay it.
  failed_at timestamptz,
  primary key (provider, provider_event_id)
) with (fillfactor = 80);
create index webhook_inbox_failed on webhook_inbox (failed_at) where processed_at is null and failed_at is not null;
create index webhook_inbox_received on webhook_inbox (received_at desc, provider_event_id desc);
create index webhook_inbox_waiting on webhook_inbox (next_attempt_at) where processed_at is null and failed_at is null;

create table sandbox.sessions (
  ref text primary key,
  merchant_ref uuid not null unique,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  description text not null,
  status text not null default 'open'
    check (status in ('open', 'processing', 'approved', 'declined', 'canceled', 'expired')),
  return_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  declines integer not null default 0,
  settles_at timestamptz,
  created_at timestamptz not null default clock_now(),
  approved_at timestamptz,
  -- How refunds of this session end.
  refund_outcome text not null default 'done' check (refund_outcome in ('done', 'pending', 'failed'))
) with (fillfactor = 80);
create index sandbox_sessions_approved on sandbox.sessions (approved_at, ref) where approved_at is not null;
create index sandbox_sessions_settling on sandbox.sessions (settles_at) where settles_at is not null;

create table sandbox.refunds (
  ref text primary key,
  idempotency_key uuid unique,
  session_ref text not null references sandbox.sessions (ref),
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null default clock_now(),
  status text not null default 'done' check (status in ('pending', 'done', 'failed')),
  failure text
);
create index sandbox_refunds_session on sandbox.refunds (session_ref);
create index sandbox_refunds_time on sandbox.refunds (created_at, ref);

create table sandbox.deliveries (
  event_id text primary key,
  ref text not null,
  type text not null,
  created_at timestamptz not null default clock_now(),
  delivered_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  kind text not null default 'session' check (kind in ('session', 'refund', 'dispute'))
);
create index sandbox_deliveries_waiting on sandbox.deliveries (next_attempt_at) where delivered_at is null;

create table orders (
  id uuid primary key,
  number text not null unique,
  user_id bigint not null references users (id),
  status text not null
    check (status in ('awaiting_payment', 'paying', 'paid', 'expired', 'canceled', 'partially_refunded', 'refunded')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal_cents integer not null check (subtotal_cents >= 0),
  fee_cents integer not null,
  tax_cents integer not null default 0 check (tax_cents >= 0),
  shipping_cents integer not null default 0 check (shipping_cents >= 0),
  discount_cents integer not null default 0 check (discount_cents >= 0),
  total_cents integer not null check (total_cents >= 0),
  buyer_name text not null,
  buyer_email text not null check (buyer_email = lower(buyer_email)),
  hold_expires_at timestamptz not null,
  created_at timestamptz not null default clock_now(),
  paid_at timestamptz,
  -- The promo code that gave the order's discount.
  promo_code text,
  refunded_cents integer not null default 0,
  -- The refund policy at the time of purchase; null: the buyer can't return tickets.
  refund_until timestamptz,
  refund_fees boolean not null default false,
  hold_grace_seconds integer not null default 0,
  -- Whether the buyer had confirmed the order's email address. Only unconfirmed orders count for the address.
  email_confirmed boolean not null default false,
  -- Staff can change an order's email. Raising the version invalidates every link that was emailed before.
  link_version integer not null default 0 check (link_version >= 0),
  shipping_tax_cents integer not null default 0,
  check (fee_cents >= 0 and fee_cents <= subtotal_cents),
  constraint orders_check1 check (total_cents = (subtotal_cents + tax_cents + shipping_cents - discount_cents)),
  constraint orders_check2 check ((status in ('paid', 'partially_refunded', 'refunded')) = (paid_at is not null)),
  constraint orders_discount_has_code check (discount_cents = 0 or promo_code is not null),
  constraint orders_hold_grace check (hold_grace_seconds in (0, 600)),
  constraint orders_never_over_refunded check (refunded_cents >= 0 and refunded_cents <= total_cents),
  constraint orders_shipping_tax check (shipping_tax_cents >= 0 and shipping_tax_cents <= tax_cents)
) with (fillfactor = 70);
create index orders_email on orders (buyer_email, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_user on orders (user_id, created_at desc, id desc);
-- New rows go to a pending list that a job merges, so that a purchase doesn't wait for it.
create index orders_words on orders using gin (search_words(buyer_name || ' ' || replace(number, '-', ''), buyer_email))
  with (gin_pending_list_limit = 16384);

create function refuse_illegal_order_move() returns trigger language plpgsql as $$
begin
  if not exists (select from order_moves where from_status = old.status and to_status = new.status) then
    raise exception 'order % cannot move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger orders_move before update of status on orders
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_order_move();

-- The allowed changes of an order's status, the same as in the server's rules: any other change is rejected.
create table order_moves (
  from_status text,
  to_status text,
  primary key (from_status, to_status)
);
insert into order_moves values
  ('awaiting_payment', 'canceled'),
  ('awaiting_payment', 'expired'),
  ('awaiting_payment', 'paid'),
  ('awaiting_payment', 'paying'),
  ('canceled', 'paid'),
  ('expired', 'paid'),
  ('paid', 'partially_refunded'),
  ('paid', 'refunded'),
  ('partially_refunded', 'refunded'),
  ('paying', 'awaiting_payment'),
  ('paying', 'canceled'),
  ('paying', 'expired'),
  ('paying', 'paid');

create table order_lines (
  id uuid primary key,
  order_id uuid not null references orders (id),
  position smallint not null,
  item_id bigint not null,
  name text not null,
  quantity integer not null check (quantity >= 1),
  unit_cents integer not null check (unit_cents >= 0),
  fee_cents integer not null check (fee_cents >= 0),
  total_cents integer not null,
  discount_cents integer not null default 0,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- The line's part of the order's tax, on top of its price.
  tax_cents integer not null default 0 check (tax_cents >= 0),
  unique (order_id, position),
  check (total_cents = (unit_cents * quantity)),
  constraint order_lines_check1 check (discount_cents >= 0 and discount_cents <= total_cents)
);

-- One person's right to enter. Its code is derived from id, version and a key, never stored.
create table tickets (
  id bigint generated always as identity primary key,
  order_line_id uuid not null references order_lines (id),
  position integer not null check (position >= 1),
  order_id uuid not null references orders (id),
  ticket_type_id bigint not null references ticket_types (id),
  event_id bigint not null references events (id),
  owner_id bigint not null references users (id),
  holder_name text not null,
  version smallint not null default 1 check (version between 1 and 4095),
  status text not null default 'valid' check (status in ('valid', 'canceled', 'refunded')),
  created_at timestamptz not null default clock_now(),
  -- Since when the ticket is no longer valid: entries that were scanned offline are checked against it.
  void_since timestamptz,
  -- Since when the order is disputed: its tickets admit nobody until the dispute is won.
  frozen_since timestamptz,
  spot_returned boolean not null default false,
  unique (order_line_id, position),
  constraint tickets_spot_of_void check (not spot_returned or status <> 'valid')
);
-- Counts sold tickets and check-ins of an event and of each ticket type from the index alone. A ticket's status changes
-- when it is refunded, not when it is sold.
create index tickets_of_event on tickets (event_id, ticket_type_id, status) include (order_id);
create index tickets_order on tickets (order_id);
create index tickets_owner on tickets (owner_id);

create function note_void_ticket() returns trigger language plpgsql as $$
begin
  new.void_since := case when new.status = 'valid' then null else coalesce(old.void_since, clock_now()) end;
  return new;
end $$;
create trigger tickets_void before update of status on tickets
  for each row when (old.status is distinct from new.status) execute function note_void_ticket();

-- Each scan of a code at a door, by the phone's own ID for it: the same scan sent twice is one row.
create table scans (
  device_id text,
  scan_id uuid,
  event_id bigint not null references events (id),
  ticket_id bigint references tickets (id),
  verdict text not null
    check (verdict in (
      'admitted', 'already_admitted', 'wrong_event', 'void', 'unknown', 'not_yet', 'expired_code', 'stream_pass')),
  gate text,
  staff_id bigint not null references users (id),
  scanned_at timestamptz,
  received_at timestamptz not null default clock_now(),
  primary key (device_id, scan_id)
);
create index scans_event on scans (event_id, received_at);

-- One check-in at the door. A ticket has at most one that isn't voided.
create table admissions (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets (id),
  event_id bigint not null references events (id),
  device_id text not null,
  scan_id uuid not null,
  gate text,
  staff_id bigint not null references users (id),
  admitted_at timestamptz not null default clock_now(),
  voided_at timestamptz
);
create index admissions_event on admissions (event_id, admitted_at, ticket_id) where voided_at is null;
create unique index admissions_once on admissions (ticket_id) where voided_at is null;

-- Every email leaves through here, written in the transaction of what it is about.
create table emails (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,
  kind text not null,
  to_address text not null,
  to_name text not null,
  -- What the template needs to find its data when it is rendered.
  topic jsonb not null,
  subject text,
  html text,
  body_text text,
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'not_sent', 'unknown', 'failed', 'merged', 'suppressed')),
  attempts integer not null default 0,
  -- Attempts with an unknown outcome: a second one is the last.
  uncertain_attempts smallint not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  lease_until timestamptz,
  error text,
  created_at timestamptz not null default clock_now(),
  sent_at timestamptz,
  resend_of bigint references emails (id),
  requested_by bigint references users (id),
  -- The ticket codes whose images are attached, as of when it was rendered.
  codes jsonb not null default '[]',
  -- When it was handed to the email server: a sender that died before that has certainly not sent it.
  handed_over_at timestamptz,
  released_at timestamptz,
  merged_into bigint references emails (id),
  priority smallint not null default 1 check (priority between 0 and 3),
  bulk_key text check (length(bulk_key) <= 60),
  -- Emails of a paused campaign wait; those of a stopped one are never sent.
  hold text check (hold in ('paused', 'stopped')),
  constraint emails_bulk_check check ((bulk_key is not null) = (priority = 3)),
  check ((resend_of is null) = (requested_by is null)),
  constraint emails_hold_bulk check (hold is null or bulk_key is not null),
  constraint emails_merged_check check ((status = 'merged') = (merged_into is not null))
) with (fillfactor = 70);
create index emails_bulk on emails (bulk_key, status) where bulk_key is not null;
create index emails_kind on emails (kind, created_at, id);
create index emails_newest on emails (created_at desc, id desc);
-- The emails about an order, to any address.
create index emails_order on emails (((topic ->> 'orderId')), id) where (topic ->> 'orderId') is not null;
create index emails_recent_failures on emails (created_at) where status in ('failed', 'suppressed', 'unknown');
-- One person's emails, for the download of their data and for its deletion.
create index emails_recipient on emails (to_address, id);
create index emails_resends on emails (resend_of) where resend_of is not null;
create index emails_sending on emails (lease_until) where status = 'sending';
create index emails_status on emails (status, created_at, id);
create index emails_waiting on emails (priority, next_attempt_at, id)
  where status in ('queued', 'unknown') and hold is null;
create index emails_words on emails using gin (search_words(to_name || ' ' || coalesce(subject, ''), to_address))
  with (gin_pending_list_limit = 16384);

-- Whether the demo's data is there: at most one row. `filling` at a start means that filling was interrupted; it is
-- wiped.
create table demo_seed (
  only_one boolean default true primary key check (only_one),
  status text not null check (status in ('filling', 'done')),
  -- Accounts up to this id were there before; the others are the demo's.
  last_user_before bigint not null,
  started_at timestamptz not null default clock_now(),
  finished_at timestamptz
);

-- Links that an email, or staff, give to a person: valid once and for half an hour. The secret is derived from the
-- row's id and a signing key whenever an email is rendered; only its hash is stored.
create table account_links (
  id uuid primary key,
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('reset', 'confirm_email')),
  -- The email address to confirm.
  email text check (email = lower(email)),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The staff member who created it, for an account without an email address.
  made_by bigint references users (id),
  created_at timestamptz not null default clock_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'confirm_email') = (email is not null)),
  constraint account_links_check1 check (expires_at <= created_at + interval '30 minutes')
);
create index account_links_age on account_links (created_at);
create index account_links_email on account_links (email, created_at) where email is not null;
create index account_links_user on account_links (user_id, created_at);

-- Requests for a new password, recorded whether or not there is such an account, so that the response and the work are
-- the same. A job looks for the account and empties this table.
create table recovery_requests (
  id bigint generated always as identity primary key,
  identifier text not null check (length(identifier) between 1 and 254),
  created_at timestamptz not null default clock_now()
);

-- Time-based codes (RFC 6238). One secret per person: a new one is unconfirmed until one of its codes is entered.
create table totp_secrets (
  user_id bigint primary key references users (id) on delete cascade,
  encrypted_secret bytea not null,
  confirmed_at timestamptz,
  -- A code is valid once: the next one must be of a later step of thirty seconds.
  last_step bigint not null default 0 check (last_step >= 0),
  created_at timestamptz not null default clock_now()
);

-- Each of a person's recovery codes replaces their second factor once.
create table recovery_codes (
  user_id bigint references users (id) on delete cascade,
  code_hash bytea check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default clock_now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A sign-in that lacks only its second factor: the password was right, or another service vouched for the person.
create table login_tickets (
  ticket_hash bytea primary key check (octet_length(ticket_hash) = 32),
  user_id bigint not null references users (id) on delete cascade,
  attempts smallint not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null default clock_now(),
  expires_at timestamptz not null
);
create index login_tickets_expiry on login_tickets (expires_at);
create index login_tickets_user on login_tickets (user_id);

-- What an authenticator has to sign: valid once, for one purpose, in one session or for one sign-in.
create table webauthn_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('add', 'confirm', 'sign_in')),
  session_hash bytea references sessions (token_hash) on delete cascade,
  ticket_hash bytea references login_tickets (ticket_hash) on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (ticket_hash is not null)),
  constraint webauthn_challenges_check1 check ((purpose = 'sign_in') = (session_hash is null))
);
create index webauthn_challenges_expiry on webauthn_challenges (expires_at);
create index webauthn_challenges_session on webauthn_challenges (session_hash);
create index webauthn_challenges_ticket on webauthn_challenges (ticket_hash);

-- A person's identity at another service. The pair is the identity; the email address is what the service said last.
create table identities (
  issuer text,
  subject text check (length(subject) between 1 and 128),
  user_id bigint not null references users (id) on delete cascade,
  email text,
  email_verified boolean not null,
  created_at timestamptz not null default clock_now(),
  last_used_at timestamptz not null default clock_now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- Tokens of other services are accepted once; their hash stays until they would have expired.
create table used_identity_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);
create index used_identity_tokens_expiry on used_identity_tokens (expires_at);

-- What the site requires of its staff.
create table policies (
  name text primary key check (name = 'staff_second_factor'),
  required boolean not null,
  changed_by bigint references users (id) on delete set null,
  changed_at timestamptz not null default clock_now()
);

-- Errors of visitors' browsers and of the server, one row for all that are the same, without person, network address
-- and query.
create table error_reports (
  id bigint generated always as identity primary key,
  fingerprint text not null unique check (length(fingerprint) = 32),
  source text not null check (source in ('browser', 'server')),
  message text not null check (length(message) <= 500),
  stack text not null check (length(stack) <= 8000),
  route text not null check (length(route) <= 200),
  agent text check (length(agent) <= 32),
  -- The first and last release that had it.
  first_release text not null check (length(first_release) <= 64),
  last_release text not null check (length(last_release) <= 64),
  occurrences bigint not null default 1 check (occurrences > 0),
  first_seen_at timestamptz not null default clock_now(),
  last_seen_at timestamptz not null default clock_now(),
  resolved_at timestamptz,
  resolved_by bigint references users (id) on delete set null
) with (fillfactor = 80);
create index error_reports_last on error_reports (last_seen_at desc);
create index error_reports_open on error_reports (last_seen_at desc) where resolved_at is null;

-- People who asked for an email when a part of the site opens, or when an event's tickets go on sale. They count once
-- they confirmed by the link in an email.
create table interests (
  id uuid primary key,
  topic text not null,
  email text not null check (email = lower(email)),
  status text not null default 'asked' check (status in ('asked', 'confirmed', 'left', 'sent')),
  asked_at timestamptz not null default clock_now(),
  confirmed_at timestamptz,
  left_at timestamptz,
  -- How often the confirmation email was requested, and when last: limits what a stranger can make us send.
  mails integer not null default 0,
  mailed_at timestamptz,
  event_id bigint references events (id) on delete cascade,
  -- The event's ticket types that were on sale when they asked: they wait for another one to open.
  open_then bigint[] not null default '{}',
  -- How often they were emailed, and when last.
  sends integer not null default 0,
  sent_at timestamptz,
  unique (email, topic),
  check (status <> 'confirmed' or confirmed_at is not null),
  constraint interests_check1 check (status <> 'left' or left_at is not null),
  constraint interests_check2 check (status <> 'sent' or sent_at is not null),
  constraint interests_topic_check check (
    case when event_id is null then topic in ('shop', 'live', 'community') else topic = 'event:' || event_id end)
);
create index interests_of_event on interests (event_id, status) where event_id is not null;
create index interests_of_topic on interests (topic, status);

-- Free tickets from staff: each is an order with nothing to pay; this row says who issued it and why.
create table comps (
  order_id uuid primary key references orders (id),
  issuer_id bigint not null references users (id),
  reason text not null check (length(reason) between 3 and 200),
  created_at timestamptz not null default clock_now(),
  revoked_at timestamptz,
  revoker_id bigint references users (id),
  revoke_reason text,
  batch_id uuid,
  host_id bigint,
  check ((revoked_at is null) = (revoker_id is null) and (revoked_at is null) = (revoke_reason is null))
);
create index comps_batch on comps (batch_id) where batch_id is not null;
create index comps_host on comps (host_id) where host_id is not null;
create index comps_newest on comps (created_at desc, order_id desc);

-- The activity log: what staff did. Rows are only ever added; it outlives the people it names.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_now(),
  staff_id bigint not null,
  staff_name text not null,
  action text not null check (action ~ '^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$'),
  target_kind text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  reason text
);
create index audit_log_kind on audit_log (target_kind, id);
create index audit_log_staff on audit_log (staff_id, id desc);
create index audit_log_target on audit_log (target_kind, target_id, id desc);

-- An entry's hash: of the hash before it, its position and everything in it.
create function audit_hash(previous bytea, "position" bigint, entry audit_log) returns bytea
  language sql stable parallel safe as $$ select sha256(previous || convert_to(jsonb_build_array("position", entry.id,
    -- Microseconds, in any session's time zone.
    (extract(epoch from entry.at) * 1000000)::bigint,
    entry.staff_id, entry.staff_name, entry.action, entry.target_kind, entry.target_id, entry.before, entry.after,
    entry.reason)::text, 'UTF8')) $$;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_rows before delete or update on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_whole before truncate on audit_log for each statement execute function refuse_audit_change();

create function await_audit_hash() returns trigger language plpgsql as $$
begin
  insert into audit_unhashed (entry_id) select id from written;
  return null;
end $$;
create trigger audit_log_written after insert on audit_log referencing new table as written
  for each statement execute function await_audit_hash();

-- The same event on several dates.
create table event_series (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_now()
);
alter table events add foreign key (series_id) references event_series (id);

-- Addresses that an event had before. They redirect to it.
create table event_slugs (
  event_id bigint references events (id) on delete cascade,
  slug text,
  left_at timestamptz not null default clock_now(),
  primary key (event_id, slug)
);

-- The media library. A picture has a row once its file has arrived; it can be shown once it is ready.
create table pictures (
  id bigint generated always as identity primary key,
  -- The name of its files under /media/posters; changes when the file is replaced.
  key text not null unique check (key ~ '^[a-z0-9-]{1,64}$'),
  status text not null check (status in ('uploaded', 'processing', 'ready', 'refused')),
  -- Why it was rejected.
  refusal text check (refusal in ('not_a_picture', 'too_many_pixels', 'too_small', 'unreadable', 'failed')),
  file_name text not null check (length(file_name) between 1 and 200),
  alt text not null default '' check (length(alt) <= 300),
  bytes bigint check (bytes > 0),
  sha256 bytea check (length(sha256) = 32),
  width integer check (width > 0),
  height integer check (height > 0),
  dominant text check (dominant ~ '^#[0-9a-f]{6}$'),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  placeholder text,
  -- The focal point that every crop keeps, as fractions of the width and the height.
  focal_x real not null default 0.5 check (focal_x between 0 and 1),
  focal_y real not null default 0.5 check (focal_y between 0 and 1),
  -- True if the share card was cropped around a former focal point.
  card_due boolean not null default false,
  -- The picture whose file this one replaces, once it is ready.
  replaces_id bigint references pictures (id) on delete cascade,
  attempts integer not null default 0,
  leased_until timestamptz,
  uploaded_by bigint references users (id) on delete set null,
  created_at timestamptz not null default clock_now(),
  updated_at timestamptz not null default clock_now(),
  search_text text generated always as (lower(alt || ' ' || file_name)) stored,
  -- Images that members upload for their posts. They belong to whoever uploaded them and aren't in the staff's library,
  -- so the same file of two people is two images.
  is_library boolean not null default true,
  check ((status = 'refused') = (refusal is not null)),
  constraint pictures_check1
    check (status <> 'ready' or width is not null and height is not null and dominant is not null
      and accent is not null)
);
create index pictures_of_members on pictures (uploaded_by, id) where not is_library;
create index pictures_replacing on pictures (replaces_id) where replaces_id is not null;
create index pictures_to_process on pictures (id) where status in ('uploaded', 'processing');
create index pictures_with_card_due on pictures (id) where card_due;
-- The same file uploaded twice is one picture.
create unique index pictures_by_content on pictures (sha256)
  where status <> 'refused' and replaces_id is null and is_library;

-- Where pictures are used; each user has its own copy of what it shows.
create table picture_uses (
  picture_id bigint references pictures (id),
  kind text check (kind ~ '^[a-z_]{1,40}$'),
  target_id text check (length(target_id) between 1 and 64),
  label text not null check (length(label) <= 300),
  primary key (picture_id, kind, target_id)
);
create index picture_uses_by_target on picture_uses (kind, target_id);

-- Keys of files that will be deleted: an open page can still request them until then.
create table discarded_pictures (
  key text primary key,
  discard_at timestamptz not null
);

-- Promo codes. The stock counts the orders that use one; without a total limit its capacity is a billion.
create table promo_codes (
  id bigint generated always as identity primary key,
  stock_id bigint not null unique references stock (id),
  code text not null check (length(code) between 3 and 40),
  note text not null default '',
  event_id bigint references events (id) on delete cascade,
  kind text not null check (kind in ('percent', 'per_order', 'per_unit')),
  percent integer check (percent between 1 and 100),
  amount_cents integer check (amount_cents >= 1),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz,
  ends_at timestamptz,
  total_limit integer check (total_limit >= 1),
  person_limit integer check (person_limit >= 1),
  unit_limit integer check (unit_limit >= 1),
  minimum_cents integer check (minimum_cents >= 0),
  status text not null default 'active' check (status in ('active', 'paused', 'ended')),
  created_at timestamptz not null default clock_now(),
  version integer not null default 1,
  -- Single-use codes that were created together.
  batch_id uuid,
  check ((kind = 'percent') = (percent is not null) and (kind = 'percent') = (amount_cents is null)),
  constraint promo_codes_check1 check (starts_at is null or ends_at is null or starts_at < ends_at)
);
create index promo_codes_batch on promo_codes (batch_id) where batch_id is not null;
create index promo_codes_event on promo_codes (event_id);
-- A code exists once per event and once for all events; one that ended can be created again.
create unique index promo_codes_code on promo_codes (upper(code), coalesce(event_id, 0)) where status <> 'ended';

-- The ticket types that a code is for; none: all of its event.
create table promo_code_types (
  promo_code_id bigint references promo_codes (id) on delete cascade,
  ticket_type_id bigint references ticket_types (id) on delete cascade,
  primary key (promo_code_id, ticket_type_id)
);
create index promo_code_types_type on promo_code_types (ticket_type_id);

-- Promoters: people and committees who sell by a link of their own. The stock counts the tickets.
create table promoters (
  id bigint generated always as identity primary key,
  stock_id bigint not null unique references stock (id),
  name text not null,
  kind text not null default 'person' check (kind in ('person', 'committee')),
  link_code text not null check (length(link_code) between 3 and 40),
  event_id bigint references events (id) on delete cascade,
  allocation integer check (allocation >= 1),
  commission_kind text not null default 'none' check (commission_kind in ('none', 'percent', 'per_ticket')),
  commission_percent integer check (commission_percent between 1 and 100),
  commission_cents integer check (commission_cents >= 1),
  status text not null default 'active' check (status in ('active', 'paused', 'ended')),
  -- Raised when the secret link to the results is renewed: earlier links are invalid.
  link_version integer not null default 1 check (link_version >= 1),
  created_at timestamptz not null default clock_now(),
  version integer not null default 1,
  check ((commission_kind = 'percent') = (commission_percent is not null)
    and (commission_kind = 'per_ticket') = (commission_cents is not null))
);
create index promoters_event on promoters (event_id);
create unique index promoters_link on promoters (upper(link_code)) where status <> 'ended';

-- What one order owes to a promo code or a promoter's link, with the amounts at purchase. It counts if its hold does.
create table promotion_redemptions (
  order_id uuid primary key,
  event_id bigint references events (id),
  promo_code_id bigint references promo_codes (id),
  promoter_id bigint references promoters (id),
  ticket_count integer not null check (ticket_count >= 0),
  discount_cents integer not null check (discount_cents >= 0),
  -- What the buyer pays, including fees.
  revenue_cents integer not null check (revenue_cents >= 0),
  commission_cents integer not null default 0 check (commission_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default clock_now(),
  check (promo_code_id is not null or promoter_id is not null)
);
create index promotion_redemptions_code on promotion_redemptions (promo_code_id, created_at)
  where promo_code_id is not null;
create index promotion_redemptions_promoter on promotion_redemptions (promoter_id, created_at)
  where promoter_id is not null;

-- Spots that several ticket types of an event share. A pool of people counts every ticket of a package; a pool of units
-- counts the package as one.
create table pools (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id) on delete cascade,
  stock_id bigint not null unique references stock (id),
  name text not null check (length(name) between 1 and 60),
  counts text not null check (counts in ('people', 'units')),
  version integer not null default 1
);
create unique index pools_name on pools (event_id, lower(name));

-- The ticket types that take their spots from a pool.
create table pool_types (
  ticket_type_id bigint references ticket_types (id) on delete cascade,
  pool_id bigint references pools (id) on delete cascade,
  primary key (ticket_type_id, pool_id)
);
create index pool_types_pool on pool_types (pool_id);

-- What admins changed in the settings; a setting with its default has no row.
create table settings (
  name text primary key check (name ~ '^[a-z]+([A-Z][a-z]+)*$'),
  value jsonb not null,
  changed_by bigint references users (id) on delete set null,
  changed_at timestamptz not null default clock_now()
);

-- A buyer's bank disputes a payment: `withdrawn_at` while the money is gone, `closed_at` once the bank has decided.
create table disputes (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  provider_ref text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  evidence_due_at timestamptz,
  withdrawn_at timestamptz,
  opened_at timestamptz not null default clock_now(),
  closed_at timestamptz,
  next_check_at timestamptz not null default clock_now() + interval '1 hour',
  check ((status = 'open') = (closed_at is null))
);
-- The staff's list of disputes.
create index disputes_newest on disputes (opened_at desc, id);
create index disputes_payment on disputes (payment_id);
create index disputes_unsettled on disputes (next_check_at)
  where status = 'open' or ((status = 'won') = (withdrawn_at is not null));

create table sandbox.disputes (
  ref text primary key,
  session_ref text not null references sandbox.sessions (ref),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null default 'fraudulent',
  status text not null default 'open' check (status in ('open', 'won', 'lost')),
  withdrawn boolean not null default true,
  created_at timestamptz not null default clock_now()
);
create index sandbox_disputes_time on sandbox.disputes (created_at, ref);

-- Staff's notes about an order. A note never changes; it can only be deleted (softly).
create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  text text not null check (length(text) between 1 and 1000),
  author_id bigint not null,
  author_name text not null,
  created_at timestamptz not null default clock_now(),
  deleted_at timestamptz,
  deleted_by_name text,
  check ((deleted_at is null) = (deleted_by_name is null))
);
create index order_notes_order on order_notes (order_id, id);

create function refuse_note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.deleted_at is not null or new.deleted_at is null
    or (new.id, new.order_id, new.text, new.author_id, new.author_name, new.created_at)
      is distinct from (old.id, old.order_id, old.text, old.author_id, old.author_name, old.created_at) then
    raise exception 'a note is only ever deleted softly' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger order_notes_protected before delete or update on order_notes
  for each row execute function refuse_note_change();

-- The ledger: what every movement of money did to which account. Written in the transaction of the movement, never
-- changed. No foreign keys: it outlives what it refers to, and a sale must not wait for a lock on an event.
create table journal_entries (
  id uuid primary key,
  kind text not null
    check (kind in (
      'capture', 'sale', 'refund', 'money_back', 'money_back_failed', 'paid_by_hand', 'dispute', 'dispute_won')),
  order_id uuid,
  payment_id uuid,
  refund_id uuid,
  dispute_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default clock_now(),
  constraint journal_entries_subject check (
    case kind
      when 'capture' then payment_id is not null
      when 'sale' then order_id is not null
      when 'refund' then refund_id is not null
      when 'money_back' then refund_id is not null
      when 'money_back_failed' then refund_id is not null
      when 'paid_by_hand' then refund_id is not null
      else dispute_id is not null
    end)
);
-- Not unique: a bank may withdraw and return the same money repeatedly; the dispute's own row guards against
-- repetition.
create index journal_entries_dispute on journal_entries (dispute_id) where dispute_id is not null;
create index journal_entries_newest on journal_entries (created_at, id);
create index journal_entries_order on journal_entries (order_id);
-- The same effect is never recorded twice.
create unique index journal_entries_capture on journal_entries (payment_id) where kind = 'capture';
create unique index journal_entries_money_back on journal_entries (refund_id) where kind = 'money_back';
create unique index journal_entries_money_back_failed on journal_entries (refund_id) where kind = 'money_back_failed';
create unique index journal_entries_paid_by_hand on journal_entries (refund_id) where kind = 'paid_by_hand';
create unique index journal_entries_refund on journal_entries (refund_id) where kind = 'refund';
create unique index journal_entries_sale on journal_entries (order_id) where kind = 'sale';

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to' using errcode = 'insufficient_privilege';
end $$;
create trigger journal_entries_rows before delete or update on journal_entries
  for each row execute function refuse_ledger_change();
create trigger journal_entries_whole before truncate on journal_entries
  for each statement execute function refuse_ledger_change();

-- Cents of `currency`: debits are positive, credits negative.
create table journal_lines (
  entry_id uuid,
  position smallint check (position >= 0),
  account text not null
    check (account in ('provider', 'buyers', 'sales', 'fees', 'tax', 'shipping', 'disputes', 'by_hand')),
  event_id bigint,
  item_id bigint,
  amount_cents integer not null check (amount_cents <> 0),
  currency text not null,
  -- What was sold: its kind and item.
  kind text check (kind ~ '^[a-z_]{1,40}$'),
  primary key (entry_id, position),
  constraint journal_lines_item check ((kind is null) = (item_id is null))
);
create index journal_lines_event on journal_lines (event_id) where event_id is not null;

-- Checks once what a statement wrote, where a deferred trigger would run for each row: a journal entry has to balance
-- when the statement that writes its lines ends. It reads only the rows written: an entry that balanced before still
-- balances if the added lines do. So the cost doesn't grow with the ledger.
create function refuse_unbalanced_entries() returns trigger language plpgsql as $$
begin
  if exists (select from written w
             where (select currency from journal_entries e where e.id = w.entry_id) is distinct from w.currency) then
    raise exception 'a journal line has no entry in its currency' using errcode = 'foreign_key_violation';
  end if;
  if exists (select from written group by entry_id having sum(amount_cents) <> 0) then
    raise exception 'a journal entry does not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger journal_lines_balance after insert on journal_lines referencing new table as written
  for each statement execute function refuse_unbalanced_entries();
create trigger journal_lines_rows before delete or update on journal_lines
  for each row execute function refuse_ledger_change();
create trigger journal_lines_whole before truncate on journal_lines
  for each statement execute function refuse_ledger_change();

-- Where our ledger and the provider disagree: found by reconciliation or recorded by the code that met it, open until
-- it is resolved. No foreign keys: a discrepancy may be about an order, payment or refund that is missing.
create table discrepancies (
  id bigint generated always as identity primary key,
  kind text not null
    check (kind in (
      'money_without_ticket', 'ticket_without_money', 'failed_refund', 'external_refund', 'provider_mismatch',
      'failed_webhook')),
  order_id uuid,
  payment_id uuid,
  refund_id uuid,
  -- The provider's ID of what it is about, if we have none.
  ref text check (length(ref) <= 255),
  subject text generated always as (coalesce(ref, refund_id::text, payment_id::text, order_id::text)) stored not null,
  detail jsonb not null default '{}',
  opened_at timestamptz not null default clock_now(),
  resolved_at timestamptz,
  -- Null if it was resolved automatically.
  resolved_by bigint references users (id) on delete set null,
  resolution text
    check (resolution in (
      'gone', 'deliver', 'return_money', 'retry_refund', 'void_order', 'void_tickets', 'ask_provider', 'replay_webhook',
      'by_hand')),
  -- When staff were emailed about it.
  alerted_at timestamptz,
  check ((resolved_at is null) = (resolution is null))
);
create index discrepancies_alerted on discrepancies (alerted_at desc) where alerted_at is not null;
create index discrepancies_resolved on discrepancies (resolved_at desc) where resolved_at is not null;
create index discrepancies_subject on discrepancies (kind, subject, id desc);
create index discrepancies_unalerted on discrepancies (id) where alerted_at is null and resolved_at is null;
create unique index discrepancies_one_open on discrepancies (kind, subject) where resolved_at is null;

-- When each job last ran through everything.
create table job_runs (
  name text primary key check (name = 'discrepancies'),
  ran_at timestamptz not null default clock_now()
);

-- What each event sold, as of half a minute ago: only for lists in that order, which would have to add up all events.
create table event_sales (
  event_id bigint primary key references events (id) on delete cascade,
  sold integer not null default 0
);
create index event_sales_most on event_sales (sold, event_id);

-- When the next call of each kind to a payment provider may go out: all nodes take turns.
create table provider_pace (
  lane text primary key,
  next_at timestamptz not null
) with (fillfactor = 20);

-- The numbers of receipts, invoices and credit notes. A document's row is due in the transaction of its cause and gets
-- its number right after, in the order of the causes, from a counter: a sequence would leave a gap for each failed
-- transaction.
create table order_document_counters (
  kind text check (kind in ('receipt', 'invoice', 'cancellation', 'credit_note')),
  year smallint,
  last integer not null check (last >= 1),
  primary key (kind, year)
);

create table order_documents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('receipt', 'invoice', 'cancellation', 'credit_note')),
  order_id uuid not null references orders (id),
  order_refund_id uuid,
  due_at timestamptz not null default clock_now(),
  year smallint,
  number integer check (number >= 1),
  issued_at timestamptz,
  -- Who it is made out to: the one part that can be erased later, with that person's data.
  addressee jsonb,
  -- Everything else that is printed, as of its issue.
  content jsonb,
  -- The invoice that a cancellation cancels, or that a corrected invoice replaces.
  corrects bigint references order_documents (id),
  unique (kind, year, number),
  check ((kind = 'credit_note') = (order_refund_id is not null)),
  constraint order_documents_check1 check (num_nulls(year, number, issued_at, content) in (0, 4)),
  constraint order_documents_corrects_check check (
    case kind when 'cancellation' then corrects is not null when 'invoice' then true else corrects is null end)
);
create index order_documents_due on order_documents (due_at, id) where number is null;
create index order_documents_order on order_documents (order_id);
create unique index order_documents_one_correction on order_documents (corrects, kind) where corrects is not null;
create unique index order_documents_one_credit_note on order_documents (order_refund_id) where kind = 'credit_note';
create unique index order_documents_one_invoice on order_documents (order_id)
  where kind = 'invoice' and corrects is null;
create unique index order_documents_one_receipt on order_documents (order_id) where kind = 'receipt';

create function refuse_order_document_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.number is null then return new; end if;
  if tg_op = 'UPDATE' and new.addressee is null
    and to_jsonb(new) - 'addressee' = to_jsonb(old) - 'addressee' then return new; end if;
  raise exception 'an issued document never changes' using errcode = 'insufficient_privilege';
end $$;
create trigger order_documents_rows before delete or update on order_documents
  for each row execute function refuse_order_document_change();
create trigger order_documents_whole before truncate on order_documents
  for each statement execute function refuse_order_document_change();

-- Refunds of orders, by staff, by buyers themselves, or with an event that was canceled.
create table order_refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  -- The staff member who decided it; null if the buyer did under the refund policy.
  decided_by bigint references users (id),
  made_by text not null check (made_by in ('staff', 'buyer', 'event')),
  reason text not null check (length(reason) between 1 and 200),
  -- The staff's message to the buyer.
  note text check (length(note) between 1 and 600),
  -- What is refunded, including fees if they are; zero for free tickets.
  amount_cents integer not null check (amount_cents >= 0),
  with_fee boolean not null,
  returns_stock boolean not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  -- Why the provider couldn't send it.
  failure text,
  -- The staff member who refunded it outside the provider.
  by_hand_by bigint references users (id),
  event_refund_id uuid,
  created_at timestamptz not null default clock_now(),
  done_at timestamptz,
  -- units: their tickets become void. difference: of prices, after a move. amount: chosen by staff.
  kind text not null default 'units' check (kind in ('units', 'difference', 'amount')),
  check ((status = 'done') = (done_at is not null)),
  constraint order_refunds_check1 check ((made_by = 'buyer') = (decided_by is null)),
  constraint order_refunds_check2 check (by_hand_by is null or status = 'done')
);
create index order_refunds_event_refund on order_refunds (event_refund_id) where event_refund_id is not null;
create index order_refunds_open on order_refunds (created_at) where status <> 'done';
create index order_refunds_order on order_refunds (order_id, created_at);
alter table order_documents add foreign key (order_refund_id) references order_refunds (id);

-- What an order's refund is of. A unit is refunded once: a second guard behind the lock on its order.
create table order_refund_items (
  order_refund_id uuid not null references order_refunds (id),
  order_line_id uuid references order_lines (id),
  ticket_id bigint references tickets (id),
  -- What is refunded for it, and the fees and the tax in it.
  amount_cents integer not null check (amount_cents >= 0),
  fee_cents integer not null check (fee_cents >= 0),
  tax_cents integer not null default 0 check (tax_cents >= 0),
  -- True for the price difference of a ticket that staff moved to a cheaper spot: the ticket stays valid. Any number of
  -- differences can be refunded before the one refund that ends the ticket.
  keeps_unit boolean not null default false,
  -- A refund is of units, by line and position (a ticket is one), or of the order's shipping: no line, position 0.
  position integer not null,
  -- A refunded unit that had been sent: its stock comes back with a return, not with the refund.
  keeps_stock boolean not null default false,
  constraint order_refund_items_once unique nulls not distinct (order_refund_id, order_line_id, position),
  check ((fee_cents + tax_cents) <= amount_cents),
  constraint order_refund_items_difference check (not keeps_unit or amount_cents > 0),
  constraint order_refund_items_place check (position >= 0 and (order_line_id is null) = (position = 0)),
  constraint order_refund_items_shipping check (order_line_id is not null or ticket_id is null and fee_cents = 0)
);
create index order_refund_items_differences on order_refund_items (ticket_id) where keeps_unit;
create index order_refund_items_line on order_refund_items (order_line_id);
create unique index order_refund_items_one_end on order_refund_items (order_line_id, position) where not keeps_unit;

-- The site's last check of its invariants, one row each; without the violating rows, which may name people.
create table invariant_checks (
  id text primary key,
  holds text not null,
  outcome text not null check (outcome in ('holds', 'broken', 'too_slow', 'failed')),
  -- Violating rows, counted up to a thousand.
  row_count integer not null default 0 check (row_count >= 0),
  took_ms integer not null,
  checked_at timestamptz not null default clock_now(),
  next_check_at timestamptz not null,
  broken_since timestamptz,
  check ((outcome = 'broken') = (row_count > 0)),
  constraint invariant_checks_check1 check ((outcome = 'broken') <= (broken_since is not null))
);

-- What staff changed about single tickets, before and after; the activity log says who did it.
create table ticket_changes (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets (id),
  kind text not null check (kind in ('renamed', 'recoded', 'moved', 'canceled')),
  -- Set if it was moved: the former ticket type and the new one.
  from_type_id bigint references ticket_types (id),
  to_type_id bigint references ticket_types (id),
  -- How much more the new spot costs than what was paid for the old one; negative if less. It isn't charged.
  difference_cents integer,
  holder_before text,
  created_at timestamptz not null default clock_now(),
  -- What the spot cost when the ticket was moved: its price may change before the difference is refunded.
  spot_cents integer check (spot_cents >= 0),
  check ((kind = 'moved') = (from_type_id is not null and to_type_id is not null and difference_cents is not null))
);
create index ticket_changes_ticket on ticket_changes (ticket_id, id);
-- A ticket type that a ticket was moved to can't be deleted, like one that was ordered.
create index ticket_changes_to on ticket_changes (to_type_id) where to_type_id is not null;

-- Our ledger compared with a provider's own list of money, line by line, in both directions: daily, and on request.
create table reconciliation_runs (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('sandbox', 'stripe')),
  -- The day, in UTC: one run each. Null if staff started it.
  day date,
  started_by bigint references users (id) on delete set null,
  started_at timestamptz not null default clock_now(),
  -- Lines before this instant are compared; newer ones may still change.
  until timestamptz not null,
  -- Lines before this instant have been read: an interrupted run resumes here.
  read_until timestamptz not null,
  leased_until timestamptz,
  charges integer,
  refunds integer,
  disputes integer,
  differences integer,
  -- Why it is stuck.
  error text,
  done_at timestamptz
);
create unique index reconciliation_runs_daily on reconciliation_runs (provider, day) where day is not null;
create unique index reconciliation_runs_open on reconciliation_runs (provider) where done_at is null;

-- The provider's list of money as last read.
create table provider_money (
  provider text,
  kind text check (kind in ('charge', 'refund', 'dispute')),
  ref text,
  payment_id uuid,
  refund_id uuid,
  amount_cents integer not null,
  currency text not null,
  status text not null,
  at timestamptz not null,
  -- The run that saw it last.
  run_id bigint not null references reconciliation_runs (id),
  primary key (provider, kind, ref)
) with (fillfactor = 80);
create index provider_money_payment on provider_money (payment_id) where payment_id is not null;

-- Refunds of all orders of a canceled event, order by order. If there are several admins, a second one confirms it.
create table event_refunds (
  id uuid primary key,
  event_id bigint not null references events (id),
  status text not null check (status in ('proposed', 'running', 'paused', 'done', 'withdrawn')),
  started_by bigint not null references users (id),
  confirmed_by bigint references users (id),
  reason text not null check (length(reason) between 3 and 200),
  note text check (length(note) between 3 and 600),
  with_fee boolean not null,
  includes_admitted boolean not null,
  created_at timestamptz not null default clock_now(),
  done_at timestamptz,
  check (confirmed_by is distinct from started_by),
  constraint event_refunds_check1 check ((status = 'done') = (done_at is not null))
);
create index event_refunds_event on event_refunds (event_id, created_at desc);
create unique index event_refunds_one_open on event_refunds (event_id)
  where status in ('proposed', 'running', 'paused');
alter table order_refunds add foreign key (event_refund_id) references event_refunds (id);

-- The orders of such a refund. Interrupted work resumes with those that are waiting.
create table event_refund_orders (
  event_refund_id uuid references event_refunds (id),
  order_id uuid references orders (id),
  status text not null default 'waiting' check (status in ('waiting', 'made', 'skipped')),
  -- Why it was skipped.
  why text,
  primary key (event_refund_id, order_id),
  check ((status = 'skipped') = (why is not null))
);
create index event_refund_orders_waiting on event_refund_orders (event_refund_id, order_id) where status = 'waiting';

-- The hash chain of the activity log: each hash includes the one before it.
create table audit_hashes (
  position bigint primary key check (position > 0),
  entry_id bigint not null unique,
  hash bytea not null check (octet_length(hash) = 32),
  hashed_at timestamptz not null default clock_now()
);
create trigger audit_hashes_rows before delete or update on audit_hashes
  for each row execute function refuse_audit_change();
create trigger audit_hashes_whole before truncate on audit_hashes
  for each statement execute function refuse_audit_change();

-- The end of the hash chain, stored apart from it, so that deleting the last entries is noticed.
create table audit_hash_chain (
  only_one boolean default true primary key check (only_one),
  position bigint not null default 0 check (position >= 0),
  hash bytea not null default decode(repeat('00', 32), 'hex') check (octet_length(hash) = 32),
  hashed_at timestamptz
);
insert into audit_hash_chain default values;

-- Entries that wait for their hash, and since when by the server's own clock.
create table audit_unhashed (
  entry_id bigint primary key,
  since timestamptz not null default clock_timestamp()
);

-- The site verifies the whole log again and again, a section at a time.
create table audit_walk (
  only_one boolean default true primary key check (only_one),
  -- Verified in this round: everything up to this entry.
  entry_id bigint not null default 0,
  -- When the round's first section was verified; null between two rounds.
  started_at timestamptz,
  -- The first broken entry that this round found, and the first that is known.
  found_entry_id bigint,
  broken_entry_id bigint,
  -- When the last round without a broken entry began.
  whole_at timestamptz
);
insert into audit_walk default values;

-- The networks that free orders came from, kept for a day.
create table free_order_networks (
  order_id uuid primary key references orders (id),
  network text not null,
  created_at timestamptz not null default clock_now()
);
create index free_order_networks_network on free_order_networks (network);

-- Rate limits that all nodes share. They last minutes and mean nothing after a crash, so the table is unlogged. Names
-- and order of the columns are those of the library that counts; `expire` is in milliseconds since 1970.
create unlogged table rate_counters (
  key text primary key,
  points integer not null,
  expire bigint
) with (fillfactor = 70);

-- Staff's notes about a customer: an account, or the buyer of guest orders under one email address that no account has
-- confirmed. They are personal data, so they are deleted with the account.
create table customer_notes (
  id bigint generated always as identity primary key,
  user_id bigint references users (id),
  email text check (email = lower(email)),
  text text not null check (length(text) between 1 and 1000),
  author_id bigint not null,
  author_name text not null,
  created_at timestamptz not null default clock_now(),
  deleted_at timestamptz,
  deleted_by_name text,
  check ((user_id is null) <> (email is null)),
  constraint customer_notes_check1 check ((deleted_at is null) = (deleted_by_name is null))
);
create index customer_notes_email on customer_notes (email) where email is not null;
create index customer_notes_user on customer_notes (user_id) where user_id is not null;

-- Who gives comps for an event. The budget counts tickets; it is stock, so that the allocator guards it.
create table comp_hosts (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id),
  name text not null check (length(name) between 1 and 120),
  stock_id bigint not null unique references stock (id),
  created_at timestamptz not null default clock_now()
);
create unique index comp_hosts_name on comp_hosts (event_id, lower(name));
alter table comps add foreign key (host_id) references comp_hosts (id);

-- A batch holds stock under its own id, as an order does.
create table comp_batches (
  id uuid primary key,
  source text not null check (source in ('list', 'link')),
  event_id bigint not null references events (id),
  ticket_type_id bigint not null references ticket_types (id),
  host_id bigint references comp_hosts (id),
  issuer_id bigint not null references users (id),
  reason text not null check (length(reason) between 3 and 200),
  units integer not null check (units > 0),
  status text not null default 'running' check (status in ('running', 'done', 'stopped', 'revoking', 'revoked')),
  problem text,
  created_at timestamptz not null default clock_now(),
  ended_at timestamptz,
  revoker_id bigint references users (id),
  revoke_reason text,
  -- Claim links: a batch that people take their tickets from themselves, until it's used up or its time is up.
  ends_at timestamptz,
  max_per_person smallint check (max_per_person between 1 and 4),
  check ((status = 'running') = (ended_at is null)),
  constraint comp_batches_check1 check ((status in ('revoking', 'revoked')) = (revoker_id is not null)),
  constraint comp_batches_check2 check ((revoker_id is null) = (revoke_reason is null)),
  constraint comp_batches_check3 check (problem is null or status <> 'running'),
  constraint comp_batches_link
    check ((source = 'link') = (ends_at is not null) and (source = 'link') = (max_per_person is not null))
);
create index comp_batches_due on comp_batches (created_at) where status in ('running', 'revoking');
create index comp_batches_event on comp_batches (event_id, created_at desc);
create index comp_batches_newest on comp_batches (created_at desc, id desc);
alter table comps add foreign key (batch_id) references comp_batches (id);

-- The guests of a batch. Names and emails are here only while guests wait; then they are in their orders.
create table comp_guests (
  batch_id uuid references comp_batches (id),
  position integer check (position > 0),
  name text,
  email text check (email = lower(email)),
  units integer not null check (units between 1 and 10),
  status text not null default 'waiting' check (status in ('waiting', 'issued', 'canceled', 'revoked', 'kept')),
  order_id uuid unique references orders (id),
  -- Who claimed: a keyed hash of the email, so that each email claims once per link.
  claimant bytea check (length(claimant) = 32),
  primary key (batch_id, position),
  check ((status = 'waiting') = (name is not null)),
  constraint comp_guests_check1 check (email is null or name is not null),
  constraint comp_guests_check2 check ((status in ('issued', 'revoked', 'kept')) = (order_id is not null))
) with (fillfactor = 70);
create index comp_guests_claims on comp_guests (claimant) where claimant is not null;
create index comp_guests_email on comp_guests (email) where email is not null;
create index comp_guests_waiting on comp_guests (batch_id, position) where status = 'waiting';
create unique index comp_guests_claimant on comp_guests (batch_id, claimant);

-- What only order lines of tickets have.
create table ticket_lines (
  order_line_id uuid primary key references order_lines (id),
  -- A copy, so that lists of an event find its orders in one index.
  order_id uuid not null,
  ticket_type_id bigint not null references ticket_types (id),
  event_id bigint not null references events (id),
  tickets_per_unit integer not null check (tickets_per_unit >= 1)
);
create index ticket_lines_event on ticket_lines (event_id, order_id);
create index ticket_lines_order on ticket_lines (order_id);
create index ticket_lines_type on ticket_lines (ticket_type_id);

-- Where an order came from, as its buyer's browser says; the promoter is one that exists.
create table order_attributions (
  order_id uuid primary key references orders (id),
  source text check (length(source) between 1 and 40),
  campaign text check (length(campaign) between 1 and 40),
  promoter_id bigint references promoters (id),
  stream_id bigint,
  -- The device and browser of the buyer, as their request said.
  device text check (device in ('mobile', 'tablet', 'desktop')),
  browser text check (length(browser) between 1 and 32),
  check (num_nonnulls(source, campaign, promoter_id, stream_id, device, browser) > 0)
);
create index order_attributions_campaign on order_attributions (campaign) where source = 'email';
create index order_attributions_promoter on order_attributions (promoter_id) where promoter_id is not null;

-- What the shop sells. A product has variants; a variant is what is counted, priced and sold.
create table collections (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,80}$'),
  name text not null check (length(name) between 1 and 60),
  description text not null default '',
  position integer not null default 100,
  version integer not null default 1
);

create table products (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,80}$'),
  title text not null check (length(title) between 1 and 120),
  tagline text not null default '',
  description text not null default '',
  kind text not null check (kind in ('physical', 'digital')),
  publication text not null default 'draft' check (publication in ('draft', 'active', 'archived')),
  tax_category text not null check (tax_category in ('clothing', 'general', 'media', 'digital')),
  -- [{"name": "Color", "values": ["Black", "Bone"]}]
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- Which of them is the size and which the color, from 1; null without one.
  size_at integer generated always as (
    case 'size'
      when lower(options #>> '{0,name}') then 1
      when lower(options #>> '{1,name}') then 2
      when lower(options #>> '{2,name}') then 3
    end) stored,
  color_at integer generated always as (
    case 'color'
      when lower(options #>> '{0,name}') then 1
      when lower(options #>> '{1,name}') then 2
      when lower(options #>> '{2,name}') then 3
    end) stored,
  -- {"rows": [["Size", "Chest"], …], "note": "…"}
  size_guide jsonb,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  position integer not null default 1000,
  version integer not null default 1,
  -- What a visitor searches by: title, tagline, collections, colors.
  search_text text not null default '',
  published_at timestamptz,
  created_at timestamptz not null default clock_now(),
  updated_at timestamptz not null default clock_now()
);
create index products_active on products (position, id) where publication = 'active';

create table collection_products (
  collection_id bigint references collections (id) on delete cascade,
  product_id bigint references products (id) on delete cascade,
  primary key (collection_id, product_id)
);
create index collection_products_product on collection_products (product_id);

-- Pictures in order; the first one is the product's face. `picture_id` and its files are the media library's.
create table product_pictures (
  product_id bigint references products (id) on delete cascade,
  position integer check (position between 0 and 19),
  picture_id bigint not null references pictures (id),
  primary key (product_id, position)
);
create index product_pictures_picture on product_pictures (picture_id);

-- The events that a product belongs to.
create table product_events (
  product_id bigint references products (id) on delete cascade,
  event_id bigint references events (id) on delete cascade,
  primary key (product_id, event_id)
);
create index product_events_event on product_events (event_id);

create table variants (
  id bigint generated always as identity primary key,
  product_id bigint not null references products (id) on delete cascade,
  stock_id bigint not null unique references stock (id),
  -- A value for each option of the product, in their order.
  options text[] not null default '{}',
  sku text not null check (length(sku) between 1 and 40),
  price_cents integer not null check (price_cents between 1 and 100000000),
  compare_at_cents integer,
  cost_cents integer check (cost_cents >= 0),
  weight_grams integer not null default 0 check (weight_grams between 0 and 100000),
  low_stock_at integer check (low_stock_at >= 0),
  max_per_order integer not null default 10 check (max_per_order between 1 and 100),
  max_per_person integer check (max_per_person between 1 and 1000),
  sales_start_at timestamptz,
  sales_end_at timestamptz,
  preorder_ships_on date,
  picture integer check (picture between 0 and 19),
  position integer not null default 0,
  is_archived boolean not null default false,
  -- When staff were alerted that the variant is running low; null again once there is enough.
  low_told_at timestamptz,
  check (compare_at_cents > price_cents),
  constraint variants_check1 check (sales_start_at is null or sales_end_at is null or sales_start_at < sales_end_at)
);
create index variants_product on variants (product_id, position);
create unique index variants_options on variants (product_id, options) where not is_archived;
create unique index variants_sku on variants (lower(sku)) where not is_archived;

-- A bundle: one unit of `variant_id` takes these units of other variants' stock.
create table variant_parts (
  variant_id bigint references variants (id) on delete cascade,
  part_id bigint references variants (id),
  quantity integer not null check (quantity between 1 and 20),
  primary key (variant_id, part_id),
  check (variant_id <> part_id)
);
create index variant_parts_part on variant_parts (part_id);

-- What only order lines of variants have.
create table variant_lines (
  order_line_id uuid primary key references order_lines (id),
  order_id uuid not null,
  variant_id bigint not null references variants (id),
  product_id bigint not null references products (id),
  kind text not null check (kind in ('physical', 'digital')),
  sku text not null,
  cost_cents integer,
  weight_grams integer not null default 0,
  preorder_ships_on date
);
create index variant_lines_order on variant_lines (order_id);
create index variant_lines_product on variant_lines (product_id, order_id);
create index variant_lines_variant on variant_lines (variant_id);

-- What changed a variant's stock besides its sales and refunds.
create table stock_changes (
  id bigint generated always as identity primary key,
  variant_id bigint not null references variants (id) on delete cascade,
  reason text not null check (reason in ('received', 'counted', 'damaged', 'given_away', 'returned', 'opening')),
  units integer not null,
  on_hand integer not null check (on_hand >= 0),
  note text not null default '',
  made_by bigint references users (id) on delete set null,
  at timestamptz not null default clock_now()
);
create index stock_changes_variant on stock_changes (variant_id, id desc);

-- The file of a digital product; the store's name for it is random.
create table product_files (
  id bigint generated always as identity primary key,
  product_id bigint unique references products (id) on delete set null,
  name text not null,
  bytes bigint not null,
  type text not null,
  store_key text not null unique,
  uploaded_by bigint references users (id) on delete set null,
  created_at timestamptz not null default clock_now()
);

-- Who wants one email when a variant can be bought again.
create table back_in_stock (
  id bigint generated always as identity primary key,
  variant_id bigint not null references variants (id) on delete cascade,
  email text not null,
  user_id bigint references users (id) on delete set null,
  asked_at timestamptz not null default clock_now(),
  told_at timestamptz
);
create index back_in_stock_user on back_in_stock (user_id) where user_id is not null;
create unique index back_in_stock_waiting on back_in_stock (variant_id, email) where told_at is null;

-- The version of the two tables that follow: staff save both as a whole.
create table delivery_settings (
  id boolean default true primary key check (id),
  version integer not null default 1
);
insert into delivery_settings default values;

-- What shipping costs: for a group of states (empty: everywhere in the US) and a range of weights, both ends in grams,
-- the upper one not included; null: no limit. Rates that name a state replace those for everywhere in it.
create table shipping_rates (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  states text[] not null default '{}',
  from_grams integer not null default 0 check (from_grams >= 0),
  below_grams integer,
  price_cents integer not null check (price_cents between 0 and 1000000),
  -- Free from this amount of shipped products on, after discounts; null: never.
  free_from_cents integer check (free_from_cents >= 0),
  position integer not null default 0,
  check (below_grams > from_grams)
);

-- Sales tax by destination and category, in thousandths of a percent: 8.875 % is 8875. The most exact row wins: ZIP
-- range before state, category before all.
create table tax_rates (
  id bigint generated always as identity primary key,
  state text not null check (state ~ '^[A-Z]{2}$'),
  zip_from text check (zip_from ~ '^\d{5}$'),
  zip_to text,
  category text check (category in ('clothing', 'general', 'media', 'digital', 'shipping')),
  rate integer not null check (rate between 0 and 30000),
  check (zip_to ~ '^\d{5}$' and zip_to >= zip_from),
  constraint tax_rates_check1 check ((zip_from is null) = (zip_to is null))
);
create unique index tax_rates_once on tax_rates (state, zip_from, zip_to, category) nulls not distinct;

-- Where an order's products go: to an address in the US, or to an event where they are picked up.
create table order_deliveries (
  order_id uuid primary key references orders (id),
  method text not null check (method in ('ship', 'pickup')),
  rate_name text,
  -- What shipping cost, without its tax: a part of the order's total.
  price_cents integer not null default 0 check (price_cents >= 0),
  name text,
  line1 text,
  line2 text,
  city text,
  state text,
  zip text,
  event_id bigint references events (id),
  check ((method = 'ship') = (line1 is not null and city is not null and state is not null and zip is not null)),
  constraint order_deliveries_check1 check ((method = 'pickup') = (event_id is not null)),
  constraint order_deliveries_check2 check (method = 'ship' or price_cents = 0)
);
create index order_deliveries_event on order_deliveries (event_id) where event_id is not null;

-- A cart belongs to a user, or to a browser whose cookie has its token. That of a guest has both: the guest's browser
-- still finds it when the guest signs in as a member.
create table carts (
  id bigint generated always as identity primary key,
  user_id bigint unique references users (id) on delete cascade,
  token_hash bytea unique,
  updated_at timestamptz not null default clock_now(),
  check (num_nonnulls(user_id, token_hash) > 0)
);
create index carts_of_browsers on carts (updated_at) where token_hash is not null;

create table cart_lines (
  cart_id bigint references carts (id) on delete cascade,
  kind text check (kind ~ '^[a-z_]{1,40}$'),
  item_id bigint,
  quantity integer not null check (quantity between 1 and 100),
  -- What the visitor was shown when it was added.
  unit_cents integer check (unit_cents >= 0),
  added_at timestamptz not null default clock_now(),
  primary key (cart_id, kind, item_id)
);

-- What is to be sent or handed over of an order with products: one row per paid order that has any. Kept in step with
-- its units, so that staff find what is open without reading every order.
create table fulfillments (
  order_id uuid primary key references orders (id),
  method text not null check (method in ('ship', 'pickup')),
  -- Where it is picked up.
  event_id bigint references events (id),
  status text not null
    check (status in (
      'to_ship', 'partly_shipped', 'shipped', 'to_pick_up', 'partly_picked_up', 'picked_up', 'nothing_left')),
  -- The day before which nothing can be sent, because all of it is made to order; null if something can.
  ready_on date,
  paid_at timestamptz not null default clock_now(),
  check ((method = 'pickup') = (event_id is not null))
);
create index fulfillments_event on fulfillments (event_id) where event_id is not null;
create index fulfillments_newest on fulfillments (paid_at desc, order_id desc);
create index fulfillments_open on fulfillments (paid_at, order_id)
  where status in ('to_ship', 'partly_shipped', 'to_pick_up', 'partly_picked_up');

-- A parcel that was sent, or units that were handed over.
create table shipments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('parcel', 'handover')),
  carrier text,
  tracking text,
  -- Where it was handed over, if at an event's door.
  event_id bigint references events (id),
  gate text,
  made_by bigint references users (id) on delete set null,
  made_at timestamptz not null default clock_now(),
  voided_at timestamptz,
  check ((kind = 'parcel') = (carrier is not null)),
  constraint shipments_check1 check (kind = 'parcel' or tracking is null)
);
create index shipments_order on shipments (order_id);

-- Which units: a unit is a position in its line, from 1, as refunds count them.
create table shipment_units (
  shipment_id uuid references shipments (id),
  order_line_id uuid references order_lines (id),
  position integer check (position >= 1),
  is_voided boolean not null default false,
  primary key (shipment_id, order_line_id, position)
);
create unique index shipment_units_once on shipment_units (order_line_id, position) where not is_voided;

-- Units that came back, and whether they are on sale again.
create table item_returns (
  id uuid primary key,
  order_id uuid not null references orders (id),
  is_restocked boolean not null,
  note text not null default '',
  -- The refund that was made with it.
  order_refund_id uuid references order_refunds (id),
  made_by bigint references users (id) on delete set null,
  made_at timestamptz not null default clock_now()
);
create index item_returns_order on item_returns (order_id);
create index item_returns_refund on item_returns (order_refund_id) where order_refund_id is not null;

-- Which units came back; each comes back once.
create table item_return_units (
  item_return_id uuid not null references item_returns (id),
  order_line_id uuid references order_lines (id),
  position integer check (position >= 1),
  primary key (order_line_id, position)
);
create index item_return_units_return on item_return_units (item_return_id);

-- How often the file of a line was downloaded.
create table downloads (
  order_line_id uuid primary key references order_lines (id),
  order_id uuid not null references orders (id),
  count integer not null default 0 check (count >= 0),
  last_at timestamptz
);
create index downloads_order on downloads (order_id);

-- Addresses that products had before: links to them lead to the product's current one.
create table product_slugs (
  slug text primary key,
  product_id bigint not null references products (id) on delete cascade,
  left_at timestamptz not null default clock_now()
);
create index product_slugs_product on product_slugs (product_id);

-- The realtime channel. Each topic numbers its messages without gaps: a message takes its number with the topic's row
-- locked until the transaction ends, so that the order of the numbers is the order of the commits. Numbers from a
-- sequence aren't: a reader who has seen 6 would miss 5.
create table realtime_topics (
  topic text primary key check (topic ~ '^[a-z][a-z_]{0,30}\.[A-Za-z0-9_-]{1,64}$'),
  -- The number of its latest message.
  seq bigint not null check (seq >= 0)
) with (fillfactor = 50);

-- The latest messages, for those who come back after a break; older ones are deleted.
create table realtime_messages (
  topic text references realtime_topics (topic),
  seq bigint check (seq >= 1),
  type text not null check (type ~ '^[a-z_]{1,40}$'),
  data jsonb not null,
  -- What the message is about, so that its text can be removed from here too.
  subject text check (length(subject) between 1 and 100),
  at timestamptz not null default clock_now(),
  primary key (topic, seq)
);
create index realtime_messages_age on realtime_messages (at);
create index realtime_messages_subject on realtime_messages (topic, subject) where subject is not null;

-- A chat room of something that another module has: a stream, say.
create table chat_rooms (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]{1,30}$'),
  owner_id bigint not null,
  audience text not null default 'signed_in' check (audience in ('signed_in', 'members', 'ticket_holders')),
  -- Seconds that an author waits between messages.
  slow_seconds integer not null default 0 check (slow_seconds between 0 and 600),
  links text not null default 'trusted' check (links in ('off', 'trusted', 'all')),
  opens_at timestamptz,
  closes_at timestamptz,
  -- Closed by a moderator, whatever the time is.
  is_paused boolean not null default false,
  pinned_id bigint,
  created_at timestamptz not null default clock_now(),
  unique (kind, owner_id),
  check (closes_at > opens_at)
);

create table chat_messages (
  id bigint generated always as identity primary key,
  room_id bigint not null references chat_rooms (id),
  -- Null once the account is deleted.
  author_id bigint references users (id) on delete set null,
  author_name text not null,
  badge text check (badge in ('host', 'moderator', 'admin')),
  text text not null check (length(text) between 1 and 500),
  reply_to_id bigint,
  -- Chosen by the browser: the same message sent twice is one.
  client_id uuid not null,
  at timestamptz not null default clock_now(),
  hidden_at timestamptz,
  unique (room_id, author_id, client_id),
  unique (room_id, id),
  foreign key (room_id, reply_to_id) references chat_messages (room_id, id)
);
create index chat_messages_author on chat_messages (author_id);
create index chat_messages_replies on chat_messages (room_id, reply_to_id) where reply_to_id is not null;
create index chat_messages_shown on chat_messages (room_id, id desc) where hidden_at is null;
alter table chat_rooms add foreign key (id, pinned_id) references chat_messages (room_id, id);

-- One reaction of each person to a message.
create table chat_reactions (
  message_id bigint references chat_messages (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'laugh', 'fire', 'clap', 'wow')),
  primary key (message_id, user_id)
);
create index chat_reactions_user on chat_reactions (user_id);

-- When each person last posted in a room. Posting locks the row, so a person's messages come one after the other.
create table chat_authors (
  room_id bigint references chat_rooms (id),
  user_id bigint references users (id) on delete cascade,
  last_at timestamptz not null default '-infinity',
  primary key (room_id, user_id)
);
create index chat_authors_user on chat_authors (user_id);

-- Who can't post (`until` is set: a timeout), or can't read either (a ban). Without a room: in every room.
create table chat_bans (
  id bigint generated always as identity primary key,
  room_id bigint references chat_rooms (id),
  user_id bigint not null references users (id) on delete cascade,
  until timestamptz,
  made_at timestamptz not null default clock_now(),
  lifted_at timestamptz
);
create index chat_bans_room on chat_bans (room_id) where room_id is not null;
create unique index chat_bans_one on chat_bans (user_id, coalesce(room_id, 0)) where lifted_at is null;

-- What moderators did, for those who look after the room.
create table chat_log (
  id bigint generated always as identity primary key,
  room_id bigint references chat_rooms (id),
  at timestamptz not null default clock_now(),
  moderator_id bigint references users (id) on delete set null,
  moderator_name text not null,
  action text not null
    check (action in ('hidden', 'restored', 'pinned', 'unpinned', 'timed_out', 'banned', 'unbanned', 'changed')),
  message_id bigint references chat_messages (id),
  person_id bigint references users (id) on delete set null,
  person_name text,
  reason text not null
);
create index chat_log_message on chat_log (message_id) where message_id is not null;
create index chat_log_moderator on chat_log (moderator_id) where moderator_id is not null;
create index chat_log_person on chat_log (person_id) where person_id is not null;
create index chat_log_room on chat_log (room_id, id desc);

-- Words that no message may have, folded as messages are.
create table banned_words (
  word text primary key check (length(word) between 2 and 40)
);

-- What a host puts into their encoder. Only its hash is stored.
create table stream_keys (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default clock_now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- The account of the host who streams with a key: in the chat of their streams they have the host's badge and
  -- moderate.
  host_id bigint references users (id) on delete set null
);
create index stream_keys_host on stream_keys (host_id) where host_id is not null;

-- A show that is watched on the site.
create table streams (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  description text not null default '',
  picture_id bigint references pictures (id),
  starts_at timestamptz not null,
  time_zone text not null,
  event_id bigint references events (id) on delete set null,
  -- push: a host's encoder sends it here. hls: it is at another address. embed: a service's own player shows it.
  source text not null check (source in ('push', 'hls', 'embed')),
  key_id bigint references stream_keys (id),
  address text,
  embed_provider text check (embed_provider in ('youtube', 'twitch')),
  embed_video text check (embed_video ~ '^[A-Za-z0-9_-]{3,40}$'),
  -- tickets: of its event. pass: of the types in stream_ticket_types.
  access text not null check (access in ('free', 'members', 'tickets', 'pass')),
  status text not null default 'scheduled'
    check (status in ('scheduled', 'starting', 'live', 'stalled', 'ended', 'replay')),
  is_published boolean not null default false,
  is_recorded boolean not null default true,
  version integer not null default 1,
  -- When the host pressed Go live.
  go_live_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- When its last segment was published, and how long segments are at most.
  last_segment_at timestamptz,
  segment_seconds integer not null default 2 check (segment_seconds between 1 and 20),
  -- When the encoder said that it has ended; null again if it sends more.
  encoder_ended_at timestamptz,
  created_at timestamptz not null default clock_now(),
  deleted_at timestamptz,
  chat_room_id bigint references chat_rooms (id),
  offer_product_id bigint references products (id) on delete set null,
  offer_event_id bigint references events (id) on delete set null,
  check ((source = 'push') = (key_id is not null)),
  constraint streams_check1 check ((source = 'hls') = (address is not null)),
  constraint streams_check2 check ((source = 'embed') = (embed_provider is not null)),
  constraint streams_check3 check ((embed_provider is null) = (embed_video is null)),
  constraint streams_check4 check ((status in ('ended', 'replay')) = (ended_at is not null)),
  constraint streams_check5 check (status not in ('live', 'stalled', 'replay') or started_at is not null),
  constraint streams_check6 check (ended_at >= started_at),
  constraint streams_check7 check (num_nonnulls(offer_product_id, offer_event_id) <= 1)
);
create index streams_chat_room on streams (chat_room_id) where chat_room_id is not null;
create index streams_event on streams (event_id) where event_id is not null;
create index streams_key on streams (key_id) where key_id is not null;
create index streams_offer_event on streams (offer_event_id) where offer_event_id is not null;
create index streams_offer_product on streams (offer_product_id) where offer_product_id is not null;
create index streams_open on streams (id)
  where status in ('scheduled', 'starting', 'live', 'stalled') and deleted_at is null;
create index streams_picture on streams (picture_id) where picture_id is not null;
create index streams_start on streams (starts_at desc, id desc) where deleted_at is null;
-- A key feeds one stream at a time.
create unique index streams_one_per_key on streams (key_id) where status in ('live', 'stalled') and deleted_at is null;

-- The ticket types that open a stream, if its access is by pass.
create table stream_ticket_types (
  stream_id bigint references streams (id),
  ticket_type_id bigint references ticket_types (id) on delete cascade,
  primary key (stream_id, ticket_type_id)
);
create index stream_ticket_types_type on stream_ticket_types (ticket_type_id);

-- One run of an encoder, from its first segment until it is cut off or ends.
create table stream_pushes (
  id bigint generated always as identity primary key,
  stream_id bigint not null references streams (id),
  began_at timestamptz not null default clock_now(),
  last_segment_at timestamptz not null default clock_now(),
  segments integer not null default 0 check (segments >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  media_ms bigint not null default 0 check (media_ms >= 0),
  -- Segments that its playlists skipped.
  gaps integer not null default 0 check (gaps >= 0)
);
create index stream_pushes_stream on stream_pushes (stream_id, id);

-- A playlist that the host sends: one quality, sound or captions.
create table stream_renditions (
  id bigint generated always as identity primary key,
  stream_id bigint not null references streams (id),
  path text not null,
  -- What the host's own master playlist says of it.
  attributes jsonb not null default '{}',
  -- The playlist that waits for segments that it names.
  pending jsonb,
  last_host_sequence bigint,
  next_sequence integer not null default 0 check (next_sequence >= 0),
  discontinuity integer not null default 0 check (discontinuity >= 0),
  segment_seconds integer not null default 1 check (segment_seconds between 1 and 20),
  is_ended boolean not null default false,
  last_upload_number bigint not null default 0,
  playlist_number bigint not null default 0,
  unique (stream_id, path)
);

-- A file that an encoder uploaded. Names repeat when an encoder restarts, so each upload has an ID of its own.
create table stream_segments (
  id uuid primary key,
  number bigint generated always as identity,
  stream_id bigint not null references streams (id),
  path text not null,
  -- receiving: its bytes are on their way. ready: it is stored. published: a playlist of ours names it.
  status text not null default 'receiving' check (status in ('receiving', 'ready', 'published')),
  bytes integer not null default 0 check (bytes >= 0),
  received_at timestamptz not null default clock_now(),
  rendition_id bigint references stream_renditions (id),
  sequence integer check (sequence >= 0),
  duration_ms integer check (duration_ms > 0),
  discontinuity integer check (discontinuity >= 0),
  -- The upload with the headers that this one needs.
  map_id uuid references stream_segments (id),
  -- When its first frame was shown, by the clock of the stream.
  begins_at timestamptz,
  -- From its stream's start on, it belongs to the recording.
  published_at timestamptz,
  unique (rendition_id, sequence),
  check ((sequence is null) = (rendition_id is null)),
  constraint stream_segments_check1 check ((sequence is null) = (duration_ms is null)),
  constraint stream_segments_check2 check ((sequence is null) = (discontinuity is null)),
  constraint stream_segments_check3 check ((sequence is null) = (begins_at is null)),
  constraint stream_segments_check4 check ((sequence is null) = (published_at is null)),
  constraint stream_segments_check5 check (sequence is null or status = 'published')
);
create index stream_segments_age on stream_segments (received_at);
create index stream_segments_map on stream_segments (map_id) where map_id is not null;
create index stream_segments_path on stream_segments (stream_id, path, number desc);

-- Who watches, by the hash of their cookie.
create table stream_viewers (
  stream_id bigint references streams (id),
  viewer bytea check (length(viewer) = 32),
  first_seen_at timestamptz not null default clock_now(),
  seen_at timestamptz not null default clock_now(),
  primary key (stream_id, viewer)
);
create index stream_viewers_seen on stream_viewers (seen_at);

-- How many people watched in each minute.
create table stream_minutes (
  stream_id bigint references streams (id),
  minute timestamptz,
  viewers integer not null check (viewers >= 0),
  primary key (stream_id, minute)
);

-- A ticket opens its stream to two viewers at a time: each takes a seat.
create table stream_seats (
  stream_id bigint references streams (id),
  ticket_id bigint references tickets (id),
  seat smallint check (seat between 1 and 2),
  viewer bytea not null check (length(viewer) = 32),
  seen_at timestamptz not null default clock_now(),
  primary key (stream_id, ticket_id, seat),
  unique (stream_id, viewer)
);
create index stream_seats_seen on stream_seats (seen_at);
create index stream_seats_ticket on stream_seats (ticket_id);

-- Who wants one email when a stream is live.
create table stream_reminders (
  id bigint generated always as identity primary key,
  stream_id bigint not null references streams (id),
  email text not null,
  user_id bigint references users (id) on delete set null,
  asked_at timestamptz not null default clock_now(),
  told_at timestamptz,
  unique (stream_id, email)
);
create index stream_reminders_email on stream_reminders (email);
create index stream_reminders_user on stream_reminders (user_id) where user_id is not null;
create index stream_reminders_waiting on stream_reminders (stream_id) where told_at is null;

-- A member in the community. Whoever writes locks their own row, so one person's posts come one after the other.
create table community_members (
  user_id bigint primary key references users (id) on delete cascade,
  -- Until when they can only read; 'infinity' after a suspension from the community.
  muted_until timestamptz,
  muted_reason text,
  show_joined boolean not null default true,
  show_badges boolean not null default false,
  is_findable boolean not null default true,
  may_follow boolean not null default true,
  mentions text not null default 'everyone' check (mentions in ('everyone', 'following', 'nobody')),
  digest text not null default 'weekly' check (digest in ('off', 'daily', 'weekly')),
  digest_at timestamptz not null default clock_now(),
  check ((muted_until is null) = (muted_reason is null))
);
create index community_members_digest on community_members (digest, digest_at) where digest <> 'off';

-- Who follows, muted or blocked whom.
create table relations (
  from_id bigint references users (id) on delete cascade,
  kind text check (kind in ('follow', 'mute', 'block')),
  to_id bigint references users (id) on delete cascade,
  at timestamptz not null default clock_now(),
  primary key (from_id, kind, to_id),
  check (from_id <> to_id)
);
create index relations_to on relations (to_id, kind, from_id);

-- The order in which posts were published: an approved post is as new as its approval.
create sequence post_positions;

create table posts (
  id bigint generated always as identity primary key,
  kind text not null default 'post' check (kind in ('post', 'photos', 'after_party')),
  -- Null once the account is deleted, and for what the site itself writes.
  author_id bigint references users (id) on delete set null,
  event_id bigint references events (id),
  -- Where the event was in time when it was written.
  phase text check (phase in ('before', 'during', 'after')),
  -- Markdown, and what the renderer of this version made of it.
  text text not null check (length(text) <= 5000),
  html text not null,
  html_version smallint not null,
  status text not null check (status in ('published', 'held', 'hidden', 'deleted')),
  hidden_reason text,
  position bigint not null default nextval('post_positions') unique,
  created_at timestamptz not null default clock_now(),
  published_at timestamptz,
  pinned_at timestamptz,
  edited_at timestamptz,
  version integer not null default 1,
  image_count smallint not null default 0 check (image_count between 0 and 10),
  comment_count integer not null default 0 check (comment_count >= 0),
  -- By kind.
  reactions jsonb not null default '{}',
  reaction_count integer not null default 0 check (reaction_count >= 0),
  -- In seconds: when it was published, plus a week for each tenfold response. It goes in steps, so that most reactions
  -- change no index.
  score bigint generated always as (
    (floor(20 * log((1 + reaction_count + 2 * comment_count)::double precision)) * 30240
      + floor(extract(epoch from published_at at time zone 'UTC')))::bigint) stored,
  check ((event_id is null) = (phase is null)),
  constraint posts_check1 check ((status = 'hidden') = (hidden_reason is not null)),
  constraint posts_check2 check (status <> 'published' or published_at is not null),
  constraint posts_check3 check (pinned_at is null or status = 'published'),
  constraint posts_check4 check (kind = 'post' or event_id is not null),
  constraint posts_check5 check (kind <> 'after_party' or author_id is null)
) with (fillfactor = 85);
create index posts_author on posts (author_id, position desc);
create index posts_event_new on posts (event_id, position desc) where status = 'published';
create index posts_event_top on posts (event_id, score desc, id desc) where status = 'published';
create index posts_general_new on posts (position desc) where status = 'published' and event_id is null;
create index posts_general_top on posts (score desc, id desc) where status = 'published' and event_id is null;
create index posts_new on posts (position desc) where status = 'published';
create index posts_phase_new on posts (event_id, phase, position desc) where status = 'published';
create index posts_phase_top on posts (event_id, phase, score desc, id desc) where status = 'published';
create index posts_photos_new on posts (position desc) where status = 'published' and (image_count > 0);
create index posts_photos_top on posts (score desc, id desc) where status = 'published' and (image_count > 0);
create index posts_pinned on posts (pinned_at desc) where pinned_at is not null;
create index posts_recent on posts (author_id, created_at);
create index posts_top on posts (score desc, id desc) where status = 'published';
create index posts_words on posts using gin (search_words(text, '')) with (gin_pending_list_limit = 16384);
create unique index posts_after_party on posts (event_id) where kind = 'after_party';

-- The images of a post, in order. Those of a wall name its event.
create table post_images (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  picture_id bigint not null references pictures (id),
  place smallint not null,
  wall_event_id bigint references events (id),
  hidden_at timestamptz,
  hidden_reason text,
  unique (post_id, picture_id),
  check ((hidden_at is null) = (hidden_reason is null))
);
create index post_images_picture on post_images (picture_id);
create index post_images_wall on post_images (wall_event_id, id desc) where wall_event_id is not null;

create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  parent_id bigint,
  author_id bigint references users (id) on delete set null,
  text text not null check (length(text) <= 2000),
  html text not null,
  html_version smallint not null,
  status text not null check (status in ('published', 'held', 'hidden', 'deleted')),
  hidden_reason text,
  created_at timestamptz not null default clock_now(),
  edited_at timestamptz,
  version integer not null default 1,
  reply_count integer not null default 0 check (reply_count >= 0),
  reactions jsonb not null default '{}',
  reaction_count integer not null default 0 check (reaction_count >= 0),
  unique (post_id, id),
  foreign key (post_id, parent_id) references comments (post_id, id),
  check ((status = 'hidden') = (hidden_reason is not null))
) with (fillfactor = 85);
create index comments_author on comments (author_id, created_at);
create index comments_replies on comments (post_id, parent_id, id) where parent_id is not null;
create index comments_top on comments (post_id, id) where parent_id is null;

-- One reaction of each person to a post or a comment.
create table post_reactions (
  post_id bigint references posts (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'laugh', 'fire', 'clap', 'wow')),
  primary key (post_id, user_id)
);
create index post_reactions_user on post_reactions (user_id);

create table comment_reactions (
  comment_id bigint references comments (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'laugh', 'fire', 'clap', 'wow')),
  primary key (comment_id, user_id)
);
create index comment_reactions_user on comment_reactions (user_id);

-- What a post or comment said before its edits.
create table earlier_texts (
  id bigint generated always as identity primary key,
  post_id bigint references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  -- When this text was written.
  at timestamptz not null,
  text text not null,
  image_count smallint not null default 0,
  check (num_nonnulls(post_id, comment_id) = 1)
);
create index earlier_texts_comment on earlier_texts (comment_id, id) where comment_id is not null;
create index earlier_texts_post on earlier_texts (post_id, id) where post_id is not null;

-- Whom a text mentions, so that the name can leave it with its account.
create table post_mentions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  post_id bigint references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  check (num_nonnulls(post_id, comment_id) = 1)
);
create index post_mentions_user on post_mentions (user_id);
create unique index post_mentions_comment on post_mentions (comment_id, user_id) where comment_id is not null;
create unique index post_mentions_post on post_mentions (post_id, user_id) where post_id is not null;

-- The consent of a ticket's holder to show that they are going. It counts while they hold the valid ticket.
create table going_tickets (
  ticket_id bigint primary key references tickets (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  event_id bigint not null references events (id),
  at timestamptz not null default clock_now()
);
create index going_tickets_event on going_tickets (event_id, at);
create index going_tickets_user on going_tickets (user_id);

-- What waits for a moderator: held by the site, or reported.
create table review_items (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('post', 'comment', 'photo', 'person')),
  target_id bigint not null,
  author_id bigint references users (id) on delete set null,
  holds text[] not null default '{}' check (holds <@ array['new_member', 'banned_word', 'wall']),
  opened_at timestamptz not null default clock_now(),
  decided_at timestamptz,
  decided_by bigint references users (id) on delete set null,
  decision text check (decision in ('approved', 'hidden', 'removed')),
  check ((decided_at is null) = (decision is null))
);
create index review_items_author on review_items (author_id);
create index review_items_decider on review_items (decided_by) where decided_by is not null;
create index review_items_done on review_items (id desc) where decided_at is not null;
create index review_items_waiting on review_items (id) where decided_at is null;
create unique index review_items_open on review_items (kind, target_id) where decided_at is null;

-- Reports by members; all of one item are in one review.
create table reports (
  id bigint generated always as identity primary key,
  review_id bigint not null references review_items (id),
  reporter_id bigint references users (id) on delete set null,
  reason text not null check (reason in ('spam', 'harassment', 'hate', 'sexual', 'violence', 'privacy', 'other')),
  note text not null check (length(note) <= 500),
  at timestamptz not null default clock_now(),
  unique (review_id, reporter_id)
);
create index reports_reporter on reports (reporter_id);

-- What moderators did, and to which things, so that it can be undone.
create table moderation_actions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('approve', 'hide', 'restore', 'warn', 'mute', 'unmute', 'suspend', 'remove_all')),
  person_id bigint references users (id) on delete set null,
  moderator_id bigint references users (id) on delete set null,
  moderator_name text not null,
  reason text not null,
  at timestamptz not null default clock_now(),
  until timestamptz,
  -- The mute that this one replaced or ended.
  former_until timestamptz,
  former_reason text,
  undone_at timestamptz
);
create index moderation_actions_moderator on moderation_actions (moderator_id);
create index moderation_actions_person on moderation_actions (person_id, id desc);

-- What an action was about, as it was before.
create table moderation_items (
  action_id bigint references moderation_actions (id) on delete cascade,
  kind text check (kind in ('post', 'comment', 'photo', 'person')),
  target_id bigint,
  -- The item of the queue that the action closed.
  review_id bigint references review_items (id),
  former_status text not null check (former_status in ('published', 'held', 'hidden')),
  former_reason text,
  primary key (action_id, kind, target_id)
);
create index moderation_items_review on moderation_items (review_id) where review_id is not null;

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null
    check (kind in (
      'mention', 'comment', 'reply', 'follow', 'event_news', 'after_party', 'approved', 'hidden', 'restored', 'warned',
      'muted', 'unmuted', 'report_closed')),
  actor_id bigint references users (id) on delete cascade,
  post_id bigint references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  event_id bigint references events (id) on delete cascade,
  -- A moderator's reason or an event's news; texts of posts are read from the posts.
  text text not null default '',
  at timestamptz not null default clock_now(),
  read_at timestamptz
);
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index notifications_comment on notifications (comment_id) where comment_id is not null;
create index notifications_event on notifications (event_id) where event_id is not null;
create index notifications_newest on notifications (user_id, id desc);
create index notifications_post on notifications (post_id) where post_id is not null;
create index notifications_unread on notifications (user_id, id) where read_at is null;
create unique index notifications_follow on notifications (user_id, actor_id) where kind = 'follow';

-- The community's rules that staff set.
create table community_rules (
  is_only boolean default true primary key check (is_only),
  held_posts smallint not null default 1 check (held_posts between 0 and 20)
);
insert into community_rules default values;

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
  constraint consents_check1 check (withdrawn_at >= given_at)
);
create index consents_email on consents (email, id);
create unique index consents_open on consents (email, channel) where withdrawn_at is null;

-- Who wants no messages from the organizer about events that they have tickets for.
create table event_message_opt_outs (
  email text primary key check (email = lower(email)),
  at timestamptz not null default clock_now(),
  place text not null check (place in ('account', 'preferences', 'one_click'))
);

-- Addresses that get no email: one bounced, someone complained, or staff added them. Lifted ones get email again.
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
  constraint suppressions_check1 check ((cause = 'staff') = (created_by is not null)),
  constraint suppressions_check2 check (lifted_at >= created_at)
);
create index suppressions_newest on suppressions (created_at desc, id desc);
create unique index suppressions_active on suppressions (email) where lifted_at is null;

-- Reports of the email provider that were handled, so that a repeated one counts once.
create table mail_reports (
  id text primary key check (length(id) between 1 and 200),
  type text not null check (type in ('bounce', 'complaint', 'delivered')),
  received_at timestamptz not null default clock_now()
);

-- Audiences that staff saved to use again.
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
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'running', 'paused', 'stopped', 'done')),
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
  constraint campaigns_check1 check ((status = 'scheduled') = (scheduled_at is not null and started_at is null)),
  constraint campaigns_check2 check ((status in ('draft', 'scheduled')) = (started_at is null)),
  constraint campaigns_check3 check ((status in ('stopped', 'done')) = (ended_at is not null)),
  constraint campaigns_check4 check ((status in ('draft', 'scheduled')) or confirmed_count is not null)
);
create index campaigns_active on campaigns (status) where status in ('scheduled', 'running');
create index campaigns_event on campaigns (event_id) where event_id is not null;
create index campaigns_newest on campaigns (created_at desc, id desc);

-- Emails that are sent when something happens, such as a purchase.
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
  constraint campaign_recipients_check1 check ((campaign_id is null) = (occasion <> ''))
) with (fillfactor = 85);
create index campaign_recipients_email on campaign_recipients (email);
create index campaign_recipients_waiting on campaign_recipients (campaign_id, id) where mail_id is null;
create unique index campaign_recipients_occasion on campaign_recipients (automation_id, email, occasion)
  where automation_id is not null;
create unique index campaign_recipients_once on campaign_recipients (campaign_id, email) where campaign_id is not null;

-- Links that a recipient followed; no address and no browser.
create table campaign_clicks (
  recipient_id bigint references campaign_recipients (id),
  url text check (length(url) <= 1000),
  first_at timestamptz not null default clock_now(),
  clicks integer not null default 1 check (clicks >= 1),
  primary key (recipient_id, url)
);

-- The versions of emails' texts, one row for each save. The text that we ship is version 1 and has no row. A version
-- without a text is a reset to it.
create table email_texts (
  kind text check (length(kind) <= 60),
  version integer check (version >= 2),
  subject text check (length(subject) <= 150),
  intro text check (length(intro) <= 600),
  button_label text check (length(button_label) <= 40),
  saved_by bigint references users (id) on delete set null,
  saved_at timestamptz not null default clock_now(),
  primary key (kind, version),
  check ((subject is null) = (intro is null) and (subject is null) = (button_label is null))
);

-- Analytics: raw interactions of one week in each part, and roll-ups that every figure is read from.
-- A visitor is a hash that only means something within its day: the salt is random and deleted two days later.
create table visitor_salts (
  day date primary key,
  salt bytea not null check (length(salt) = 32),
  created_at timestamptz not null default clock_now()
);

-- What a browser sent, without address, account and session. Ten parts of a week each are reused in turn, so that old
-- rows leave by truncating a part and a backup always has the same tables.
create sequence interaction_ids cache 100;

create table interactions (
  id bigint not null default nextval('interaction_ids'),
  occurred_at timestamptz not null,
  -- The brand's calendar day. Its visitors are known only within it.
  day date not null,
  slot smallint not null,
  kind text not null,
  -- A path, or the id of an event, product or stream.
  subject text not null check (length(subject) between 1 and 200),
  visitor bigint not null,
  is_bot boolean not null,
  -- Where the visit came from; empty for a typed address.
  source text not null default '' check (length(source) <= 60),
  campaign text not null default '' check (length(campaign) <= 60),
  device text not null default '' check (device in ('', 'mobile', 'tablet', 'desktop')),
  browser text not null default '' check (length(browser) <= 32),
  check (slot = (day - date '2000-01-03') / 7 % 10),
  constraint interactions_kind_check1
    check (kind in (
      'page_view', 'event_view', 'ticket_click', 'product_view', 'product_click', 'cart_add', 'stream_view',
      'stream_chat', 'stream_shop'))
) partition by list (slot);
create index interactions_time on interactions (occurred_at);

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

-- The days that have raw rows. Each write raises the version of its day; a roll-up notes the one that it began with, so
-- rows that arrive meanwhile or late leave the day due.
create table rolled_days (
  day date primary key,
  version integer not null default 1 check (version >= 1),
  rolled_version integer not null default 0,
  rolled_at timestamptz,
  took_ms integer not null default 0 check (took_ms >= 0),
  check (rolled_version >= 0 and rolled_version <= version)
);
create index rolled_days_due on rolled_days (day) where rolled_version < version;

-- What visitors did in an hour, by everything that it can be filtered by. Each visitor counts once a day: in the hour
-- and with the source where they came first. So hours and sources add up to the day.
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
  bounces integer not null,
  seconds bigint not null check (seconds >= 0),
  check (bounces >= 0 and bounces <= visits)
);
create index traffic_hours_day on traffic_hours (day);
create index traffic_hours_kind on traffic_hours (kind, subject, hour);

-- The same for whole days, for periods of several days.
create table traffic_days (
  day date not null,
  audience text not null,
  kind text not null,
  subject text not null,
  source text not null,
  campaign text not null,
  device text not null,
  browser text not null,
  total integer not null,
  visitors integer not null,
  visits integer not null,
  exits integer not null,
  bounces integer not null,
  seconds bigint not null,
  constraint traffic_hours_audience_check check (audience in ('people', 'likely_bots', 'bots')),
  constraint traffic_hours_check check (bounces >= 0 and bounces <= visits),
  constraint traffic_hours_exits_check check (exits >= 0),
  constraint traffic_hours_seconds_check check (seconds >= 0),
  constraint traffic_hours_total_check check (total >= 0),
  constraint traffic_hours_visitors_check check (visitors >= 0),
  constraint traffic_hours_visits_check check (visits >= 0)
);
create index traffic_days_day on traffic_days (day);
create index traffic_days_kind on traffic_days (kind, subject, day);

-- The same with all sources, campaigns, devices and browsers as one, for lists that aren't filtered by them.
create table traffic_totals (
  day date not null,
  audience text not null,
  kind text not null,
  subject text not null,
  total integer not null,
  visitors integer not null,
  visits integer not null,
  exits integer not null,
  bounces integer not null,
  seconds bigint not null,
  constraint traffic_hours_audience_check check (audience in ('people', 'likely_bots', 'bots')),
  constraint traffic_hours_check check (bounces >= 0 and bounces <= visits),
  constraint traffic_hours_exits_check check (exits >= 0),
  constraint traffic_hours_seconds_check check (seconds >= 0),
  constraint traffic_hours_total_check check (total >= 0),
  constraint traffic_hours_visitors_check check (visitors >= 0),
  constraint traffic_hours_visits_check check (visits >= 0)
);
create index traffic_totals_day on traffic_totals (day);
create index traffic_totals_kind on traffic_totals (kind, day);

-- What orders earned, by the hour in which they were paid, from the ledger: without tax and shipping. `placed` counts
-- by the hour in which they were placed.
create table sales_hours (
  hour timestamptz not null,
  currency text not null,
  -- `order`: the whole order; the others are the part of an order for one event or product.
  scope text not null check (scope in ('order', 'event', 'product')),
  subject_id bigint not null,
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
  check ((subject_id = 0) = (scope = 'order')),
  constraint sales_hours_check1 check (refund_cents >= 0 and gross_cents >= 0)
);
create index sales_hours_hour on sales_hours (hour);
create index sales_hours_scope on sales_hours (scope, subject_id, hour);

-- How far each roll-up has read.
create table roll_up_progress (
  name text primary key,
  up_to timestamptz not null
);
insert into roll_up_progress values
  ('sales', '-infinity');

-- The weeks whose summary was emailed.
create table weekly_briefs (
  week date primary key check (extract(isodow from week) = 1),
  sent_at timestamptz not null default clock_now()
);
