-- Made by `npm run generate` from all migrations: read it, review its changes, and change the migrations instead.

create schema sandbox;

CREATE FUNCTION public.audit_seal(previous bytea, place bigint, entry audit_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select sha256(previous || convert_to(jsonb_build_array(place, entry.id,
    -- Microseconds, whatever zone a session shows its instants in.
    (extract(epoch from entry.at) * 1000000)::bigint,
    entry.staff_id, entry.staff_name, entry.action, entry.target_kind, entry.target_id, entry.before, entry.after,
    entry.reason)::text, 'UTF8')) $function$;

CREATE FUNCTION public.await_audit_seal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit_unsealed (entry_id) select id from written;
  return null;
end $function$;

CREATE FUNCTION public.clock_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select now() + coalesce(nullif(current_setting('sg.clock_offset', true), '')::interval, interval '0') $function$;

CREATE FUNCTION public.count_sales_of_nights()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into night_sales (event_id) select id from added;
  return null;
end $function$;

CREATE FUNCTION public.note_first_publishing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.published_at := clock_now();
  return new;
end $function$;

CREATE FUNCTION public.note_void_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.void_since := case when new.status = 'valid' then null else coalesce(old.void_since, clock_now()) end;
  return new;
end $function$;

CREATE FUNCTION public.refund_deadline(policy jsonb, starts_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case policy ->> 'kind'
    when 'before_start' then starts_at - make_interval(hours => (policy ->> 'hours')::integer)
    when 'until' then (policy ->> 'until')::timestamptz end
$function$;

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

CREATE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is only ever added to' using errcode = 'insufficient_privilege';
end $function$;

CREATE FUNCTION public.refuse_note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.struck_at is not null or new.struck_at is null
    or (new.id, new.order_id, new.text, new.author_id, new.author_name, new.created_at)
      is distinct from (old.id, old.order_id, old.text, old.author_id, old.author_name, old.created_at) then
    raise exception 'a note is only ever struck out' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE FUNCTION public.refuse_paper_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.number is null then return new; end if;
  if tg_op = 'UPDATE' and new.addressee is null
    and to_jsonb(new) - 'addressee' = to_jsonb(old) - 'addressee' then return new; end if;
  raise exception 'a paper that has its number is never changed' using errcode = 'insufficient_privilege';
end $function$;

CREATE FUNCTION public.refuse_unbalanced_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from written w
             where (select currency from ledger_postings p where p.id = w.posting_id) is distinct from w.currency) then
    raise exception 'a ledger entry has no posting in its currency' using errcode = 'foreign_key_violation';
  end if;
  if exists (select from written group by posting_id having sum(amount_cents) <> 0) then
    raise exception 'a ledger posting does not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE FUNCTION public.search_words(names text, address text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_tsvector(array_remove((words_of(((names || ' '::text) || split_part(address, '@'::text, 1))) || address), ''::text));

CREATE FUNCTION public.words_of(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_remove(string_to_array(translate(lower(CASE WHEN (octet_length(words) = length(words)) THEN words ELSE regexp_replace(NORMALIZE(words, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text) END), ' 	
-–—/.,:;!?&()[]"“”·•+|''’‘ʼ`'::text, repeat(' '::text, 26)), ' '::text), ''::text);

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
create index admissions_event on admissions (event_id, admitted_at, ticket_id) where (voided_at is null);
create unique index admissions_once on admissions (ticket_id) where (voided_at is null);

create table audit_chain (
  only_one boolean not null default true,
  "position" bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  sealed_at timestamptz,
  constraint audit_chain_pkey primary key (only_one),
  constraint audit_chain_hash_check check (octet_length(hash) = 32),
  constraint audit_chain_only_one_check check (only_one),
  constraint audit_chain_position_check check ("position" >= 0)
);
-- Rows that migrations put in:
--   (t,0,"\\x0000000000000000000000000000000000000000000000000000000000000000",)

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
create index audit_log_kind on audit_log (target_kind, id);
create index audit_log_staff on audit_log (staff_id, id desc);
create index audit_log_target on audit_log (target_kind, target_id, id desc);
create trigger audit_log_rows before delete or update on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_whole before TRUNCATE on audit_log FOR EACH STATEMENT execute function refuse_audit_change();
create trigger audit_log_written after insert on audit_log REFERENCING new TABLE AS written FOR EACH STATEMENT execute function await_audit_seal();

create table audit_seals (
  "position" bigint not null,
  entry_id bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default clock_now(),
  constraint audit_seals_pkey primary key ("position"),
  constraint audit_seals_entry_id_key unique (entry_id),
  constraint audit_seals_hash_check check (octet_length(hash) = 32),
  constraint audit_seals_position_check check ("position" > 0)
);
create trigger audit_seals_rows before delete or update on audit_seals for each row execute function refuse_audit_change();
create trigger audit_seals_whole before TRUNCATE on audit_seals FOR EACH STATEMENT execute function refuse_audit_change();

create table audit_unsealed (
  entry_id bigint not null,
  since timestamptz not null default clock_timestamp(),
  constraint audit_unsealed_pkey primary key (entry_id)
);

create table audit_walk (
  only_one boolean not null default true,
  entry_id bigint not null default 0,
  started_at timestamptz,
  found_entry_id bigint,
  broken_entry_id bigint,
  whole_at timestamptz,
  constraint audit_walk_pkey primary key (only_one),
  constraint audit_walk_only_one_check check (only_one)
);
-- Rows that migrations put in:
--   (t,0,,,,)

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

create table discarded_pictures (
  key text not null,
  discard_at timestamptz not null,
  constraint discarded_pictures_pkey primary key (key)
);

create table disputes (
  id uuid not null,
  payment_id uuid not null,
  provider_ref text not null,
  amount_cents integer not null,
  reason text not null,
  status text not null,
  evidence_due_at timestamptz,
  withdrawn_at timestamptz,
  opened_at timestamptz not null default clock_now(),
  closed_at timestamptz,
  next_check_at timestamptz not null default (clock_now() + '01:00:00'),
  constraint disputes_pkey primary key (id),
  constraint disputes_provider_ref_key unique (provider_ref),
  constraint disputes_payment_id_fkey foreign key (payment_id) references payments(id),
  constraint disputes_amount_cents_check check (amount_cents > 0),
  constraint disputes_check check ((status = 'open') = (closed_at is null)),
  constraint disputes_status_check check (status in ('open', 'won', 'lost'))
);
create index disputes_newest on disputes (opened_at desc, id);
create index disputes_payment on disputes (payment_id);
create index disputes_unsettled on disputes (next_check_at) where ((status = 'open') or ((status = 'won') = (withdrawn_at is not null)));

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
  handed_over_at timestamptz,
  constraint emails_pkey primary key (id),
  constraint emails_dedupe_key_key unique (dedupe_key),
  constraint emails_requested_by_fkey foreign key (requested_by) references users(id),
  constraint emails_resend_of_fkey foreign key (resend_of) references emails(id),
  constraint emails_check check ((resend_of is null) = (requested_by is null)),
  constraint emails_status_check check (status in ('queued', 'sending', 'sent', 'kept', 'unknown', 'failed'))
) with (fillfactor=70);
create index emails_kind on emails (kind, created_at, id);
create index emails_newest on emails (created_at desc, id desc);
create index emails_recipient on emails (to_address, id);
create index emails_resends on emails (resend_of) where (resend_of is not null);
create index emails_sending on emails (lease_until) where (status = 'sending');
create index emails_status on emails (status, created_at, id);
create index emails_waiting on emails (next_attempt_at) where (status in ('queued', 'unknown'));
create index emails_words on emails USING gin (search_words(((to_name || ' ') || COALESCE(subject, '')), to_address)) WITH (gin_pending_list_limit='16384');

create table event_series (
  id bigint generated always as identity not null,
  created_at timestamptz not null default clock_now(),
  constraint event_series_pkey primary key (id)
);

create table event_slugs (
  event_id bigint not null,
  slug text not null,
  left_at timestamptz not null default clock_now(),
  constraint event_slugs_pkey primary key (event_id, slug),
  constraint event_slugs_event_id_fkey foreign key (event_id) references events(id) on delete cascade
);

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
  version integer not null default 1,
  description_html text,
  gallery jsonb not null default '[]',
  seo_title text,
  seo_description text,
  recap text,
  publish_at timestamptz,
  publish_as text,
  state text not null default 'on',
  state_note text,
  moved_from timestamptz,
  changes integer not null default 0,
  series_id bigint,
  refund_policy jsonb not null default '{"kind": "none"}',
  ask_back_until timestamptz,
  ask_back_since timestamptz,
  fee_rule jsonb not null default '{"kind": "by_type"}',
  published_at timestamptz,
  constraint events_pkey primary key (id),
  constraint events_slug_key unique (slug),
  constraint events_stock_id_key unique (stock_id),
  constraint events_series_id_fkey foreign key (series_id) references event_series(id),
  constraint events_stock_id_fkey foreign key (stock_id) references stock(id),
  constraint events_venue_id_fkey foreign key (venue_id) references venues(id),
  constraint events_age_rule_check check (age_rule in ('all', '18+', '21+')),
  constraint events_check check (starts_at < ends_at),
  constraint events_check1 check (doors_at is null or doors_at <= ends_at),
  constraint events_check2 check ((ask_back_until is null) = (ask_back_since is null)),
  constraint events_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint events_entry_opens_minutes_check check (entry_opens_minutes >= 0),
  constraint events_fee_rule_check check ((fee_rule ->> 'kind') in ('by_type', 'absorbed', 'passed_on')),
  constraint events_plan_of_drafts check (publish_at is null or visibility = 'draft'),
  constraint events_publish_as_check check (publish_as in ('published', 'unlisted')),
  constraint events_publish_plan check ((publish_at is null) = (publish_as is null)),
  constraint events_published_at check (visibility <> 'published' or published_at is not null),
  constraint events_refund_policy_check check ((refund_policy ->> 'kind') in ('none', 'before_start', 'until')),
  constraint events_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint events_state_check check (state in ('on', 'cancelled', 'postponed')),
  constraint events_visibility_check check (visibility in ('draft', 'unlisted', 'published'))
);
create index events_by_change on events (updated_at, id);
create index events_by_series on events (series_id, starts_at) where (series_id is not null);
create index events_by_start on events (starts_at, id) include (ends_at, venue_id, categories) where (visibility = 'published');
create index events_by_start_all on events (starts_at, id) include (ends_at, visibility);
create index events_by_title on events (lower(title), id);
create index events_by_venue on events (venue_id);
create index events_categories on events USING gin (categories);
create index events_drafts on events (starts_at, id) where (visibility = 'draft');
create index events_lasting on events (ends_at, starts_at) where ((ends_at - starts_at) > '31 days');
create index events_off on events (starts_at, id) where (state <> 'on');
create index events_search on events USING gin (search_text gin_trgm_ops);
create index events_to_publish on events (publish_at) where (publish_at is not null);
create trigger events_first_inserted before insert on events for each row when (((new.visibility = 'published') and (new.published_at is null))) execute function note_first_publishing();
create trigger events_first_published before update of visibility on events for each row when (((new.visibility = 'published') and (new.published_at is null))) execute function note_first_publishing();
create trigger events_sales after insert on events REFERENCING new TABLE AS added FOR EACH STATEMENT execute function count_sales_of_nights();

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
  event_id bigint,
  open_then bigint[] not null default '{}'::bigint[],
  sends integer not null default 0,
  sent_at timestamptz,
  constraint interests_pkey primary key (id),
  constraint interests_email_topic_key unique (email, topic),
  constraint interests_event_id_fkey foreign key (event_id) references events(id) on delete cascade,
  constraint interests_check check (status <> 'confirmed' or confirmed_at is not null),
  constraint interests_check1 check (status <> 'left' or left_at is not null),
  constraint interests_check2 check (status <> 'sent' or sent_at is not null),
  constraint interests_email_check check (email = lower(email)),
  constraint interests_status_check check (status in ('asked', 'confirmed', 'left', 'sent')),
  constraint interests_topic_check check (
CASE
    when event_id is null THEN topic in ('shop', 'live', 'community')
    ELSE topic = ('event:' || event_id)
END)
);
create index interests_of_event on interests (event_id, status) where (event_id is not null);
create index interests_of_topic on interests (topic, status);

create table invariant_checks (
  id text not null,
  holds text not null,
  outcome text not null,
  row_count integer not null default 0,
  took_ms integer not null,
  checked_at timestamptz not null default clock_now(),
  next_check_at timestamptz not null,
  broken_since timestamptz,
  constraint invariant_checks_pkey primary key (id),
  constraint invariant_checks_check check ((outcome = 'broken') = (row_count > 0)),
  constraint invariant_checks_check1 check ((outcome = 'broken') <= (broken_since is not null)),
  constraint invariant_checks_outcome_check check (outcome in ('holds', 'broken', 'too_slow', 'failed')),
  constraint invariant_checks_row_count_check check (row_count >= 0)
);

create table ledger_entries (
  posting_id uuid not null,
  "position" smallint not null,
  account text not null,
  event_id bigint,
  ticket_type_id bigint,
  amount_cents integer not null,
  currency text not null,
  constraint ledger_entries_pkey primary key (posting_id, "position"),
  constraint ledger_entries_account_check check (account in ('provider', 'buyers', 'sales', 'fees', 'tax', 'disputes', 'by_hand')),
  constraint ledger_entries_amount_cents_check check (amount_cents <> 0),
  constraint ledger_entries_position_check check ("position" >= 0)
);
create index ledger_entries_event on ledger_entries (event_id) where (event_id is not null);
create trigger ledger_entries_balance after insert on ledger_entries REFERENCING new TABLE AS written FOR EACH STATEMENT execute function refuse_unbalanced_postings();
create trigger ledger_entries_rows before delete or update on ledger_entries for each row execute function refuse_ledger_change();
create trigger ledger_entries_whole before TRUNCATE on ledger_entries FOR EACH STATEMENT execute function refuse_ledger_change();

create table ledger_postings (
  id uuid not null,
  kind text not null,
  order_id uuid,
  payment_id uuid,
  refund_id uuid,
  dispute_id uuid,
  currency text not null,
  created_at timestamptz not null default clock_now(),
  constraint ledger_postings_pkey primary key (id),
  constraint ledger_postings_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint ledger_postings_kind_check check (kind in ('capture', 'sale', 'refund', 'money_back', 'money_back_failed', 'paid_by_hand', 'dispute', 'dispute_won')),
  constraint ledger_postings_subject check (
CASE kind
    when 'capture' THEN payment_id is not null
    when 'sale' THEN order_id is not null
    when 'refund' THEN refund_id is not null
    when 'money_back' THEN refund_id is not null
    when 'money_back_failed' THEN refund_id is not null
    when 'paid_by_hand' THEN refund_id is not null
    ELSE dispute_id is not null
END)
);
create index ledger_postings_dispute on ledger_postings (dispute_id) where (dispute_id is not null);
create index ledger_postings_newest on ledger_postings (created_at, id);
create index ledger_postings_order on ledger_postings (order_id);
create unique index ledger_postings_capture on ledger_postings (payment_id) where (kind = 'capture');
create unique index ledger_postings_money_back on ledger_postings (refund_id) where (kind = 'money_back');
create unique index ledger_postings_money_back_failed on ledger_postings (refund_id) where (kind = 'money_back_failed');
create unique index ledger_postings_paid_by_hand on ledger_postings (refund_id) where (kind = 'paid_by_hand');
create unique index ledger_postings_refund on ledger_postings (refund_id) where (kind = 'refund');
create unique index ledger_postings_sale on ledger_postings (order_id) where (kind = 'sale');
create trigger ledger_postings_rows before delete or update on ledger_postings for each row execute function refuse_ledger_change();
create trigger ledger_postings_whole before TRUNCATE on ledger_postings FOR EACH STATEMENT execute function refuse_ledger_change();

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

create table money_comparisons (
  id bigint generated always as identity not null,
  provider text not null,
  day date,
  started_by bigint,
  started_at timestamptz not null default clock_now(),
  until timestamptz not null,
  read_until timestamptz not null,
  leased_until timestamptz,
  charges integer,
  refunds integer,
  disputes integer,
  differences integer,
  error text,
  done_at timestamptz,
  constraint money_comparisons_pkey primary key (id),
  constraint money_comparisons_started_by_fkey foreign key (started_by) references users(id) on delete set null,
  constraint money_comparisons_provider_check check (provider in ('sandbox', 'stripe'))
);
create unique index money_comparisons_night on money_comparisons (provider, day) where (day is not null);
create unique index money_comparisons_open on money_comparisons (provider) where (done_at is null);

create table money_exceptions (
  id bigint generated always as identity not null,
  kind text not null,
  order_id uuid,
  payment_id uuid,
  refund_id uuid,
  ref text,
  subject text generated always as (COALESCE(ref, (refund_id)::text, (payment_id)::text, (order_id)::text)) stored not null,
  detail jsonb not null default '{}',
  opened_at timestamptz not null default clock_now(),
  resolved_at timestamptz,
  resolved_by bigint,
  resolution text,
  told_at timestamptz,
  constraint money_exceptions_pkey primary key (id),
  constraint money_exceptions_resolved_by_fkey foreign key (resolved_by) references users(id) on delete set null,
  constraint money_exceptions_check check ((resolved_at is null) = (resolution is null)),
  constraint money_exceptions_kind_check check (kind in ('money_without_ticket', 'ticket_without_money', 'failed_refund', 'refund_elsewhere', 'provider_mismatch', 'failed_notice')),
  constraint money_exceptions_ref_check check (length(ref) <= 255),
  constraint money_exceptions_resolution_check check (resolution in ('gone', 'deliver', 'return_money', 'retry_refund', 'void_order', 'void_tickets', 'ask_provider', 'replay_notice', 'by_hand'))
);
create index money_exceptions_resolved on money_exceptions (resolved_at desc) where (resolved_at is not null);
create index money_exceptions_subject on money_exceptions (kind, subject, id desc);
create index money_exceptions_told on money_exceptions (told_at desc) where (told_at is not null);
create index money_exceptions_untold on money_exceptions (id) where ((told_at is null) and (resolved_at is null));
create unique index money_exceptions_one_open on money_exceptions (kind, subject) where (resolved_at is null);

create table money_looks (
  name text not null,
  looked_at timestamptz not null default clock_now(),
  constraint money_looks_pkey primary key (name),
  constraint money_looks_name_check check (name = 'exceptions')
);

create table night_refund_orders (
  night_refund_id uuid not null,
  order_id uuid not null,
  state text not null default 'waiting',
  why text,
  constraint night_refund_orders_pkey primary key (night_refund_id, order_id),
  constraint night_refund_orders_night_refund_id_fkey foreign key (night_refund_id) references night_refunds(id),
  constraint night_refund_orders_order_id_fkey foreign key (order_id) references orders(id),
  constraint night_refund_orders_check check ((state = 'skipped') = (why is not null)),
  constraint night_refund_orders_state_check check (state in ('waiting', 'made', 'skipped'))
);
create index night_refund_orders_waiting on night_refund_orders (night_refund_id, order_id) where (state = 'waiting');

create table night_refunds (
  id uuid not null,
  event_id bigint not null,
  state text not null,
  started_by bigint not null,
  confirmed_by bigint,
  reason text not null,
  note text,
  with_fee boolean not null,
  includes_admitted boolean not null,
  created_at timestamptz not null default clock_now(),
  done_at timestamptz,
  constraint night_refunds_pkey primary key (id),
  constraint night_refunds_confirmed_by_fkey foreign key (confirmed_by) references users(id),
  constraint night_refunds_event_id_fkey foreign key (event_id) references events(id),
  constraint night_refunds_started_by_fkey foreign key (started_by) references users(id),
  constraint night_refunds_check check (confirmed_by is distinct from started_by),
  constraint night_refunds_check1 check ((state = 'done') = (done_at is not null)),
  constraint night_refunds_note_check check (length(note) >= 3 and length(note) <= 600),
  constraint night_refunds_reason_check check (length(reason) >= 3 and length(reason) <= 200),
  constraint night_refunds_state_check check (state in ('proposed', 'running', 'paused', 'done', 'withdrawn'))
);
create index night_refunds_event on night_refunds (event_id, created_at desc);
create unique index night_refunds_one_open on night_refunds (event_id) where (state in ('proposed', 'running', 'paused'));

create table night_sales (
  event_id bigint not null,
  sold integer not null default 0,
  constraint night_sales_pkey primary key (event_id),
  constraint night_sales_event_id_fkey foreign key (event_id) references events(id) on delete cascade
);
create index night_sales_most on night_sales (sold, event_id);

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
  discount_cents integer not null default 0,
  constraint order_lines_pkey primary key (id),
  constraint order_lines_order_id_position_key unique (order_id, "position"),
  constraint order_lines_event_id_fkey foreign key (event_id) references events(id),
  constraint order_lines_order_id_fkey foreign key (order_id) references orders(id),
  constraint order_lines_ticket_type_id_fkey foreign key (ticket_type_id) references ticket_types(id),
  constraint order_lines_check check (total_cents = (unit_cents * quantity)),
  constraint order_lines_check1 check (discount_cents >= 0 and discount_cents <= total_cents),
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

create table order_notes (
  id bigint generated always as identity not null,
  order_id uuid not null,
  text text not null,
  author_id bigint not null,
  author_name text not null,
  created_at timestamptz not null default clock_now(),
  struck_at timestamptz,
  striker_name text,
  constraint order_notes_pkey primary key (id),
  constraint order_notes_order_id_fkey foreign key (order_id) references orders(id),
  constraint order_notes_check check ((struck_at is null) = (striker_name is null)),
  constraint order_notes_text_check check (length(text) >= 1 and length(text) <= 1000)
);
create index order_notes_order on order_notes (order_id, id);
create trigger order_notes_kept before delete or update on order_notes for each row execute function refuse_note_change();

create table order_refund_items (
  order_refund_id uuid not null,
  order_line_id uuid not null,
  ticket_id bigint not null,
  amount_cents integer not null,
  fee_cents integer not null,
  tax_cents integer not null default 0,
  keeps_ticket boolean not null default false,
  constraint order_refund_items_pkey primary key (order_refund_id, ticket_id),
  constraint order_refund_items_order_line_id_fkey foreign key (order_line_id) references order_lines(id),
  constraint order_refund_items_order_refund_id_fkey foreign key (order_refund_id) references order_refunds(id),
  constraint order_refund_items_ticket_id_fkey foreign key (ticket_id) references tickets(id),
  constraint order_refund_items_amount_cents_check check (amount_cents >= 0),
  constraint order_refund_items_check check ((fee_cents + tax_cents) <= amount_cents),
  constraint order_refund_items_difference check (not keeps_ticket or amount_cents > 0),
  constraint order_refund_items_fee_cents_check check (fee_cents >= 0),
  constraint order_refund_items_tax_cents_check check (tax_cents >= 0)
);
create index order_refund_items_differences on order_refund_items (ticket_id) where keeps_ticket;
create index order_refund_items_line on order_refund_items (order_line_id);
create unique index order_refund_items_one_end on order_refund_items (ticket_id) where (not keeps_ticket);

create table order_refunds (
  id uuid not null,
  order_id uuid not null,
  decided_by bigint,
  made_by text not null,
  reason text not null,
  note text,
  amount_cents integer not null,
  with_fee boolean not null,
  returns_stock boolean not null,
  status text not null default 'pending',
  failure text,
  by_hand_by bigint,
  night_refund_id uuid,
  created_at timestamptz not null default clock_now(),
  done_at timestamptz,
  constraint order_refunds_pkey primary key (id),
  constraint order_refunds_by_hand_by_fkey foreign key (by_hand_by) references users(id),
  constraint order_refunds_decided_by_fkey foreign key (decided_by) references users(id),
  constraint order_refunds_night_refund_id_fkey foreign key (night_refund_id) references night_refunds(id),
  constraint order_refunds_order_id_fkey foreign key (order_id) references orders(id),
  constraint order_refunds_amount_cents_check check (amount_cents >= 0),
  constraint order_refunds_check check ((status = 'done') = (done_at is not null)),
  constraint order_refunds_check1 check ((made_by = 'buyer') = (decided_by is null)),
  constraint order_refunds_check2 check (by_hand_by is null or status = 'done'),
  constraint order_refunds_made_by_check check (made_by in ('staff', 'buyer', 'night')),
  constraint order_refunds_note_check check (length(note) >= 1 and length(note) <= 600),
  constraint order_refunds_reason_check check (length(reason) >= 1 and length(reason) <= 200),
  constraint order_refunds_status_check check (status in ('pending', 'done', 'failed'))
);
create index order_refunds_night on order_refunds (night_refund_id) where (night_refund_id is not null);
create index order_refunds_open on order_refunds (created_at) where (status <> 'done');
create index order_refunds_order on order_refunds (order_id, created_at);

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
  promo_code text,
  given_back_cents integer not null default 0,
  refund_until timestamptz,
  refund_fees boolean not null default false,
  hold_grace_seconds integer not null default 0,
  constraint orders_pkey primary key (id),
  constraint orders_number_key unique (number),
  constraint orders_user_id_fkey foreign key (user_id) references users(id),
  constraint orders_buyer_email_check check (buyer_email = lower(buyer_email)),
  constraint orders_check check (fee_cents >= 0 and fee_cents <= subtotal_cents),
  constraint orders_check1 check (total_cents = (subtotal_cents + tax_cents + shipping_cents - discount_cents)),
  constraint orders_check2 check ((status in ('paid', 'partially_refunded', 'refunded')) = (paid_at is not null)),
  constraint orders_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint orders_discount_cents_check check (discount_cents >= 0),
  constraint orders_discount_has_code check (discount_cents = 0 or promo_code is not null),
  constraint orders_hold_grace check (hold_grace_seconds = ANY (ARRAY[0, 600])),
  constraint orders_never_over_refunded check (given_back_cents >= 0 and given_back_cents <= total_cents),
  constraint orders_shipping_cents_check check (shipping_cents >= 0),
  constraint orders_status_check check (status in ('awaiting_payment', 'paying', 'paid', 'expired', 'cancelled', 'partially_refunded', 'refunded')),
  constraint orders_subtotal_cents_check check (subtotal_cents >= 0),
  constraint orders_tax_cents_check check (tax_cents >= 0),
  constraint orders_total_cents_check check (total_cents >= 0)
) with (fillfactor=70);
create index orders_email on orders (buyer_email);
create index orders_newest on orders (created_at desc, id desc);
create index orders_user on orders (user_id, created_at desc);
create index orders_words on orders USING gin (search_words(((buyer_name || ' ') || replace(number, '-', '')), buyer_email)) WITH (gin_pending_list_limit='16384');
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

create table paper_counters (
  kind text not null,
  year smallint not null,
  last integer not null,
  constraint paper_counters_pkey primary key (kind, year),
  constraint paper_counters_kind_check check (kind in ('receipt', 'invoice', 'cancellation', 'credit_note')),
  constraint paper_counters_last_check check (last >= 1)
);

create table papers (
  id bigint generated always as identity not null,
  kind text not null,
  order_id uuid not null,
  order_refund_id uuid,
  due_at timestamptz not null default clock_now(),
  year smallint,
  number integer,
  issued_at timestamptz,
  addressee jsonb,
  content jsonb,
  corrects bigint,
  constraint papers_pkey primary key (id),
  constraint papers_kind_year_number_key unique (kind, year, number),
  constraint papers_corrects_fkey foreign key (corrects) references papers(id),
  constraint papers_order_id_fkey foreign key (order_id) references orders(id),
  constraint papers_order_refund_id_fkey foreign key (order_refund_id) references order_refunds(id),
  constraint papers_check check ((kind = 'credit_note') = (order_refund_id is not null)),
  constraint papers_check1 check (num_nulls(year, number, issued_at, content) = ANY (ARRAY[0, 4])),
  constraint papers_corrects_check check (
CASE kind
    when 'cancellation' THEN corrects is not null
    when 'invoice' THEN true
    ELSE corrects is null
END),
  constraint papers_kind_check check (kind in ('receipt', 'invoice', 'cancellation', 'credit_note')),
  constraint papers_number_check check (number >= 1)
);
create index papers_due on papers (due_at, id) where (number is null);
create index papers_order on papers (order_id);
create unique index papers_one_correction on papers (corrects, kind) where (corrects is not null);
create unique index papers_one_credit_note on papers (order_refund_id) where (kind = 'credit_note');
create unique index papers_one_invoice on papers (order_id) where ((kind = 'invoice') and (corrects is null));
create unique index papers_one_receipt on papers (order_id) where (kind = 'receipt');
create trigger papers_rows before delete or update on papers for each row execute function refuse_paper_change();
create trigger papers_whole before TRUNCATE on papers FOR EACH STATEMENT execute function refuse_paper_change();

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
  captured_cents integer,
  charge_ref text,
  grace_seconds integer not null default 0,
  constraint payments_pkey primary key (id),
  constraint payments_provider_provider_ref_key unique (provider, provider_ref),
  constraint payments_amount_cents_check check (amount_cents > 0),
  constraint payments_captured_cents_check check (captured_cents > 0),
  constraint payments_captured_has_cents check ((captured_cents is not null) = (status in ('captured', 'refunding', 'refunded'))),
  constraint payments_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint payments_grace check (grace_seconds = ANY (ARRAY[0, 600])),
  constraint payments_provider_check check (provider in ('sandbox', 'stripe')),
  constraint payments_status_check check (status in ('starting', 'open', 'processing', 'declined', 'cancelled', 'expired', 'captured', 'refunding', 'refunded'))
) with (fillfactor=70);
create index payments_captured on payments (captured_at) where (captured_at is not null);
create index payments_charge on payments (provider, charge_ref) where (charge_ref is not null);
create index payments_subject on payments (subject_id);
create index payments_unsettled on payments (next_check_at) where (status in ('starting', 'open', 'processing', 'declined'));
create unique index payments_one_capture on payments (subject_id) where (status = 'captured');
create unique index payments_one_grace on payments (subject_id) where (grace_seconds > 0);

create table picture_uses (
  picture_id bigint not null,
  kind text not null,
  target_id text not null,
  label text not null,
  constraint picture_uses_pkey primary key (picture_id, kind, target_id),
  constraint picture_uses_picture_id_fkey foreign key (picture_id) references pictures(id),
  constraint picture_uses_kind_check check (kind ~ '^[a-z_]{1,40}$'),
  constraint picture_uses_label_check check (length(label) <= 300),
  constraint picture_uses_target_id_check check (length(target_id) >= 1 and length(target_id) <= 64)
);
create index picture_uses_by_target on picture_uses (kind, target_id);

create table pictures (
  id bigint generated always as identity not null,
  key text not null,
  state text not null,
  fault text,
  file_name text not null,
  alt text not null default '',
  bytes bigint,
  sha256 bytea,
  width integer,
  height integer,
  dominant text,
  accent text,
  placeholder text,
  focal_x real not null default 0.5,
  focal_y real not null default 0.5,
  card_due boolean not null default false,
  replaces_id bigint,
  attempts integer not null default 0,
  leased_until timestamptz,
  uploaded_by bigint,
  created_at timestamptz not null default clock_now(),
  updated_at timestamptz not null default clock_now(),
  search_text text generated always as (lower(((alt || ' ') || file_name))) stored,
  constraint pictures_pkey primary key (id),
  constraint pictures_key_key unique (key),
  constraint pictures_replaces_id_fkey foreign key (replaces_id) references pictures(id) on delete cascade,
  constraint pictures_uploaded_by_fkey foreign key (uploaded_by) references users(id) on delete set null,
  constraint pictures_accent_check check (accent ~ '^#[0-9a-f]{6}$'),
  constraint pictures_alt_check check (length(alt) <= 300),
  constraint pictures_bytes_check check (bytes > 0),
  constraint pictures_check check ((state = 'refused') = (fault is not null)),
  constraint pictures_check1 check (state <> 'ready' or width is not null and height is not null and dominant is not null and accent is not null),
  constraint pictures_dominant_check check (dominant ~ '^#[0-9a-f]{6}$'),
  constraint pictures_fault_check check (fault in ('not_a_picture', 'too_many_pixels', 'too_small', 'unreadable', 'failed')),
  constraint pictures_file_name_check check (length(file_name) >= 1 and length(file_name) <= 200),
  constraint pictures_focal_x_check check (focal_x >= 0::double precision and focal_x <= 1::double precision),
  constraint pictures_focal_y_check check (focal_y >= 0::double precision and focal_y <= 1::double precision),
  constraint pictures_height_check check (height > 0),
  constraint pictures_key_check check (key ~ '^[a-z0-9-]{1,64}$'),
  constraint pictures_sha256_check check (length(sha256) = 32),
  constraint pictures_state_check check (state in ('uploaded', 'processing', 'ready', 'refused')),
  constraint pictures_width_check check (width > 0)
);
create index pictures_replacing on pictures (replaces_id) where (replaces_id is not null);
create index pictures_to_process on pictures (id) where (state in ('uploaded', 'processing'));
create index pictures_with_card_due on pictures (id) where card_due;
create unique index pictures_by_content on pictures (sha256) where ((state <> 'refused') and (replaces_id is null));

create table policies (
  name text not null,
  required boolean not null,
  changed_by bigint,
  changed_at timestamptz not null default clock_now(),
  constraint policies_pkey primary key (name),
  constraint policies_changed_by_fkey foreign key (changed_by) references users(id) on delete set null,
  constraint policies_name_check check (name = 'staff_second_factor')
);

create table pool_types (
  ticket_type_id bigint not null,
  pool_id bigint not null,
  constraint pool_types_pkey primary key (ticket_type_id, pool_id),
  constraint pool_types_pool_id_fkey foreign key (pool_id) references pools(id) on delete cascade,
  constraint pool_types_ticket_type_id_fkey foreign key (ticket_type_id) references ticket_types(id) on delete cascade
);
create index pool_types_pool on pool_types (pool_id);

create table pools (
  id bigint generated always as identity not null,
  event_id bigint not null,
  stock_id bigint not null,
  name text not null,
  counts text not null,
  version integer not null default 1,
  constraint pools_pkey primary key (id),
  constraint pools_stock_id_key unique (stock_id),
  constraint pools_event_id_fkey foreign key (event_id) references events(id) on delete cascade,
  constraint pools_stock_id_fkey foreign key (stock_id) references stock(id),
  constraint pools_counts_check check (counts in ('people', 'units')),
  constraint pools_name_check check (length(name) >= 1 and length(name) <= 60)
);
create unique index pools_name on pools (event_id, lower(name));

create table promo_code_types (
  promo_code_id bigint not null,
  ticket_type_id bigint not null,
  constraint promo_code_types_pkey primary key (promo_code_id, ticket_type_id),
  constraint promo_code_types_promo_code_id_fkey foreign key (promo_code_id) references promo_codes(id) on delete cascade,
  constraint promo_code_types_ticket_type_id_fkey foreign key (ticket_type_id) references ticket_types(id) on delete cascade
);
create index promo_code_types_type on promo_code_types (ticket_type_id);

create table promo_codes (
  id bigint generated always as identity not null,
  stock_id bigint not null,
  code text not null,
  note text not null default '',
  event_id bigint,
  kind text not null,
  percent integer,
  amount_cents integer,
  currency text not null default 'USD',
  starts_at timestamptz,
  ends_at timestamptz,
  total_limit integer,
  person_limit integer,
  unit_limit integer,
  minimum_cents integer,
  state text not null default 'active',
  created_at timestamptz not null default clock_now(),
  version integer not null default 1,
  constraint promo_codes_pkey primary key (id),
  constraint promo_codes_stock_id_key unique (stock_id),
  constraint promo_codes_event_id_fkey foreign key (event_id) references events(id) on delete cascade,
  constraint promo_codes_stock_id_fkey foreign key (stock_id) references stock(id),
  constraint promo_codes_amount_cents_check check (amount_cents >= 1),
  constraint promo_codes_check check ((kind = 'percent') = (percent is not null) and (kind = 'percent') = (amount_cents is null)),
  constraint promo_codes_check1 check (starts_at is null or ends_at is null or starts_at < ends_at),
  constraint promo_codes_code_check check (length(code) >= 3 and length(code) <= 40),
  constraint promo_codes_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint promo_codes_kind_check check (kind in ('percent', 'per_order', 'per_unit')),
  constraint promo_codes_minimum_cents_check check (minimum_cents >= 0),
  constraint promo_codes_percent_check check (percent >= 1 and percent <= 100),
  constraint promo_codes_person_limit_check check (person_limit >= 1),
  constraint promo_codes_state_check check (state in ('active', 'paused', 'ended')),
  constraint promo_codes_total_limit_check check (total_limit >= 1),
  constraint promo_codes_unit_limit_check check (unit_limit >= 1)
);
create index promo_codes_event on promo_codes (event_id);
create unique index promo_codes_word on promo_codes (upper(code), COALESCE(event_id, (0)::bigint)) where (state <> 'ended');

create table promoters (
  id bigint generated always as identity not null,
  stock_id bigint not null,
  name text not null,
  kind text not null default 'person',
  link_code text not null,
  event_id bigint,
  allocation integer,
  commission_kind text not null default 'none',
  commission_percent integer,
  commission_cents integer,
  state text not null default 'active',
  link_version integer not null default 1,
  created_at timestamptz not null default clock_now(),
  version integer not null default 1,
  constraint promoters_pkey primary key (id),
  constraint promoters_stock_id_key unique (stock_id),
  constraint promoters_event_id_fkey foreign key (event_id) references events(id) on delete cascade,
  constraint promoters_stock_id_fkey foreign key (stock_id) references stock(id),
  constraint promoters_allocation_check check (allocation >= 1),
  constraint promoters_check check ((commission_kind = 'percent') = (commission_percent is not null) and (commission_kind = 'per_ticket') = (commission_cents is not null)),
  constraint promoters_commission_cents_check check (commission_cents >= 1),
  constraint promoters_commission_kind_check check (commission_kind in ('none', 'percent', 'per_ticket')),
  constraint promoters_commission_percent_check check (commission_percent >= 1 and commission_percent <= 100),
  constraint promoters_kind_check check (kind in ('person', 'committee')),
  constraint promoters_link_code_check check (length(link_code) >= 3 and length(link_code) <= 40),
  constraint promoters_link_version_check check (link_version >= 1),
  constraint promoters_state_check check (state in ('active', 'paused', 'ended'))
);
create index promoters_event on promoters (event_id);
create unique index promoters_link on promoters (upper(link_code)) where (state <> 'ended');

create table promotion_uses (
  order_id uuid not null,
  event_id bigint not null,
  promo_code_id bigint,
  promoter_id bigint,
  ticket_count integer not null,
  discount_cents integer not null,
  revenue_cents integer not null,
  commission_cents integer not null default 0,
  currency text not null,
  created_at timestamptz not null default clock_now(),
  constraint promotion_uses_pkey primary key (order_id),
  constraint promotion_uses_event_id_fkey foreign key (event_id) references events(id),
  constraint promotion_uses_promo_code_id_fkey foreign key (promo_code_id) references promo_codes(id),
  constraint promotion_uses_promoter_id_fkey foreign key (promoter_id) references promoters(id),
  constraint promotion_uses_check check (promo_code_id is not null or promoter_id is not null),
  constraint promotion_uses_commission_cents_check check (commission_cents >= 0),
  constraint promotion_uses_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint promotion_uses_discount_cents_check check (discount_cents >= 0),
  constraint promotion_uses_revenue_cents_check check (revenue_cents >= 0),
  constraint promotion_uses_ticket_count_check check (ticket_count >= 1)
);
create index promotion_uses_code on promotion_uses (promo_code_id, created_at) where (promo_code_id is not null);
create index promotion_uses_promoter on promotion_uses (promoter_id, created_at) where (promoter_id is not null);

create table provider_money (
  provider text not null,
  kind text not null,
  ref text not null,
  payment_id uuid,
  refund_id uuid,
  amount_cents integer not null,
  currency text not null,
  state text not null,
  at timestamptz not null,
  comparison_id bigint not null,
  constraint provider_money_pkey primary key (provider, kind, ref),
  constraint provider_money_comparison_id_fkey foreign key (comparison_id) references money_comparisons(id),
  constraint provider_money_kind_check check (kind in ('charge', 'refund', 'dispute'))
) with (fillfactor=80);
create index provider_money_payment on provider_money (payment_id) where (payment_id is not null);

create table provider_pace (
  lane text not null,
  next_at timestamptz not null,
  constraint provider_pace_pkey primary key (lane)
) with (fillfactor=20);

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
  order_refund_id uuid,
  failure text,
  sent_at timestamptz,
  retries uuid,
  failed_at timestamptz,
  constraint refunds_pkey primary key (id),
  constraint refunds_retries_key unique (retries),
  constraint refunds_payment_id_fkey foreign key (payment_id) references payments(id),
  constraint refunds_retries_fkey foreign key (retries) references refunds(id),
  constraint refunds_amount_cents_check check (amount_cents > 0),
  constraint refunds_done_has_time check (status <> 'done' or done_at is not null),
  constraint refunds_status_check check (status in ('pending', 'done', 'failed'))
);
create index refunds_payment on refunds (payment_id);
create index refunds_pending on refunds (next_attempt_at) where (status = 'pending');
create unique index refunds_one_try on refunds (order_refund_id) where (status <> 'failed');
create unique index refunds_provider on refunds (provider_ref) where (provider_ref is not null);

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

create table settings (
  name text not null,
  value jsonb not null,
  changed_by bigint,
  changed_at timestamptz not null default clock_now(),
  constraint settings_pkey primary key (name),
  constraint settings_changed_by_fkey foreign key (changed_by) references users(id) on delete set null,
  constraint settings_name_check check (name ~ '^[a-z]+([A-Z][a-z]+)*$')
);

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
  terms integer not null default 0,
  constraint stock_pkey primary key (id),
  constraint stock_capacity_check check (capacity >= 0),
  constraint stock_held_check check (held >= 0),
  constraint stock_kind_check check (kind in ('ticket_type', 'event', 'variant', 'pool', 'promo', 'promoter')),
  constraint stock_never_oversold check ((held + sold) <= capacity),
  constraint stock_sold_check check (sold >= 0)
) with (fillfactor=50);

create table ticket_changes (
  id bigint generated always as identity not null,
  ticket_id bigint not null,
  kind text not null,
  from_type_id bigint,
  to_type_id bigint,
  difference_cents integer,
  holder_before text,
  created_at timestamptz not null default clock_now(),
  place_cents integer,
  constraint ticket_changes_pkey primary key (id),
  constraint ticket_changes_from_type_id_fkey foreign key (from_type_id) references ticket_types(id),
  constraint ticket_changes_ticket_id_fkey foreign key (ticket_id) references tickets(id),
  constraint ticket_changes_to_type_id_fkey foreign key (to_type_id) references ticket_types(id),
  constraint ticket_changes_check check ((kind = 'moved') = (from_type_id is not null and to_type_id is not null and difference_cents is not null)),
  constraint ticket_changes_kind_check check (kind in ('renamed', 'recoded', 'moved', 'cancelled')),
  constraint ticket_changes_place_cents_check check (place_cents >= 0)
);
create index ticket_changes_ticket on ticket_changes (ticket_id, id);
create index ticket_changes_to on ticket_changes (to_type_id) where (to_type_id is not null);

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
  max_per_person integer,
  opens_after_id bigint,
  opened_at timestamptz,
  is_hidden boolean not null default false,
  limits_since timestamptz not null default '-infinity'::timestamptz,
  version integer not null default 1,
  constraint ticket_types_pkey primary key (id),
  constraint ticket_types_stock_id_key unique (stock_id),
  constraint ticket_types_event_id_fkey foreign key (event_id) references events(id) on delete cascade,
  constraint ticket_types_opens_after_id_fkey foreign key (opens_after_id) references ticket_types(id),
  constraint ticket_types_stock_id_fkey foreign key (stock_id) references stock(id),
  constraint ticket_types_check check (fee_cents <= price_cents),
  constraint ticket_types_check1 check (max_per_order >= min_per_order),
  constraint ticket_types_check2 check (pricing <> 'fixed' or price_cents > 0),
  constraint ticket_types_check3 check (pricing = 'fixed' or price_cents = 0),
  constraint ticket_types_check4 check ((pricing = 'open') = (minimum_cents is not null)),
  constraint ticket_types_check5 check (sales_start_at is null or sales_end_at is null or sales_start_at < sales_end_at),
  constraint ticket_types_check6 check (opens_after_id <> id),
  constraint ticket_types_check7 check (max_per_person >= min_per_order),
  constraint ticket_types_door_color_check check (door_color ~ '^#[0-9a-f]{6}$'),
  constraint ticket_types_fee_cents_check check (fee_cents >= 0),
  constraint ticket_types_max_per_person_check check (max_per_person >= 1 and max_per_person <= 1000),
  constraint ticket_types_min_per_order_check check (min_per_order >= 1),
  constraint ticket_types_minimum_cents_check check (minimum_cents >= 0),
  constraint ticket_types_price_cents_check check (price_cents >= 0 and price_cents <= 100000000),
  constraint ticket_types_pricing_check check (pricing in ('fixed', 'free', 'open')),
  constraint ticket_types_tickets_per_unit_check check (tickets_per_unit >= 1 and tickets_per_unit <= 50)
);
create index ticket_types_by_event on ticket_types (event_id, "position", id);
create index ticket_types_chain on ticket_types (opens_after_id) where (opens_after_id is not null);

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
  frozen_since timestamptz,
  place_returned boolean not null default false,
  constraint tickets_pkey primary key (id),
  constraint tickets_order_line_id_position_key unique (order_line_id, "position"),
  constraint tickets_event_id_fkey foreign key (event_id) references events(id),
  constraint tickets_order_id_fkey foreign key (order_id) references orders(id),
  constraint tickets_order_line_id_fkey foreign key (order_line_id) references order_lines(id),
  constraint tickets_owner_id_fkey foreign key (owner_id) references users(id),
  constraint tickets_ticket_type_id_fkey foreign key (ticket_type_id) references ticket_types(id),
  constraint tickets_place_of_void check (not place_returned or status <> 'valid'),
  constraint tickets_position_check check ("position" >= 1),
  constraint tickets_status_check check (status in ('valid', 'cancelled', 'refunded')),
  constraint tickets_version_check check (version >= 1 and version <= 4095)
);
create index tickets_of_event on tickets (event_id, ticket_type_id, status);
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
  suspended_reason text,
  constraint users_pkey primary key (id),
  constraint users_deleted_is_nobody check (deleted_at is null or role = 'guest' and password_hash is null and email is null and pending_email is null and avatar is null),
  constraint users_display_name_check check (length(display_name) >= 1 and length(display_name) <= 60),
  constraint users_email_check check (email = lower(email)),
  constraint users_password_hash_check check (password_hash ~~ '$argon2id$%'),
  constraint users_pending_email_check check (pending_email = lower(pending_email)),
  constraint users_reason_of_suspension check (suspended_reason is null or suspended_at is not null),
  constraint users_role_check check (role in ('guest', 'user', 'moderator', 'admin')),
  constraint users_suspended_reason_check check (length(suspended_reason) >= 3 and length(suspended_reason) <= 200),
  constraint users_username_check check (length(username) >= 3 and length(username) <= 64)
);
create index users_name on users (lower(display_name), id);
create index users_newest on users (created_at, id);
create index users_staff on users (role, id) where (role in ('moderator', 'admin'));
create index users_suspended on users (created_at, id) where (suspended_at is not null);
create index users_words on users USING gin (search_words(((display_name || ' ') || username), COALESCE(email, ''))) WITH (gin_pending_list_limit='16384');
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
  version integer not null default 1,
  constraint venues_pkey primary key (id),
  constraint venues_name_city_key unique (name, city),
  constraint venues_latitude_check check (latitude >= '-90'::integer::double precision and latitude <= 90::double precision),
  constraint venues_longitude_check check (longitude >= '-180'::integer::double precision and longitude <= 180::double precision)
);
create index venues_city on venues (lower(city));

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
  kind text not null default 'session',
  failed_at timestamptz,
  constraint webhook_inbox_pkey primary key (provider, provider_event_id),
  constraint webhook_inbox_kind_check check (kind in ('session', 'refund', 'dispute', 'other'))
) with (fillfactor=80);
create index webhook_inbox_failed on webhook_inbox (failed_at) where ((processed_at is null) and (failed_at is not null));
create index webhook_inbox_received on webhook_inbox (received_at desc, provider_event_id desc);
create index webhook_inbox_waiting on webhook_inbox (next_attempt_at) where ((processed_at is null) and (failed_at is null));

create table sandbox.deliveries (
  event_id text not null,
  ref text not null,
  type text not null,
  created_at timestamptz not null default clock_now(),
  delivered_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_now(),
  kind text not null default 'session',
  constraint deliveries_pkey primary key (event_id),
  constraint deliveries_kind_check check (kind in ('session', 'refund', 'dispute'))
);
create index sandbox_deliveries_waiting on sandbox.deliveries (next_attempt_at) where (delivered_at is null);

create table sandbox.disputes (
  ref text not null,
  session_ref text not null,
  amount_cents integer not null,
  reason text not null default 'fraudulent',
  state text not null default 'open',
  withdrawn boolean not null default true,
  created_at timestamptz not null default clock_now(),
  constraint disputes_pkey primary key (ref),
  constraint disputes_session_ref_fkey foreign key (session_ref) references sandbox.sessions(ref),
  constraint disputes_amount_cents_check check (amount_cents > 0),
  constraint disputes_state_check check (state in ('open', 'won', 'lost'))
);
create index sandbox_disputes_time on sandbox.disputes (created_at, ref);

create table sandbox.refunds (
  ref text not null,
  idempotency_key uuid,
  session_ref text not null,
  amount_cents integer not null,
  created_at timestamptz not null default clock_now(),
  state text not null default 'done',
  failure text,
  constraint refunds_pkey primary key (ref),
  constraint refunds_idempotency_key_key unique (idempotency_key),
  constraint refunds_session_ref_fkey foreign key (session_ref) references sandbox.sessions(ref),
  constraint refunds_amount_cents_check check (amount_cents > 0),
  constraint refunds_state_check check (state in ('pending', 'done', 'failed'))
);
create index sandbox_refunds_session on sandbox.refunds (session_ref);
create index sandbox_refunds_time on sandbox.refunds (created_at, ref);

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
  approved_at timestamptz,
  refund_outcome text not null default 'done',
  constraint sessions_pkey primary key (ref),
  constraint sessions_merchant_ref_key unique (merchant_ref),
  constraint sessions_amount_cents_check check (amount_cents > 0),
  constraint sessions_refund_outcome_check check (refund_outcome in ('done', 'pending', 'failed')),
  constraint sessions_state_check check (state in ('open', 'processing', 'approved', 'declined', 'cancelled', 'expired'))
) with (fillfactor=80);
create index sandbox_sessions_approved on sandbox.sessions (approved_at, ref) where (approved_at is not null);
create index sandbox_sessions_settling on sandbox.sessions (settles_at) where (settles_at is not null);
