-- Lists that stay quick at a hundred thousand nights and a million orders. Of orders, tickets, holds and stock nothing is
-- indexed that a purchase changes: their updates stay within the page (HOT).

-- Words as people type them into a search: without case, accents and apostrophes. The program splits a question likewise
-- (platform/words.ts); a test holds the two together.
create function words_of(words text) returns text[] language sql immutable parallel safe strict
  return array_remove(string_to_array(translate(
    lower(case when octet_length(words) = length(words) then words
      else regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g') end),
    -- What parts words becomes a space; apostrophes go.
    U&' \0009\000a\000d-\2013\2014/.,:;!?&()[]"\201c\201d\00b7\2022+|''\2019\2018\02bc`', repeat(' ', 26)), ' '), '');

-- What staff find a row by: the words of its names, an address whole, and the words before its @.
create function search_words(names text, address text) returns tsvector language sql immutable parallel safe strict
  return array_to_tsvector(array_remove(words_of(names || ' ' || split_part(address, '@', 1)) || address, ''));

-- Filled by appending to a list that a sweep merges now and then: a purchase does not wait for it.
create index orders_words on orders using gin (search_words(buyer_name || ' ' || replace(number, '-', ''), buyer_email))
  with (gin_pending_list_limit = 16384);
create index emails_words on emails using gin (search_words(to_name || ' ' || coalesce(subject, ''), to_address))
  with (gin_pending_list_limit = 16384);
create index users_words on users using gin (search_words(display_name || ' ' || username, coalesce(email, '')))
  with (gin_pending_list_limit = 16384);

-- People in each order of their list; the few that stand out.
create index users_newest on users (created_at, id);
create index users_name on users (lower(display_name), id);
create index users_staff on users (role, id) where role in ('moderator', 'admin');
create index users_suspended on users (created_at, id) where suspended_at is not null;

-- The outbox by recipient, by state and by kind.
drop index emails_recipient;
create index emails_recipient on emails (to_address, id);
create index emails_status on emails (status, created_at, id);
create index emails_kind on emails (kind, created_at, id);

create index audit_log_kind on audit_log (target_kind, id);

-- The published nights by time, with what their filters count: counting reads nothing else.
drop index events_by_start;
drop index events_by_end;
create index events_by_start on events (starts_at, id) include (ends_at, venue_id, categories) where visibility = 'published';
-- The few nights that last long: a list of nights to come begins a month ago, or with the first of these.
create index events_lasting on events (ends_at, starts_at) where ends_at - starts_at > interval '31 days';
create index events_categories on events using gin (categories);
create index venues_city on venues (lower(city));

-- Any part of a word is found in nights. Where the database lacks the extension the search still works, more slowly.
do $$ begin
  create extension if not exists pg_trgm;
  create index events_search on events using gin (search_text gin_trgm_ops);
exception when undefined_file or insufficient_privilege or feature_not_supported then
  raise notice 'pg_trgm is not there: searching for nights takes longer';
end $$;

-- Counting who has a ticket and who is in, for a night and for each of its types, without a look at the tickets: their
-- state changes when they are taken back, not when they are sold.
create index tickets_of_event on tickets (event_id, ticket_type_id, status);
drop index tickets_event;
drop index admissions_event;
create index admissions_event on admissions (event_id, admitted_at, ticket_id) where voided_at is null;
