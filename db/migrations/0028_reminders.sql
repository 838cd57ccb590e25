-- People who want to be told when tickets of a night open, beside those who wait for a part of the site.
alter table interests
  drop constraint interests_topic_check,
  drop constraint interests_status_check,
  add column event_id bigint references events (id) on delete cascade,
  -- The night's ticket types that were on sale when they asked: another one that opens is what they wait for.
  add column open_then bigint[] not null default '{}',
  -- How often the news was written, and when last.
  add column sends integer not null default 0,
  add column sent_at timestamptz,
  add constraint interests_status_check check (status in ('asked', 'confirmed', 'left', 'sent')),
  add constraint interests_topic_check check (
    case when event_id is null then topic in ('shop', 'live', 'community') else topic = 'event:' || event_id end),
  add check (status <> 'sent' or sent_at is not null);
create index interests_of_event on interests (event_id, status) where event_id is not null;
