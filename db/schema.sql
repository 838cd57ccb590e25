-- Made by `npm run generate` from all migrations: read it, review its changes, and change the migrations instead.

create schema sandbox;

CREATE FUNCTION public.clock_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select now() + coalesce(nullif(current_setting('sg.clock_offset', true), '')::interval, interval '0') $function$;

CREATE FUNCTION public.note_void_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.void_since := case when new.status = 'valid' then null else coalesce(old.void_since, clock_now()) end;
  return new;
end $function$;

CREATE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'insufficient_privilege';
end $function$;

CREATE FUNCTION public.refuse_illegal_order_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from order_moves where from_status = old.status and to_status = new.status) then
    raise exception 'order % cannot move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $function$;

create table account_links (
  id uuid not null,
  user_id bigint not null,
  purpose text not null,
  email text,
  token_hash bytea not null,
  made_by bigint,
  created_at timestamptz not null default clock_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint account_links_pkey primary key (id),
  constraint account_links_token_hash_key unique (token_hash),
  constraint account_links_made_by_fkey foreign key (made_by) references users(id),
  constraint account_links_user_id_fkey foreign key (user_id) references users(id),
  constraint account_links_check check ((purpose = 'confirm_email') = (email is not null)),
  constraint account_links_check1 check (expires_at <= (created_at + '00:30:00')),
  constraint account_links_email_check check (email = lower(email)),
  constraint account_links_purpose_check check (purpose in ('reset', 'confirm_email')),
  constraint account_links_token_hash_check check (octet_length(token_hash) = 32)
);
create index account_links_age on account_links (created_at);
create index account_links_email on account_links (email, created_at) where (email is not null);
create index account_links_user on account_links (user_id, created_at);

create table admissions (
  id bigint generated always as identity not null,
  ticket_id bigint not null,
  event_id bigint not null,
  device_id text not null,
  scan_id uuid not null,
  gate text,
  staff_id bigint not null,
  admitted_at timestamptz not null default clock_now(),
  voided_at timestamptz,
  constraint admissions_pkey primary key (id),
  constraint admissions_event_id_fkey foreign key (event_id) references events(id),
  constraint admissions_staff_id_fkey foreign key (staff_id) references users(id),
  constraint admissions_ticket_id_fkey foreign key (ticket_id) references tickets(id)
);
create index admissions_event on admissions (event_id, admitted_at);
create unique index admissions_once on admissions (ticket_id) where (voided_at is null);

create table audit_log (
  id bigint generated always as identity not null,
  at timestamptz not null default clock_now(),
  staff_id bigint not null,
  staff_name text not null,
  action text not null,
  target_kind text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_action_check check (action ~ '^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$')
);
create index audit_log_staff on audit_log (staff_id, id desc);
create index audit_log_target on audit_log (target_kind, target_id, id desc);
create trigger audit_log_rows before delete or update on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_whole before TRUNCATE on audit_log FOR EACH STATEMENT execute function refuse_audit_change();

create table comps (
  order_id uuid not null,
  issuer_id bigint not null,
  reason text not null,
  created_at timestamptz not null default clock_now(),
  revoked_at timestamptz,
  revoker_id bigint,
  revoke_reason text,
  constraint comps_pkey primary key (order_id),
  constraint comps_issuer_id_fkey foreign key (issuer_id) references users(id),
  constraint comps_order_id_fkey foreign key (order_id) references orders(id),
  constraint comps_revoker_id_fkey foreign key (revoker_id) references users(id),
  constraint comps_check check ((revoked_at is null) = (revoker_id is null) and (revoked_at is null) = (revoke_reason is null)),
  constraint comps_reason_check check (length(reason) >= 3 and length(reason) <= 200)
);
create index comps_newest on comps (created_at desc, order_id desc);

create table demo_seed (
  only_one boolean not null default true,
  state text not null,
  last_user_before bigint not null,
  started_at timestamptz not null default clock_now(),
  finished_at timestamptz,
  constraint demo_seed_pkey primary key (only_one),
  constraint demo_seed_only_one_check check (only_one),
  constraint demo_seed_state_check check (state in ('filling', 'done'))
);

create table emails (
  id bigint generated always as identity not null,
  dedupe_key text not null,
  kind text not null,
  to_address text not null,
  to_name text not null,
  topic jsonb not null,
  subject text,
  html text,
  body_text text,
  status text not null default 'queued',
  attempts integer not null default 0,
  uncertain_attempts smallint not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  lease_until timestamptz,
  error text,
  created_at timestamptz not null default clock_now(),
  sent_at timestamptz,
  resend_of bigint,
  requested_by bigint,
  codes jsonb not null default '[]',
  constraint emails_pkey primary key (id),
  constraint emails_dedupe_key_key unique (dedupe_key),
  constraint emails_requested_by_fkey foreign key (requested_by) references users(id),
  constraint emails_resend_of_fkey foreign key (resend_of) references emails(id),
  constraint emails_check check ((resend_of is null) = (requested_by is null)),
  constraint emails_status_check check (status in ('queued', 'sending', 'sent', 'kept', 'unknown', 'failed'))
) with (fillfactor=70);
create index emails_newest on emails (created_at desc, id desc);
create index emails_recipient on emails (to_address);
create index emails_resends on emails (resend_of) where (resend_of is not null);
create index emails_sending on emails (lease_until) where (status = 'sending');
create index emails_waiting on emails (next_attempt_at) where (status in ('queued', 'unknown'));

create table events (
  id bigint generated always as identity not null,
  slug text not null,
  title text not null,
  summary text not null,
  description text not null,
  starts_at timestamptz not null,
  doors_at timestamptz,
  ends_at timestamptz not null,
  time_zone text not null,
  venue_id bigint not null,
  poster jsonb not null,
  categories text[] not null default '{}'[],
  age_rule text not null default 'all',
  dress_code text,
  lineup jsonb not null default '[]',
  policies jsonb not null default '[]',
  visibility text not null default 'draft',
  currency text not null default 'USD',
  hide_counts boolean not null default false,
  stock_id bigint,
  entry_opens_minutes integer,
  search_text text not null default '',
  created_at timestamptz not null default clock_now(),
  updated_at timestamptz not null default clock_now(),
  constraint events_pkey primary key (id),
  constraint events_slug_key unique (slug),
  constraint events_stock_id_key unique (stock_id),
  constraint events_stock_id_fkey foreign key (stock_id) references stock(id),
  constraint events_venue_id_fkey foreign key (venue_id) references venues(id),
  constraint events_age_rule_check check (age_rule in ('all', '18+', '21+')),
  constraint events_check check (starts_at < ends_at),
  constraint events_check1 check (doors_at is null or doors_at <= ends_at),
  constraint events_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint events_entry_opens_minutes_check check (entry_opens_minutes >= 0),
  constraint events_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint events_visibility_check check (visibility in ('draft', 'unlisted', 'published'))
);
create index events_by_end on events (ends_at, id) where (visibility = 'published');
create index events_by_start on events (starts_at, id) where (visibility = 'published');
create index events_by_venue on events (venue_id);

create table faults (
  id bigint generated always as identity not null,
  fingerprint text not null,
  source text not null,
  message text not null,
  stack text not null,
  route text not null,
  agent text,
  first_release text not null,
  last_release text not null,
  occurrences bigint not null default 1,
  first_seen_at timestamptz not null default clock_now(),
  last_seen_at timestamptz not null default clock_now(),
  resolved_at timestamptz,
  resolved_by bigint,
  constraint faults_pkey primary key (id),
  constraint faults_fingerprint_key unique (fingerprint),
  constraint faults_resolved_by_fkey foreign key (resolved_by) references users(id) on delete set null,
  constraint faults_agent_check check (length(agent) <= 32),
  constraint faults_fingerprint_check check (length(fingerprint) = 32),
  constraint faults_first_release_check check (length(first_release) <= 64),
  constraint faults_last_release_check check (length(last_release) <= 64),
  constraint faults_message_check check (length(message) <= 500),
  constraint faults_occurrences_check check (occurrences > 0),
  constraint faults_route_check check (length(route) <= 200),
  constraint faults_source_check check (source in ('browser', 'server')),
  constraint faults_stack_check check (length(stack) <= 8000)
) with (fillfactor=80);
create index faults_last on faults (last_seen_at desc);
create index faults_open on faults (last_seen_at desc) where (resolved_at is null);

create table holds (
  holder_id uuid not null,
  stock_id bigint not null,
  quantity integer not null,
  state text not null default 'active',
  expires_at timestamptz,
  created_at timestamptz not null default clock_now(),
  constraint holds_pkey primary key (holder_id, stock_id),
  constraint holds_stock_id_fkey foreign key (stock_id) references stock(id),
  constraint holds_quantity_check check (quantity > 0),
  constraint holds_state_check check (state in ('active', 'consumed', 'released', 'returned'))
) with (fillfactor=80);
create index holds_lapsing on holds (expires_at) where ((state = 'active') and (expires_at is not null));

create table idempotency_keys (
  user_id bigint not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  status smallint not null,
  reply text not null,
  created_at timestamptz not null default clock_now(),
  constraint idempotency_keys_pkey primary key (user_id, route, key),
  constraint idempotency_keys_body_hash_check check (octet_length(body_hash) = 32),
  constraint idempotency_keys_key_check check (length(key) >= 1 and length(key) <= 255)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  email text,
  email_verified boolean not null,
  created_at timestamptz not null default clock_now(),
  last_used_at timestamptz not null default clock_now(),
  constraint identities_pkey primary key (issuer, subject),
  constraint identities_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint identities_subject_check check (length(subject) >= 1 and length(subject) <= 128)
);
create index identities_user on identities (user_id);

create table interactions (
  id bigint generated always as identity not null,
  occurred_at timestamptz not null default clock_now(),
  kind text not null,
  subject_id bigint not null,
  user_id bigint,
  is_robot boolean not null,
  constraint interactions_pkey primary key (id),
  constraint interactions_kind_check check (kind in ('event_view', 'ticket_click', 'product_view', 'product_click'))
);
create index interactions_person on interactions (user_id) where (user_id is not null);
create index interactions_time on interactions (occurred_at);

create table interests (
  id uuid not null,
  topic text not null,
  email text not null,
  status text not null default 'asked',
  asked_at timestamptz not null default clock_now(),
  confirmed_at timestamptz,
  left_at timestamptz,
  mails integer not null default 0,
  mailed_at timestamptz,
  constraint interests_pkey primary key (id),
  constraint interests_email_topic_key unique (email, topic),
  constraint interests_check check (status <> 'confirmed' or confirmed_at is not null),
  constraint interests_check1 check (status <> 'left' or left_at is not null),
  constraint interests_email_check check (email = lower(email)),
  constraint interests_status_check check (status in ('asked', 'confirmed', 'left')),
  constraint interests_topic_check check (topic in ('shop', 'live', 'community'))
);
create index interests_of_topic on interests (topic, status);

create table login_tickets (
  ticket_hash bytea not null,
  user_id bigint not null,
  attempts smallint not null default 0,
  created_at timestamptz not null default clock_now(),
  expires_at timestamptz not null,
  constraint login_tickets_pkey primary key (ticket_hash),
  constraint login_tickets_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint login_tickets_attempts_check check (attempts >= 0 and attempts <= 5),
  constraint login_tickets_ticket_hash_check check (octet_length(ticket_hash) = 32)
);
create index login_tickets_expiry on login_tickets (expires_at);
create index login_tickets_user on login_tickets (user_id);

create table order_lines (
  id uuid not null,
  order_id uuid not null,
  "position" smallint not null,
  ticket_type_id bigint not null,
  event_id bigint not null,
  name text not null,
  quantity integer not null,
  unit_cents integer not null,
  fee_cents integer not null,
  total_cents integer not null,
  tickets_per_unit integer not null,
  constraint order_lines_pkey primary key (id),
  constraint order_lines_order_id_position_key unique (order_id, "position"),
  constraint order_lines_event_id_fkey foreign key (event_id) references events(id),
  constraint order_lines_order_id_fkey foreign key (order_id) references orders(id),
  constraint order_lines_ticket_type_id_fkey foreign key (ticket_type_id) references ticket_types(id),
  constraint order_lines_check check (total_cents = (unit_cents * quantity)),
  constraint order_lines_fee_cents_check check (fee_cents >= 0),
  constraint order_lines_quantity_check check (quantity >= 1),
  constraint order_lines_tickets_per_unit_check check (tickets_per_unit >= 1),
  constraint order_lines_unit_cents_check check (unit_cents >= 0)
);
create index order_lines_event on order_lines (event_id, order_id);
create index order_lines_type on order_lines (ticket_type_id);

create table order_moves (
  from_status text not null,
  to_status text not null,
  constraint order_moves_pkey primary key (from_status, to_status)
);
-- Rows that migrations put in:
--   (awaiting_payment,cancelled)
--   (awaiting_payment,expired)
--   (awaiting_payment,paid)
--   (awaiting_payment,paying)
--   (cancelled,paid)
--   (expired,paid)
--   (paid,partially_refunded)
--   (paid,refunded)
--   (partially_refunded,refunded)
--   (paying,awaiting_payment)
--   (paying,cancelled)
--   (paying,expired)
--   (paying,paid)

create table orders (
  id uuid not null,
  number text not null,
  user_id bigint not null,
  status text not null,
  currency text not null,
  subtotal_cents integer not null,
  fee_cents integer not null,
  tax_cents integer not null default 0,
  shipping_cents integer not null default 0,
  discount_cents integer not null default 0,
  total_cents integer not null,
  buyer_name text not null,
  buyer_email text not null,
  hold_expires_at timestamptz not null,
  created_at timestamptz not null default clock_now(),
  paid_at timestamptz,
  constraint orders_pkey primary key (id),
  constraint orders_number_key unique (number),
  constraint orders_user_id_fkey foreign key (user_id) references users(id),
  constraint orders_buyer_email_check check (buyer_email = lower(buyer_email)),
  constraint orders_check check (fee_cents >= 0 and fee_cents <= subtotal_cents),
  constraint orders_check1 check (total_cents = (subtotal_cents + tax_cents + shipping_cents - discount_cents)),
  constraint orders_check2 check ((status in ('paid', 'partially_refunded', 'refunded')) = (paid_at is not null)),
  constraint orders_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint orders_discount_cents_check check (discount_cents >= 0),
  constraint orders_shipping_cents_check check (shipping_cents >= 0),
  constraint orders_status_check check (status in ('awaiting_payment', 'paying', 'paid', 'expired', 'cancelled', 'partially_refunded', 'refunded')),
  constraint orders_subtotal_cents_check check (subtotal_cents >= 0),
  constraint orders_tax_cents_check check (tax_cents >= 0),
  constraint orders_total_cents_check check (total_cents >= 0)
) with (fillfactor=70);
create index orders_email on orders (buyer_email);
create index orders_newest on orders (created_at desc, id desc);
create index orders_user on orders (user_id, created_at desc);
create trigger orders_move before update of status on orders for each row when ((old.status is distinct from new.status)) execute function refuse_illegal_order_move();

create table page_views (
  id bigint generated always as identity not null,
  viewed_at timestamptz not null default clock_now(),
  path text not null,
  user_id bigint,
  session_id text not null,
  device_type text not null,
  browser text not null,
  referrer_host text,
  is_robot boolean not null,
  constraint page_views_pkey primary key (id),
  constraint page_views_browser_check check (length(browser) <= 32),
  constraint page_views_device_type_check check (device_type in ('mobile', 'tablet', 'desktop')),
  constraint page_views_path_check check (length(path) <= 200),
  constraint page_views_referrer_host_check check (length(referrer_host) <= 200),
  constraint page_views_session_id_check check (length(session_id) <= 64)
);
create index page_views_person on page_views (user_id) where (user_id is not null);
create index page_views_time on page_views (viewed_at);

create table passkeys (
  id bigint generated always as identity not null,
  user_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default clock_now(),
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint passkeys_counter_check check (counter >= 0),
  constraint passkeys_credential_id_check check (length(credential_id) >= 1 and length(credential_id) <= 1400),
  constraint passkeys_name_check check (length(name) >= 1 and length(name) <= 60)
);
create index passkeys_user on passkeys (user_id);

create table payments (
  id uuid not null,
  subject_id uuid not null,
  provider text not null,
  provider_ref text,
  status text not null,
  amount_cents integer not null,
  currency text not null,
  description text not null,
  redirect_url text,
  return_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  next_check_at timestamptz not null,
  created_at timestamptz not null default clock_now(),
  captured_at timestamptz,
  constraint payments_pkey primary key (id),
  constraint payments_provider_provider_ref_key unique (provider, provider_ref),
  constraint payments_amount_cents_check check (amount_cents > 0),
  constraint payments_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint payments_provider_check check (provider in ('sandbox', 'stripe')),
  constraint payments_status_check check (status in ('starting', 'open', 'processing', 'declined', 'cancelled', 'expired', 'captured', 'refunding', 'refunded'))
) with (fillfactor=70);
create index payments_subject on payments (subject_id);
create index payments_unsettled on payments (next_check_at) where (status in ('starting', 'open', 'processing', 'declined'));
create unique index payments_one_capture on payments (subject_id) where (status = 'captured');

create table policies (
  name text not null,
  required boolean not null,
  changed_by bigint,
  changed_at timestamptz not null default clock_now(),
  constraint policies_pkey primary key (name),
  constraint policies_changed_by_fkey foreign key (changed_by) references users(id) on delete set null,
  constraint policies_name_check check (name = 'staff_second_factor')
);

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint recovery_codes_code_hash_check check (octet_length(code_hash) = 32)
);

create table recovery_requests (
  id bigint generated always as identity not null,
  identifier text not null,
  created_at timestamptz not null default clock_now(),
  constraint recovery_requests_pkey primary key (id),
  constraint recovery_requests_identifier_check check (length(identifier) >= 1 and length(identifier) <= 254)
);

create table refunds (
  id uuid not null,
  payment_id uuid not null,
  amount_cents integer not null,
  reason text not null,
  status text not null default 'pending',
  provider_ref text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  error text,
  created_at timestamptz not null default clock_now(),
  done_at timestamptz,
  constraint refunds_pkey primary key (id),
  constraint refunds_payment_id_fkey foreign key (payment_id) references payments(id),
  constraint refunds_amount_cents_check check (amount_cents > 0),
  constraint refunds_status_check check (status in ('pending', 'done', 'failed'))
);
create index refunds_payment on refunds (payment_id);
create index refunds_pending on refunds (next_attempt_at) where (status = 'pending');

create table scans (
  device_id text not null,
  scan_id uuid not null,
  event_id bigint not null,
  ticket_id bigint,
  verdict text not null,
  gate text,
  staff_id bigint not null,
  scanned_at timestamptz,
  received_at timestamptz not null default clock_now(),
  constraint scans_pkey primary key (device_id, scan_id),
  constraint scans_event_id_fkey foreign key (event_id) references events(id),
  constraint scans_staff_id_fkey foreign key (staff_id) references users(id),
  constraint scans_ticket_id_fkey foreign key (ticket_id) references tickets(id),
  constraint scans_verdict_check check (verdict in ('admitted', 'already_admitted', 'wrong_event', 'void', 'unknown', 'not_yet', 'expired_code'))
);
create index scans_event on scans (event_id, received_at);

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  constraint schema_migrations_pkey primary key (version)
);

create table sessions (
  token_hash bytea not null,
  user_id bigint not null,
  user_agent text,
  created_at timestamptz not null default clock_now(),
  last_seen_at timestamptz not null default clock_now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  second_factor_at timestamptz,
  constraint sessions_pkey primary key (token_hash),
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint sessions_token_hash_check check (octet_length(token_hash) = 32)
);
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id);

create table signing_keys (
  name text not null,
  secret bytea not null,
  created_at timestamptz not null default clock_now(),
  constraint signing_keys_pkey primary key (name),
  constraint signing_keys_secret_check check (octet_length(secret) >= 32)
);

create table stock (
  id bigint generated always as identity not null,
  kind text not null,
  capacity integer not null,
  held integer not null default 0,
  sold integer not null default 0,
  constraint stock_pkey primary key (id),
  constraint stock_capacity_check check (capacity >= 0),
  constraint stock_held_check check (held >= 0),
  constraint stock_kind_check check (kind in ('ticket_type', 'event', 'variant')),
  constraint stock_never_oversold check ((held + sold) <= capacity),
  constraint stock_sold_check check (sold >= 0)
) with (fillfactor=50);

create table ticket_types (
  id bigint generated always as identity not null,
  event_id bigint not null,
  stock_id bigint not null,
  name text not null,
  description text not null default '',
  pricing text not null,
  price_cents integer not null,
  fee_cents integer not null default 0,
  minimum_cents integer,
  tickets_per_unit integer not null default 1,
  min_per_order integer not null default 1,
  max_per_order integer not null default 10,
  sales_start_at timestamptz,
  sales_end_at timestamptz,
  access_code text,
  door_color text,
  "position" integer not null default 0,
  constraint ticket_types_pkey primary key (id),
  constraint ticket_types_stock_id_key unique (stock_id),
  constraint ticket_types_event_id_fkey foreign key (event_id) references events(id) on delete cascade,
  constraint ticket_types_stock_id_fkey foreign key (stock_id) references stock(id),
  constraint ticket_types_check check (fee_cents <= price_cents),
  constraint ticket_types_check1 check (max_per_order >= min_per_order),
  constraint ticket_types_check2 check (pricing <> 'fixed' or price_cents > 0),
  constraint ticket_types_check3 check (pricing = 'fixed' or price_cents = 0),
  constraint ticket_types_check4 check ((pricing = 'open') = (minimum_cents is not null)),
  constraint ticket_types_check5 check (sales_start_at is null or sales_end_at is null or sales_start_at < sales_end_at),
  constraint ticket_types_fee_cents_check check (fee_cents >= 0),
  constraint ticket_types_min_per_order_check check (min_per_order >= 1),
  constraint ticket_types_minimum_cents_check check (minimum_cents >= 0),
  constraint ticket_types_price_cents_check check (price_cents >= 0 and price_cents <= 100000000),
  constraint ticket_types_pricing_check check (pricing in ('fixed', 'free', 'open')),
  constraint ticket_types_tickets_per_unit_check check (tickets_per_unit >= 1 and tickets_per_unit <= 50)
);
create index ticket_types_by_event on ticket_types (event_id, "position", id);

create table tickets (
  id bigint generated always as identity not null,
  order_line_id uuid not null,
  "position" integer not null,
  order_id uuid not null,
  ticket_type_id bigint not null,
  event_id bigint not null,
  owner_id bigint not null,
  holder_name text not null,
  version smallint not null default 1,
  status text not null default 'valid',
  created_at timestamptz not null default clock_now(),
  void_since timestamptz,
  constraint tickets_pkey primary key (id),
  constraint tickets_order_line_id_position_key unique (order_line_id, "position"),
  constraint tickets_event_id_fkey foreign key (event_id) references events(id),
  constraint tickets_order_id_fkey foreign key (order_id) references orders(id),
  constraint tickets_order_line_id_fkey foreign key (order_line_id) references order_lines(id),
  constraint tickets_owner_id_fkey foreign key (owner_id) references users(id),
  constraint tickets_ticket_type_id_fkey foreign key (ticket_type_id) references ticket_types(id),
  constraint tickets_position_check check ("position" >= 1),
  constraint tickets_status_check check (status in ('valid', 'cancelled', 'refunded')),
  constraint tickets_version_check check (version >= 1 and version <= 4095)
);
create index tickets_event on tickets (event_id);
create index tickets_order on tickets (order_id);
create index tickets_owner on tickets (owner_id);
create trigger tickets_void before update of status on tickets for each row when ((old.status is distinct from new.status)) execute function note_void_ticket();

create table totp_secrets (
  user_id bigint not null,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default clock_now(),
  constraint totp_secrets_pkey primary key (user_id),
  constraint totp_secrets_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint totp_secrets_last_step_check check (last_step >= 0)
);

create table used_identity_tokens (
  token_hash bytea not null,
  expires_at timestamptz not null,
  constraint used_identity_tokens_pkey primary key (token_hash),
  constraint used_identity_tokens_token_hash_check check (octet_length(token_hash) = 32)
);
create index used_identity_tokens_expiry on used_identity_tokens (expires_at);

create table users (
  id bigint generated always as identity not null,
  username text not null,
  display_name text not null,
  avatar text,
  role text not null,
  email text,
  pending_email text,
  password_hash text,
  password_changed_at timestamptz,
  suspended_at timestamptz,
  created_at timestamptz not null default clock_now(),
  deleted_at timestamptz,
  constraint users_pkey primary key (id),
  constraint users_deleted_is_nobody check (deleted_at is null or role = 'guest' and password_hash is null and email is null and pending_email is null and avatar is null),
  constraint users_display_name_check check (length(display_name) >= 1 and length(display_name) <= 60),
  constraint users_email_check check (email = lower(email)),
  constraint users_password_hash_check check (password_hash ~~ '$argon2id$%'),
  constraint users_pending_email_check check (pending_email = lower(pending_email)),
  constraint users_role_check check (role in ('guest', 'user', 'moderator', 'admin')),
  constraint users_username_check check (length(username) >= 3 and length(username) <= 64)
);
create unique index users_email on users (email) where (email is not null);
create unique index users_username on users (lower(username));

create table venues (
  id bigint generated always as identity not null,
  name text not null,
  address text,
  city text not null,
  region text not null,
  country text not null,
  latitude double precision,
  longitude double precision,
  constraint venues_pkey primary key (id),
  constraint venues_name_city_key unique (name, city),
  constraint venues_latitude_check check (latitude >= '-90'::integer::double precision and latitude <= 90::double precision),
  constraint venues_longitude_check check (longitude >= '-180'::integer::double precision and longitude <= 180::double precision)
);

create table webauthn_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  session_hash bytea,
  ticket_hash bytea,
  expires_at timestamptz not null,
  constraint webauthn_challenges_pkey primary key (challenge_hash),
  constraint webauthn_challenges_session_hash_fkey foreign key (session_hash) references sessions(token_hash) on delete cascade,
  constraint webauthn_challenges_ticket_hash_fkey foreign key (ticket_hash) references login_tickets(ticket_hash) on delete cascade,
  constraint webauthn_challenges_challenge_hash_check check (octet_length(challenge_hash) = 32),
  constraint webauthn_challenges_check check ((purpose = 'sign_in') = (ticket_hash is not null)),
  constraint webauthn_challenges_check1 check ((purpose = 'sign_in') = (session_hash is null)),
  constraint webauthn_challenges_purpose_check check (purpose in ('add', 'confirm', 'sign_in'))
);
create index webauthn_challenges_expiry on webauthn_challenges (expires_at);
create index webauthn_challenges_session on webauthn_challenges (session_hash);
create index webauthn_challenges_ticket on webauthn_challenges (ticket_hash);

create table webhook_inbox (
  provider text not null,
  provider_event_id text not null,
  ref text not null,
  body text not null,
  received_at timestamptz not null default clock_now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  error text,
  constraint webhook_inbox_pkey primary key (provider, provider_event_id)
) with (fillfactor=80);
create index webhook_inbox_waiting on webhook_inbox (next_attempt_at) where (processed_at is null);

create table sandbox.deliveries (
  event_id text not null,
  session_ref text not null,
  type text not null,
  created_at timestamptz not null default clock_now(),
  delivered_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  constraint deliveries_pkey primary key (event_id),
  constraint deliveries_session_ref_fkey foreign key (session_ref) references sandbox.sessions(ref)
);
create index sandbox_deliveries_waiting on sandbox.deliveries (next_attempt_at) where (delivered_at is null);

create table sandbox.refunds (
  ref text not null,
  idempotency_key uuid not null,
  session_ref text not null,
  amount_cents integer not null,
  created_at timestamptz not null default clock_now(),
  constraint refunds_pkey primary key (ref),
  constraint refunds_idempotency_key_key unique (idempotency_key),
  constraint refunds_session_ref_fkey foreign key (session_ref) references sandbox.sessions(ref),
  constraint refunds_amount_cents_check check (amount_cents > 0)
);

create table sandbox.sessions (
  ref text not null,
  merchant_ref uuid not null,
  amount_cents integer not null,
  currency text not null,
  description text not null,
  state text not null default 'open',
  return_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  declines integer not null default 0,
  settles_at timestamptz,
  created_at timestamptz not null default clock_now(),
  constraint sessions_pkey primary key (ref),
  constraint sessions_merchant_ref_key unique (merchant_ref),
  constraint sessions_amount_cents_check check (amount_cents > 0),
  constraint sessions_state_check check (state in ('open', 'processing', 'approved', 'declined', 'cancelled', 'expired'))
) with (fillfactor=80);
create index sandbox_sessions_settling on sandbox.sessions (settles_at) where (settles_at is not null);
